/**
 * The vendors whose manner a model server can take on.
 *
 * @module
 */
import { anthropic } from "./anthropic.ts";
import { deepseek } from "./deepseek.ts";
import { mistral } from "./mistral.ts";
import { moonshot } from "./moonshot.ts";
import { ollama } from "./ollama.ts";
import { openai } from "./openai.ts";
import { openrouter } from "./openrouter.ts";
import { qwen } from "./qwen.ts";
import type { VendorFormat } from "./vendor_format.ts";
import { xai } from "./xai.ts";
import { zhipu } from "./zhipu.ts";

/** A vendor's manner, by name. */
export const VENDOR_FORMATS = {
  openai,
  zhipu,
  deepseek,
  qwen,
  moonshot,
  ollama,
  openrouter,
  xai,
  mistral,
  anthropic,
} as const satisfies Readonly<Record<string, VendorFormat>>;

/** The name of a vendor. */
export type VendorStyle = keyof typeof VENDOR_FORMATS;

/** All names. */
export const VENDOR_STYLES = Object.keys(VENDOR_FORMATS) as VendorStyle[];

/**
 * The variables that point the program at a server in the manner of a vendor.
 *
 * @param style The vendor.
 * @param url The server's base URL.
 */
export function vendorEnvironment(style: VendorStyle, url: string): Record<string, string> {
  // Two have no provider of their own: whoever uses them names the address.
  if (style === "xai" || style === "mistral") {
    return { HANDRAIL_MODEL: `${url}#test-model`, HANDRAIL_API_KEY: "test-key" };
  }
  // Of a model that it does not know, Anthropic's package prints that it does not.
  const model = style === "anthropic" ? "claude-sonnet-4-5" : "test-model";
  const prefix = style === "qwen" ? "DASHSCOPE" : style.toUpperCase();
  return {
    HANDRAIL_MODEL: `${style}:${model}`,
    [`${prefix}_BASE_URL`]: url,
    ...(style !== "ollama" && { [`${prefix}_API_KEY`]: "test-key" }),
  };
}

/**
 * Models that speak Anthropic's format.
 *
 * @module
 */
import { createAnthropic } from "@ai-sdk/anthropic";
import type { LanguageModelV4 } from "@ai-sdk/provider";
import { defaultSettingsMiddleware, wrapLanguageModel } from "ai";
import { anthropicCallIds } from "./anthropic_call_ids.ts";
import { failInterrupted } from "./fail_interrupted.ts";
import { withoutWarnings } from "./without_warnings.ts";
import type { ModelAccess } from "./model_access.ts";

/** Others speak Anthropic's format as well; of their models its package knows no limit, takes half of this, and prints so. */
const FOREIGN_ANSWER_TOKENS = 8_192;

/**
 * Opens a model; nothing is sent yet.
 *
 * @param access See {@linkcode ModelAccess}. Without a key the package would look for one by itself, in the environment.
 *
 * @example
 * ```ts
 * openAnthropicModel({ provider: "anthropic", id: "claude-sonnet-4-5", baseURL, apiKey, fetch });
 * ```
 */
export function openAnthropicModel({ id, baseURL, apiKey = "none", fetch }: ModelAccess): LanguageModelV4 {
  const model = createAnthropic({ baseURL, apiKey, fetch })(id);
  const settings = id.includes("claude") ? {} : { maxOutputTokens: FOREIGN_ANSWER_TOKENS };
  return wrapLanguageModel({
    model,
    middleware: [withoutWarnings, failInterrupted, anthropicCallIds, defaultSettingsMiddleware({ settings })],
  });
}

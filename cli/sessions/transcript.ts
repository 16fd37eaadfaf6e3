/**
 * A conversation as something to read.
 *
 * @module
 */
import type { ModelMessage } from "ai";
import { maskForLog } from "../../shells/pii/mask_for_log.ts";
import { cleanText } from "../text/clean_text.ts";

/** Something that was said or done. */
export type TranscriptEntry =
  | { readonly kind: "user" | "assistant"; readonly text: string }
  | { readonly kind: "call" | "result"; readonly tool: string; readonly text: string };

/**
 * What was said and done, in order; the program's own instructions and a model's thoughts are none of it.
 *
 * @param messages The conversation as its file has it.
 * @returns Texts without control characters, keys and tokens.
 *
 * @example
 * ```ts
 * transcript([{ role: "user", content: "hi" }]); // [{ kind: "user", text: "hi" }]
 * ```
 */
export function transcript(messages: readonly ModelMessage[]): TranscriptEntry[] {
  return messages.flatMap(({ role, content }) => {
    if (role === "system") return [];
    const parts: readonly object[] = typeof content === "string"
      ? [{ type: "text", text: content }]
      : content;
    return parts.flatMap((part) => entryOf(role, part as Record<string, unknown>));
  });
}

function entryOf(role: "user" | "assistant" | "tool", part: Record<string, unknown>): TranscriptEntry[] {
  const tool = cleanText(String(part.toolName));
  switch (part.type) {
    case "text":
      return role === "tool" ? [] : [{ kind: role, text: shown(String(part.text)) }];
    case "tool-call":
      return [{ kind: "call", tool, text: shown(JSON.stringify(part.input) ?? "") }];
    case "tool-result":
      return [{ kind: "result", tool, text: shown(textOf(Object(part.output).value)) }];
    default:
      return [];
  }
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value) ?? "";
}

function shown(text: string): string {
  return cleanText(maskForLog(text)).trim();
}

/**
 * Masks what a session remembers.
 *
 * @module
 */
import type { ModelMessage } from "ai";
import { mapTexts } from "../shells/pii/map_texts.ts";

/** What parts of a message hold that somebody said, wrote or was given; ids and names of tools are none of it. */
const SPOKEN = ["text", "input", "output", "reason"] as const;

/**
 * A message whose texts, inputs and outputs went through a function. Ids stay: a digit in one may be anything.
 *
 * @param message The message.
 * @param mask Changes one text.
 *
 * @example
 * ```ts
 * maskMessage({ role: "user", content: "call 13800138000" }, (text) => guard.mask(text));
 * ```
 */
export function maskMessage(message: ModelMessage, mask: (text: string) => string): ModelMessage {
  const { content } = message;
  if (typeof content === "string") return { ...message, content: mask(content) } as ModelMessage;
  return { ...message, content: content.map((part) => maskPart(part, mask)) } as ModelMessage;
}

function maskPart(part: object, mask: (text: string) => string): object {
  const fields = part as Record<string, unknown>;
  const masked = SPOKEN.filter((name) => fields[name] !== undefined)
    .map((name) => [name, mapTexts(fields[name], mask)]);
  return { ...part, ...Object.fromEntries(masked) };
}

import type { LanguageModelV4Prompt } from "@ai-sdk/provider";

/**
 * An id for a tool call, derived from the conversation so that the same conversation gives the same ids and
 * every step of one conversation gives others. FNV-1a, 32 bit (Fowler, Noll, Vo).
 *
 * @param prompt The messages so far.
 * @param toolName The tool.
 * @param input Its input as JSON.
 * @param index The call's place in the step.
 * @returns `call_` and letters and digits.
 *
 * @example
 * ```ts
 * callId(prompt, "kb_query", '{"query":"x"}', 0); // "call_3_1k2j3h_0"
 * ```
 */
export function callId(
  prompt: LanguageModelV4Prompt,
  toolName: string,
  input: string,
  index: number,
): string {
  let hash = 0x811c9dc5;
  const lengths = prompt.map(({ role, content }) => `${role}${content.length}`).join();
  for (const character of `${lengths} ${toolName} ${input}`) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return `call_${prompt.length}_${hash.toString(36)}_${index}`;
}

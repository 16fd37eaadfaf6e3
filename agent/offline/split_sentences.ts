/**
 * Cuts a text into sentences, in Chinese and in English. Headings and list items are sentences of their own.
 *
 * @param text Any text.
 * @returns The sentences in order, trimmed, with their closing mark.
 *
 * @example
 * ```ts
 * splitSentences("住宿每晚 500 元。交通另算。"); // ["住宿每晚 500 元。", "交通另算。"]
 * ```
 */
export function splitSentences(text: string): string[] {
  return text
    .split(/(?<=[。！？!?])\s*|(?<=[.])\s+(?=[\p{Lu}\p{Script=Han}"“\d])|\n+/u)
    .map((sentence) => sentence.replace(/^\s*(?:#{1,6}|[-*•])\s+/, "").trim())
    .filter((sentence) => sentence !== "");
}

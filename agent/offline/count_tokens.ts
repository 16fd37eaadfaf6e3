/**
 * Counts tokens the offline model's own way: every Han character, every run of letters or digits, and every
 * other visible sign is one. No tokenizer of a vendor agrees with it; it only tells long from short.
 *
 * @param text Any text.
 * @returns The count.
 *
 * @example
 * ```ts
 * countTokens("订单 A-1024"); // 5
 * ```
 */
export function countTokens(text: string): number {
  return [
    ...text.matchAll(
      /\p{Script=Han}|[\p{L}\p{M}\p{N}]+?(?=\p{Script=Han}|[^\p{L}\p{M}\p{N}]|$)|[^\s\p{L}\p{M}\p{N}]/gu,
    ),
  ].length;
}

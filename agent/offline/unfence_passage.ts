/**
 * Takes the fence off a passage: the lines before and after it that carry the fence's marker, and a numbered
 * head line. The marker is recognised as a word that the first and the last line share and that holds a digit
 * (the nonce), or as a run of fence signs.
 *
 * @param text A fenced passage.
 * @returns The passage itself.
 *
 * @example
 * ```ts
 * unfencePassage("<<<data 9f3a21\n[1] Travel\n500 a night.\ndata 9f3a21>>>"); // "500 a night."
 * ```
 */
export function unfencePassage(text: string): string {
  const lines = text.split("\n");
  const filled = lines.filter((line) => line.trim() !== "");
  const last = filled.at(-1) ?? "";
  const nonces = [...(filled[0] ?? "").matchAll(/[\w-]{6,}/g)].map(([word]) => word)
    .filter((word) => /\d/.test(word) && filled.length > 1 && last.includes(word));
  const inner = lines.filter((line) => !nonces.some((nonce) => line.includes(nonce)) && !SIGNS.test(line));
  const head = inner.findIndex((line) => line.trim() !== "");
  if (inner.length > 1 && HEAD.test(inner[head] ?? "")) inner.splice(head, 1);
  return inner.join("\n").trim();
}

const SIGNS = /^\s*(?:<{3,}|>{3,}|={3,}|-{3,}|`{3,}|~{3,}|«{2,}|»{2,}|【{2,}|】{2,})/;
const HEAD = /^\s*(?:\[\d+\]|【\d+】|#?\d+[.)、])\s*\S/;

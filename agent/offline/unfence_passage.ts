/**
 * Takes the fence off a passage: the lines before and after it that carry the fence's marker, a numbered
 * head line, and the mark that each line may begin with. The marker is recognised as a word that the first and the last line share and that holds a digit
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
  const marked = nonces.length > 0 ? inner.map((line) => withoutMark(line, nonces)) : inner;
  return withoutHead(marked).join("\n").trim();
}

/** Each line may begin with the beginning of the nonce and a bar. */
function withoutMark(line: string, nonces: readonly string[]): string {
  const [whole = "", mark = ""] = /^([\w-]{3,})\| ?/.exec(line) ?? [];
  return mark !== "" && nonces.some((nonce) => nonce.startsWith(mark)) ? line.slice(whole.length) : line;
}

function withoutHead(lines: readonly string[]): string[] {
  const inner = [...lines];
  const head = inner.findIndex((line) => line.trim() !== "");
  if (inner.length > 1 && HEAD.test(inner[head] ?? "")) inner.splice(head, 1);
  return inner;
}

const SIGNS = /^\s*(?:<{3,}|>{3,}|={3,}|-{3,}|`{3,}|~{3,}|«{2,}|»{2,}|【{2,}|】{2,})/;
const HEAD = /^\s*(?:\[\d+\]|【\d+】|#?\d+[.)、])\s*\S/;

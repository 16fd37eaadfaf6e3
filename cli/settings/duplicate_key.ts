/**
 * Finds keys that stand twice in one object of JSON.
 *
 * @module
 */

interface Level {
  /** The keys so far; absent in an array. */
  readonly keys: Set<string> | undefined;
  /** The key, or the number, of what comes now. */
  at: string | number;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/g;

/**
 * The first key that stands twice. Every parser keeps one of the two and drops the other without a word, and what is
 * dropped may be a rule.
 *
 * @param text Valid JSON.
 * @returns The way to the key, as in `approval.rules.0.action`; `undefined` when every key stands once.
 *
 * @example
 * ```ts
 * duplicateKey('{"a": {"b": 1, "b": 2}}'); // "a.b"
 * ```
 */
export function duplicateKey(text: string): string | undefined {
  const levels: Level[] = [];
  let last = "";
  for (const [token] of text.matchAll(TOKEN)) {
    const level = levels.at(-1);
    if (token === "{" || token === "[") {
      levels.push(token === "{" ? { keys: new Set(), at: "" } : { keys: undefined, at: 0 });
    } else if (token === "}" || token === "]") levels.pop();
    else if (token === "," && typeof level?.at === "number") level.at++;
    else if (token === ":" && level?.keys) {
      level.at = JSON.parse(last) as string;
      if (level.keys.has(level.at)) return levels.map(({ at }) => at).join(".");
      level.keys.add(level.at);
    }
    last = token;
  }
  return undefined;
}

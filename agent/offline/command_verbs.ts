const VERBS = new Set(
  "calculate compute determine search book convert translate predict estimate play generate create order sort solve retrieve fetch list check look provide identify compare analyze analyse plot draw send set schedule add remove delete update open cancel refund reserve rent buy sell recommend suggest assess evaluate explain describe locate measure simulate ask call make start stop turn track view read write design plan choose pick find get show tell give help roll count save put record log mark move copy filter group merge split rank rate review verify validate"
    .split(" "),
);

/**
 * Is this a verb that requests start with?
 *
 * @param word An English word in any case.
 * @returns `true` for "calculate", "Book", …
 *
 * @example
 * ```ts
 * isCommandVerb("Book"); // true
 * ```
 */
export function isCommandVerb(word: string): boolean {
  return VERBS.has(word.toLowerCase());
}

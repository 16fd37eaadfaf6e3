const LIST =
  /(?:\be\.?g\.?,?|\bfor example,?|\bsuch as|\bincluding|\bcan be|\beither|\blike|\bone of|例如|比如|如|可选)[:：]?\s*([^.。;；)）]+)/giu;
const PARENTHESISED = /[(（]([^()（）]*[,，、/|][^()（）]*)[)）]/gu;
const QUOTED = /['"‘“「]([^'"’”」]{1,40})['"’”」]/gu;

/**
 * The values that a field's description names: `Xbox` and `PC` in "The platform, e.g. Xbox, PC". They are hints,
 * not the only values allowed.
 *
 * @param description The field's description.
 * @returns The values, at most five words each.
 *
 * @example
 * ```ts
 * describedOptions("Mode of transport (walk, bike, drive)"); // ["walk", "bike", "drive"]
 * ```
 */
export function describedOptions(description: string): string[] {
  const lists = [...description.matchAll(LIST), ...description.matchAll(PARENTHESISED)].map((match) =>
    match[1] ?? ""
  );
  const quoted = [...description.matchAll(QUOTED)].map((match) => match[1] ?? "");
  const parts = lists.flatMap((list) => list.split(/\s*(?:[,，、/|]|\bor\b|\band\b|或|和)\s*/iu));
  const cleaned = [...quoted, ...parts].map((part) =>
    part.replace(/^['"‘“「\s]+|['"’”」\s]+$|\betc$/giu, "")
  );
  return [...new Set(cleaned)].filter((part) => part.length > 1 && part.split(/\s+/).length <= 5);
}

import { fieldWords } from "./field_words.ts";
import type { FillState } from "./fill_state.ts";
import { isCommandVerb } from "./command_verbs.ts";
import { findNames } from "./find_names.ts";
import type { SchemaField } from "./schema_field.ts";
import { stemWord } from "./stem_word.ts";

const ITEM = "[\\p{L}\\d][\\p{L}\\d'’ -]*?";
const LIST = new RegExp(
  `(${ITEM}(?:,\\s*${ITEM})*)\\s*,?\\s+and\\s+(${ITEM})(?=[.,;?!]|\\s(?:in|for|at|from|of|with|to|on)\\b|$)`,
  "gu",
);
const LEAD =
  /^.*\b(?:including|include|of|with|on|are|is|uses?|using|between|for|like|by|about|the|their|contains?|my|columns?|names?)\s+/iu;
const HAN_LIST =
  /([\p{Script=Han}\w]{1,12}?(?:、[\p{Script=Han}\w]{1,12})*)(?:和|与|以及|及|、)([\p{Script=Han}\w]{1,12}?)(?=的|，|。|？|！|$|[,.?!\s])/gu;

/**
 * Fills arrays of strings from a list in the text: "a, b and c", 甲、乙和丙.
 *
 * @param state The call being filled.
 *
 * @example
 * ```ts
 * fillLists(state);
 * ```
 */
export function fillLists(state: FillState): void {
  for (const field of state.open(isTextArray)) {
    const found = quotedItems(state) ?? lists(state.text).find((items) => items.length > 1);
    if (found && state.take(field, found)) continue;
    const single = singleItem(state, field);
    if (single !== undefined && state.take(field, [single])) continue;
    const names = findNames(state.text, new Set()).filter((name) => state.isFree(name) && name.before !== "");
    if (names.length > 0) state.take(field, names.flatMap(({ value }) => value.split(" and ")));
  }
}

function isTextArray(field: SchemaField): boolean {
  const { items } = field;
  return field.type === "array" && field.required && items?.type === "string" && items.options.length === 0;
}

/** "Add milk" as the first item of a list is milk. */
function withoutLead(item: string): string {
  const bare = item.replace(LEAD, "");
  const [verb = ""] = /^[A-Z][a-z]+\s+/.exec(bare) ?? [];
  return isCommandVerb(verb.trim()) ? bare.slice(verb.length) : bare;
}

function quotedItems(state: FillState): string[] | undefined {
  const quoted = [...state.text.matchAll(/'([^']+)'|"([^"]+)"|“([^”]+)”|「([^」]+)」|《([^》]+)》/gu)].filter(
    (match) => state.isFree({ start: (match.index ?? 0) + 1, end: (match.index ?? 0) + match[0].length - 1 }),
  );
  const items = quoted.map((match) => match.slice(1).find((group) => group !== undefined) ?? "");
  return items.length > 1 ? items : undefined;
}

function lists(text: string): string[][] {
  const english = [...text.matchAll(LIST)].map((match) => [...(match[1] ?? "").split(","), match[2] ?? ""]);
  const han = [...text.matchAll(HAN_LIST)].map((match) => [...(match[1] ?? "").split("、"), match[2] ?? ""]);
  return [...english, ...han].map((items) =>
    items.map((item, index) => (index === 0 ? withoutLead(item) : item).trim()).filter((item) => item !== "")
  ).filter((items) => items.every((item) => item.split(" ").length <= 5));
}

/** "specialising in criminal law": one item, after the field's own word. */
function singleItem(state: FillState, field: SchemaField): string | undefined {
  const words = fieldWords(field);
  for (
    const match of state.text.matchAll(
      /\b([a-z]+)\s+(?:in|of|for|with|is|are|:)\s+([a-z][a-z -]*?)(?=\s(?:in|near|at|for|from|with|and)\b|[.,;?!]|$)/giu,
    )
  ) {
    if (words.get(stemWord(match[1] ?? "")) !== undefined) return match[2];
  }
  return undefined;
}

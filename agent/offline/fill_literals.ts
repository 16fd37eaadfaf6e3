import type { FillState } from "./fill_state.ts";
import { findLiterals } from "./find_literals.ts";
import { findNumbers, type NumberMention } from "./find_numbers.ts";
import type { SchemaField } from "./schema_field.ts";

/**
 * Fills arrays and objects from literals in the text, in order of mention.
 *
 * @param state The call being filled.
 *
 * @example
 * ```ts
 * fillLiterals(state);
 * ```
 */
export function fillLiterals(state: FillState): void {
  const literals = findLiterals(state.text);
  for (const field of state.open((field) => field.type === "array" || isMap(field))) {
    for (const literal of literals) {
      const fits = Array.isArray(literal.value) === (field.type === "array");
      if (fits && state.isFree(literal) && state.take(field, literal.value, literal)) break;
    }
  }
  fillLoose(state);
}

/** Numbers in a row that no literal holds: "10 meters, 20 meters and 35 meters". */
function fillLoose(state: FillState): void {
  const numeric = (field: SchemaField | undefined) => field?.type === "number" || field?.type === "integer";
  const fields = state.open((field) => field.type === "array" && field.required && numeric(field.items));
  const alone = fields.length === 1 && !state.tool.fields.some((field) => field.required && numeric(field));
  const mentions = findNumbers(state.text).filter((mention) => state.isFree(mention));
  for (const field of fields) {
    const row = alone ? mentions : rows(state.text, mentions.filter((mention) => state.isFree(mention)))[0];
    if (row && row.length > 0 && state.take(field, row.map(({ value }) => value))) state.used.push(...row);
  }
}

/** Runs of at least two numbers with nothing but units, commas and "and" between them, the longest first. */
function rows(text: string, mentions: readonly NumberMention[]): NumberMention[][] {
  const found: NumberMention[][] = [];
  for (const mention of mentions) {
    const row = found.at(-1);
    const gap = text.slice(row?.at(-1)?.end ?? 0, mention.start);
    if (row && /^\s*[a-z%°]*\s*(?:,|and|,\s*and|、|和)?\s*$/i.test(gap)) row.push(mention);
    else found.push([mention]);
  }
  return found.filter((row) => row.length > 1).sort((a, b) => b.length - a.length);
}

function isMap(field: SchemaField): boolean {
  return field.type === "object";
}

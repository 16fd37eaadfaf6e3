import { assignPairs } from "./assign_pairs.ts";
import { fieldAccepts } from "./field_accepts.ts";
import { fieldWords } from "./field_words.ts";
import type { FillState } from "./fill_state.ts";
import { findNumbers, type NumberMention } from "./find_numbers.ts";
import { type NumberContext, numberLikeness } from "./number_likeness.ts";
import { numberValue, timeUnit } from "./number_value.ts";
import type { SchemaField } from "./schema_field.ts";
import { stemWord } from "./stem_word.ts";
import { textTokens } from "./text_tokens.ts";

/** An optional field takes a number only when its own words stand close by. */
const EVIDENCE = 0.45;
const UNLIKELY = 0.1;
const CLEAR = 0.6;
/** "the next month", "past decade": one of that unit. */
const PERIOD =
  /\b(?:next|past|last|coming|upcoming|following|previous|a|an|one)\s+(day|week|month|year|decade|hour)\b|(?:未来|过去|下|上|近)(?:一)?(周|个月|年)/gi;

/**
 * Fills numeric fields: all at once, by likeness, equal likeness in order of mention.
 *
 * @param state The call being filled.
 *
 * @example
 * ```ts
 * fillNumbers(state);
 * ```
 */
export function fillNumbers(state: FillState): void {
  const fields = state.open(isNumeric);
  if (fields.length === 0) return;
  const mentions = findNumbers(state.text).filter((mention) => state.isFree(mention));
  const values = mentions.filter((mention) => !countsFields(mention, fields));
  const optional = fields.filter((field) => !field.required);
  assign(state, fields.filter((field) => field.required), values, optional);
  assign(state, optional, values.filter((mention) => state.isFree(mention)));
  const left = state.open((field) => isNumeric(field) && field.required && timeUnit(field) !== undefined);
  assign(state, left, periods(state));
  for (const field of state.open((field) => isNumeric(field) && field.required)) takeSingle(state, field);
}

/** "three sides" before three numbers for side1, side2, side3 says how many there are. */
function countsFields({ unit, value }: NumberMention, fields: readonly SchemaField[]): boolean {
  const group = fields.filter((field) => /\d$/.test(field.name) && baseName(field) === stemWord(unit));
  return unit !== "" && value > 1 && value === group.length;
}

function baseName(field: SchemaField): string {
  return stemWord(field.name.replace(/_?\d+/, ""));
}

function isNumeric(field: SchemaField): boolean {
  return field.type === "number" || field.type === "integer";
}

function assign(
  state: FillState,
  fields: readonly SchemaField[],
  mentions: readonly NumberMention[],
  rivals: readonly SchemaField[] = [],
): void {
  const context = { text: state.text, tokens: textTokens(state.text), mentions };
  const [own, others] = [rate(fields, context), rate(rivals, context)];
  const likeness = fields.map((field, row) =>
    mentions.map((mention, column) => {
      const score = own[row]?.[column] ?? 0;
      const rival = Math.max(0, ...others.map((scores) => scores[column] ?? 0));
      if (!fieldAccepts(field, numberValue(field, mention))) return -Infinity;
      if (!field.required) return score >= EVIDENCE ? score : -Infinity;
      // A number that clearly is an optional field's is no stopgap for a required one.
      return score < UNLIKELY && rival > CLEAR ? -Infinity : score;
    })
  );
  const columns = inOrder(fields, withLeftovers(fields, likeness, assignPairs(likeness)));
  columns.forEach((column, row) => {
    const field = fields[row];
    const mention = mentions[column ?? -1];
    if (field && mention) state.take(field, numberValue(field, mention), mention);
  });
}

/** A required field that no number suits takes one that is left, rather than be asked for. */
function withLeftovers(
  fields: readonly SchemaField[],
  likeness: readonly (readonly number[])[],
  columns: readonly (number | undefined)[],
): (number | undefined)[] {
  const filled = [...columns];
  fields.forEach((field, row) => {
    if (!field.required || filled[row] !== undefined) return;
    const left = (likeness[row] ?? []).findIndex((score, column) =>
      score > -Infinity && !filled.includes(column)
    );
    if (left >= 0) filled[row] = left;
  });
  return filled;
}

/** Fields that differ by a number only (side1, side2) take their numbers in order of mention. */
function inOrder(
  fields: readonly SchemaField[],
  columns: readonly (number | undefined)[],
): (number | undefined)[] {
  const sorted = [...columns];
  for (const base of new Set(fields.filter(({ name }) => /\d/.test(name)).map(baseName))) {
    const rows = fields.flatMap((field, row) =>
      /\d/.test(field.name) && baseName(field) === base ? [row] : []
    );
    const own = rows.flatMap((row) => columns[row] ?? []).sort((a, b) => a - b);
    rows.forEach((row, place) => sorted[row] = own[place]);
  }
  const least = fields.findIndex(({ name }) => /^min|^low|_min$|^start_?(?:year|age|price)/i.test(name));
  const most = fields.findIndex(({ name }) => /^max|^high|_max$|^end_?(?:year|age|price)/i.test(name));
  const [low, high] = [sorted[least], sorted[most]];
  if (low !== undefined && high !== undefined && low > high) [sorted[least], sorted[most]] = [high, low];
  return sorted;
}

function rate(fields: readonly SchemaField[], context: NumberContext): number[][] {
  const words = sharedWords(fields);
  return fields.map((field, row) =>
    context.mentions.map((mention) => {
      const unit = timeUnit(field);
      const timed = unit !== undefined && unitStem(mention.unit) === unit;
      return numberLikeness(field, words[row] ?? new Map(), mention, context) + (timed ? 1 : 0);
    })
  );
}

function unitStem(unit: string): string {
  return unit.replace(/s$/, "");
}

/** A word that several fields share tells them apart less. */
function sharedWords(fields: readonly SchemaField[]): Map<string, number>[] {
  const words = fields.map(fieldWords);
  return words.map((own) =>
    new Map(
      [...own].map(([term, weight]) => [term, weight / words.filter((other) => other.has(term)).length]),
    )
  );
}

/** "a room for a night": one of what the field counts. */
function takeSingle(state: FillState, field: SchemaField): void {
  const words = fieldWords(field);
  const single = [
    ...state.text.matchAll(/\b(?:an?|single|each|per|one)\s+([a-z]+)|(?:一|每)(?:个|天|次|张|人|晚)/gi),
  ];
  if (single.some((match) => match[1] === undefined || words.get(stemWord(match[1])) === 1)) {
    state.take(field, 1);
  }
}

function periods(state: FillState): NumberMention[] {
  return [...state.text.matchAll(PERIOD)].map((match) => ({
    value: 1,
    unit: (match[1] ?? match[2] ?? "").toLowerCase(),
    start: match.index ?? 0,
    end: (match.index ?? 0) + match[0].length,
    percent: false,
    currency: false,
    ordinal: false,
  }));
}

import { assignPairs } from "./assign_pairs.ts";
import { fieldAccepts } from "./field_accepts.ts";
import { fieldWords } from "./field_words.ts";
import type { FillState } from "./fill_state.ts";
import { findNumbers, type NumberMention } from "./find_numbers.ts";
import { numberLikeness } from "./number_likeness.ts";
import { numberValue, timeUnit } from "./number_value.ts";
import type { SchemaField } from "./schema_field.ts";
import { textTokens } from "./text_tokens.ts";

/** An optional field takes a number only when its own words stand close by. */
const EVIDENCE = 0.45;
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
  const fields = state.open((field) => isNumeric(field) && field.options.length === 0);
  if (fields.length === 0) return;
  const mentions = findNumbers(state.text).filter((mention) => state.isFree(mention));
  assign(state, fields, mentions);
  const left = state.open((field) => isNumeric(field) && field.required && timeUnit(field) !== undefined);
  assign(state, left, periods(state));
}

function isNumeric(field: SchemaField): boolean {
  return field.type === "number" || field.type === "integer";
}

function assign(state: FillState, fields: readonly SchemaField[], mentions: readonly NumberMention[]): void {
  const context = { text: state.text, tokens: textTokens(state.text), mentions };
  const words = sharedWords(fields);
  const likeness = fields.map((field, i) =>
    mentions.map((mention) => {
      if (!fieldAccepts(field, numberValue(field, mention))) return -Infinity;
      const unit = timeUnit(field);
      const timed = unit !== undefined && numberValue(field, { ...mention, value: 1 }) >= 1 &&
        mention.unit.startsWith(unit);
      const score = numberLikeness(field, words[i] ?? new Map(), mention, context) + (timed ? 1 : 0);
      return field.required || score >= EVIDENCE ? score : -Infinity;
    })
  );
  assignPairs(likeness).forEach((column, row) => {
    const field = fields[row];
    const mention = mentions[column ?? -1];
    if (field && mention) state.take(field, numberValue(field, mention), mention);
  });
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

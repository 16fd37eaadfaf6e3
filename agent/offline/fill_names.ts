import { assignPairs } from "./assign_pairs.ts";
import { canonicalValue } from "./canonical_value.ts";
import { fieldRole } from "./field_role.ts";
import { fieldWords } from "./field_words.ts";
import type { FillState } from "./fill_state.ts";
import { findNames, type NameMention } from "./find_names.ts";
import type { SchemaField } from "./schema_field.ts";
import { stemWord } from "./stem_word.ts";
import { textTerms } from "./text_terms.ts";
import { textTokens } from "./text_tokens.ts";

const QUOTED =
  /(?<![\p{L}\d])'([^'\n]+)'(?![\p{L}\d])|"([^"\n]+)"|“([^”]+)”|「([^」]+)」|《([^》]+)》|‘([^’]+)’/gu;
const PLACES = new Map(
  Object.entries({ in: 1.2, near: 1.2, around: 1.2, within: 1, at: 0.9, to: 1, from: 1, for: 0.9, on: 0.8 }),
);

/**
 * Fills strings with quoted texts and proper names, by the words and prepositions around them; what is left
 * goes to required fields in order.
 *
 * @param state The call being filled.
 *
 * @example
 * ```ts
 * fillNames(state);
 * ```
 */
export function fillNames(state: FillState): void {
  fill(state, quoted(state));
  const vocabulary = new Set(textTerms(`${state.tool.name} ${state.tool.positive}`));
  const free = (name: NameMention) => state.isFree(name);
  const names = findNames(state.text, vocabulary).filter(free).map((name) => withState(name, state));
  fill(state, apart(names, state.open(isOpenName).filter(({ required }) => required).length));
  // A name that the tool's description happens to hold is better than none.
  if (state.open((field) => field.required && isOpenName(field)).length === 0) {
    return;
  }
  fill(
    state,
    findNames(state.text, new Set()).filter(free).filter(({ before }) => before !== "").map((name) =>
      withState(name, state)
    ),
  );
}

/** "Earth and Mars" is two names where two are wanted. */
function apart(names: readonly NameMention[], wanted: number): NameMention[] {
  if (names.length >= wanted) return [...names];
  return names.flatMap((name) => {
    const [first, second, ...more] = name.value.split(/\s+and\s+/);
    if (first === undefined || second === undefined || more.length > 0) return [name];
    const start = name.end - second.length;
    return [{ ...name, value: first, end: name.start + first.length }, { ...name, value: second, start }];
  });
}

function isOpenName(field: SchemaField): boolean {
  return field.type === "string" && ["name", "place", "origin", "destination"].includes(fieldRole(field));
}

function quoted(state: FillState): NameMention[] {
  return [...state.text.matchAll(QUOTED)].map((match) => {
    const value = match.slice(1).find((group) => group !== undefined) ?? "";
    const start = (match.index ?? 0) + 1;
    return { value, start, end: start + value.length, before: "" };
  }).filter((mention) => state.isFree(mention));
}

/** "Boston, MA" and "Paris, France" are one place. */
function withState(name: NameMention, state: FillState): NameMention {
  const tail = /^,\s(?:[A-Z]{2}\b|[A-Z][a-z]+(?=\s|[.?!]|$))/.exec(state.text.slice(name.end))?.[0] ?? "";
  return { ...name, end: name.end + tail.length };
}

function fill(state: FillState, mentions: readonly NameMention[]): void {
  const fields = state.open((field) =>
    field.type === "string" && field.options.length === 0 && field.pattern === undefined &&
    field.format === undefined
  );
  const likeness = fields.map((field) => mentions.map((mention) => nameLikeness(field, mention, state)));
  assignPairs(likeness).forEach((column, row) => {
    const field = fields[row];
    const mention = mentions[column ?? -1];
    if (!field || !mention) return;
    const end = fieldRole(field) === "name" ? mention.start + mention.value.length : mention.end;
    state.take(field, canonicalValue(field, state.original.slice(mention.start, end)), {
      start: mention.start,
      end,
    });
  });
}

function nameLikeness(field: SchemaField, mention: NameMention, state: FillState): number {
  const role = fieldRole(field);
  const isQuote = mention.before === "" && /["'“「《‘]$/.test(state.text.slice(0, mention.start));
  if (role === "query" || !isQuote && (role === "topic" || role === "message")) return -Infinity;
  if (role === "kind" && !isQuote) return -Infinity;
  let score = wordLikeness(field, mention, state);
  if (role === "place") score += PLACES.get(mention.before) ?? (isQuote ? -0.5 : -0.2);
  if (role === "origin") score += mention.before === "from" ? 1.5 : 0;
  if (role === "destination") score += mention.before === "to" ? 1.5 : 0;
  if (isQuote && /name|title|text|message|subject|名|题/i.test(field.name)) score += 0.5;
  return field.required || score >= 0.6 ? score : -Infinity;
}

function wordLikeness(field: SchemaField, mention: NameMention, state: FillState): number {
  const tokens = textTokens(state.text);
  let total = 0;
  for (const [term, weight] of fieldWords(field)) {
    for (const token of tokens) {
      if (token.term !== term || stemWord(token.word) !== term) continue;
      const inside = token.start >= mention.start && token.end <= mention.end;
      const gap = token.end <= mention.start ? mention.start - token.end : token.start - mention.end;
      if (inside) total += weight * 0.5;
      else if (gap <= 16) total += weight / (1 + gap / 4);
    }
  }
  return total;
}

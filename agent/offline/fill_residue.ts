import { canonicalValue } from "./canonical_value.ts";
import { fieldRole } from "./field_role.ts";
import { fieldWords } from "./field_words.ts";
import type { FillState } from "./fill_state.ts";
import { requestResidue } from "./request_residue.ts";
import type { SchemaField } from "./schema_field.ts";
import { textTerms } from "./text_terms.ts";
import type { TextSpan } from "./text_span.ts";

/** A phrase after one of these is more often a value than what comes before it. */
const PREPOSITION = /\b(?:of|for|about|on|in|with|from|using|called|is|as|to)\s(?:an?\s|the\s|my\s)?$/i;
const TEXTS = ["topic", "query", "message"];

/**
 * Fills required names and lists that are still open with what is left of the request when grammar, the tool's
 * own words and earlier values are taken away.
 *
 * @param state The call being filled.
 *
 * @example
 * ```ts
 * fillResidue(state); // "a sculpture made of marble": { material: "marble" }
 * ```
 */
export function fillResidue(state: FillState): void {
  for (const field of state.open(isOpenName)) {
    const piece = choose(state, field, requestResidue(state)) ?? ownPhrase(state, field);
    if (piece) state.take(field, canonicalValue(field, state.original.slice(piece.start, piece.end)), piece);
  }
  for (const field of state.open(isOpenList)) {
    const pieces = requestResidue(state);
    if (
      pieces.length === 0 ||
      !state.take(field, pieces.map(({ start, end }) => state.original.slice(start, end)))
    ) continue;
    state.used.push(...pieces);
  }
}

function isOpenName(field: SchemaField): boolean {
  return field.required && field.type === "string" && field.options.length === 0 &&
    field.format === undefined &&
    !TEXTS.includes(fieldRole(field));
}

function isOpenList({ required, type, items }: SchemaField): boolean {
  return required && type === "array" && items?.type === "string" && items.options.length === 0;
}

/** A kind stands before the thing ("deluxe room"), other values after a preposition; else the first piece. */
function choose(state: FillState, field: SchemaField, pieces: readonly TextSpan[]): TextSpan | undefined {
  const words = fieldWords(field);
  const before = (piece: TextSpan) => {
    const [next] = textTerms(/^\s[\p{L}]+/u.exec(state.text.slice(piece.end))?.[0] ?? "");
    return next !== undefined && words.has(next);
  };
  const after = ({ start }: TextSpan) => PREPOSITION.test(state.text.slice(0, start));
  return (fieldRole(field) === "kind" ? pieces.find(before) : undefined) ?? pieces.find(after) ?? pieces[0];
}

/** A request may name a thing by words of the tool's own, after a preposition; of a place that would be a guess. */
function ownPhrase(state: FillState, field: SchemaField): TextSpan | undefined {
  if (!["name", "kind"].includes(fieldRole(field))) return undefined;
  return requestResidue(state, { ownWords: true }).find(({ start }) =>
    PREPOSITION.test(state.text.slice(0, start))
  );
}

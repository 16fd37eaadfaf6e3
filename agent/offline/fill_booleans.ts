import { fieldWords } from "./field_words.ts";
import type { FillState } from "./fill_state.ts";
import { textTerms } from "./text_terms.ts";
import { textTokens } from "./text_tokens.ts";

const NEGATIONS = /\b(?:no|not|without|never|few|little|isn't|don't|doesn't|n't)\b|不|没|无|别|免/i;

/**
 * Fills boolean fields whose own words the text holds; a negation just before them makes `false`.
 *
 * @param state The call being filled.
 *
 * @example
 * ```ts
 * fillBooleans(state);
 * ```
 */
export function fillBooleans(state: FillState): void {
  const tokens = textTokens(state.text);
  const common = new Set(textTerms(`${state.tool.name} ${state.tool.positive}`));
  for (const field of state.open((field) => field.type === "boolean")) {
    const own = [...fieldWords(field)].filter(([term, weight]) => weight === 1 && !common.has(term));
    const places = own.map(([term]) =>
      tokens.findIndex((token) =>
        token.term === term || term.includes(token.term) && /^\p{Script=Han}/u.test(term)
      )
    );
    if (own.length === 0 || places.some((place) => place < 0)) continue;
    const first = tokens[Math.min(...places)];
    const before = state.text.slice(Math.max(0, (first?.start ?? 0) - 16), first?.start ?? 0);
    state.take(field, !NEGATIONS.test(before));
  }
}

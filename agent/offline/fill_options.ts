import { describedOptions } from "./described_options.ts";
import type { FillState } from "./fill_state.ts";
import { matchOption, type OptionMatch } from "./match_option.ts";
import { findNames } from "./find_names.ts";
import { spansOverlap } from "./text_span.ts";
import type { SchemaField } from "./schema_field.ts";

interface Candidate extends OptionMatch {
  readonly option: string;
}

/**
 * Fills the fields that choose among named values: enums, arrays of enums, and strings whose description
 * names examples that the text holds literally.
 *
 * @param state The call being filled.
 *
 * @example
 * ```ts
 * fillOptions(state);
 * ```
 */
export function fillOptions(state: FillState): void {
  for (const field of state.open((field) => optionTexts(field).length > 0)) {
    const [best] = candidates(field, optionTexts(field), state).filter((found) =>
      found.strength > 1 || field.required
    );
    if (best) state.take(field, best.option, best);
  }
  for (const field of state.open((field) => field.type === "array" && optionTexts(field.items).length > 0)) {
    takeSeveral(state, field, candidates(field, optionTexts(field.items), state));
  }
  for (const field of state.open(isFreeString)) {
    const named = candidates(field, describedOptions(field.description), state);
    const best = named.find((found) => found.strength > 1 && state.isFree(found));
    if (best) {
      state.take(field, best.strength === 3 ? state.original.slice(best.start, best.end) : best.option, best);
    }
  }
}

/** All options of the best strength there is; one that is named by half counts only if no other is so named. */
function takeSeveral(state: FillState, field: SchemaField, found: readonly Candidate[]): void {
  const named = found.filter(({ strength }) => strength > 1);
  const halves = found.filter((each) => found.filter((other) => spansOverlap(other, each)).length === 1);
  const chosen = (named.length > 0 ? named : halves).toSorted((a, b) => a.start - b.start);
  if (chosen.length === 0 || !state.take(field, [...new Set(chosen.map(({ option }) => option))])) return;
  state.used.push(...chosen);
}

function optionTexts(field: SchemaField | undefined): string[] {
  return (field?.options ?? []).filter((option) => typeof option === "string");
}

function isFreeString(field: SchemaField): boolean {
  return field.type === "string" && field.options.length === 0 && field.pattern === undefined &&
    field.format === undefined;
}

/** Strongest first, then by place in the text. A longer option wins over one that is a piece of it. */
function candidates(field: SchemaField, options: readonly string[], state: FillState): Candidate[] {
  const names = findNames(state.text, new Set()).filter(({ value }) => value.includes(" "));
  const found = options.flatMap((option) => {
    const match = matchOption(option, state.text);
    // "history" in "Natural History Museum" asks for no history.
    const partOfName = names.some((name) =>
      match && spansOverlap(name, match) && match.end - match.start < name.value.length / 2
    );
    const free = match !== undefined && state.isFree(match);
    return match && free && !(partOfName && field.type === "array") ? [{ option, ...match }] : [];
  });
  return found.sort((a, b) =>
    b.strength - a.strength || (b.end - b.start) - (a.end - a.start) || a.start - b.start
  );
}

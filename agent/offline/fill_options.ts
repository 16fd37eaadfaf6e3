import { describedOptions } from "./described_options.ts";
import type { FillState } from "./fill_state.ts";
import { matchOption, type OptionMatch } from "./match_option.ts";
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
    const found = candidates(field, optionTexts(field.items), state).sort((a, b) => a.start - b.start);
    if (found.length > 0) state.take(field, [...new Set(found.map(({ option }) => option))]);
  }
  for (const field of state.open(isFreeString)) {
    const named = candidates(field, describedOptions(field.description), state);
    const best = named.find((found) => found.strength > 1 && state.isFree(found));
    if (best) {
      state.take(field, best.strength === 3 ? state.original.slice(best.start, best.end) : best.option, best);
    }
  }
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
  const found = options.flatMap((option) => {
    const match = matchOption(option, state.text);
    return match && (field.options.length > 0 || state.isFree(match)) ? [{ option, ...match }] : [];
  });
  return found.sort((a, b) =>
    b.strength - a.strength || (b.end - b.start) - (a.end - a.start) || a.start - b.start
  );
}

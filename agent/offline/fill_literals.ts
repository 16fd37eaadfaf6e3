import type { FillState } from "./fill_state.ts";
import { findLiterals } from "./find_literals.ts";
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
}

function isMap(field: SchemaField): boolean {
  return field.type === "object";
}

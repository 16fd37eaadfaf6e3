import type { SchemaField } from "./schema_field.ts";
import { textTerms } from "./text_terms.ts";

const EXAMPLES = /(?:\be\.?g\.|\bfor example|\bsuch as|\bdefaults?\b|例如|比如|形如|默认).*$/isu;

/**
 * The terms that speak for a field: those of its name, and those of its description without the examples.
 *
 * @param field The field.
 * @returns Weights by term: 1 for the name, 0.5 for the description.
 *
 * @example
 * ```ts
 * fieldWords(radius).get("radiu"); // 1
 * ```
 */
export function fieldWords(field: SchemaField): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const term of textTerms(field.description.replace(EXAMPLES, ""))) weights.set(term, 0.5);
  for (const term of textTerms(field.name.replace(/\d+$/, ""))) weights.set(term, 1);
  return weights;
}

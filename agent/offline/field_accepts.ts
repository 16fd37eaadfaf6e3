import type { JsonValue } from "../../tools/types.ts";
import type { SchemaField } from "./schema_field.ts";

/**
 * Would the schema of a field accept a value? Checks type, options, pattern, bounds and lengths.
 *
 * @param field The field.
 * @param value A candidate.
 * @returns `false` when a validator would refuse the value.
 *
 * @example
 * ```ts
 * fieldAccepts(orderId, "A-1024"); // true
 * ```
 */
export function fieldAccepts(field: SchemaField, value: JsonValue): boolean {
  if (field.options.length > 0) return field.options.some((option) => option === value);
  switch (field.type) {
    case "string":
      return typeof value === "string" && acceptsString(field, value);
    case "integer":
      return typeof value === "number" && Number.isSafeInteger(value) && isWithin(field, value);
    case "number":
      return typeof value === "number" && Number.isFinite(value) && isWithin(field, value);
    case "boolean":
      return typeof value === "boolean";
    case "array":
      return Array.isArray(value) && acceptsItems(field, value);
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    case "any":
      return true;
  }
}

function acceptsString(field: SchemaField, value: string): boolean {
  const length = [...value].length;
  return (field.pattern?.test(value) ?? true) && length >= (field.minLength ?? 0) &&
    length <= (field.maxLength ?? Infinity);
}

function isWithin(field: SchemaField, value: number): boolean {
  return value >= (field.minimum ?? -Infinity) && value <= (field.maximum ?? Infinity);
}

function acceptsItems(field: SchemaField, values: JsonValue[]): boolean {
  const { items } = field;
  return items === undefined || values.every((value) => fieldAccepts(items, value));
}

import type { JsonValue } from "../../tools/types.ts";
import type { FieldType, SchemaField } from "./schema_field.ts";

const TYPES: readonly FieldType[] = ["string", "number", "integer", "boolean", "array", "object"];
const DEEPEST = 4;

/**
 * Reads the properties of an object schema. Tolerant: what it does not understand becomes a field of type
 * `any`, so that a foreign tool table never stops the model.
 *
 * @param schema A JSON schema of type object.
 * @param depth How deep inside the tool's schema this one lies; recursion ends at four.
 * @returns The properties in order; empty for anything else than an object schema.
 *
 * @example
 * ```ts
 * readFields({ type: "object", properties: { orderId: { type: "string" } }, required: ["orderId"] });
 * ```
 */
export function readFields(schema: unknown, depth = 0): SchemaField[] {
  if (!isRecord(schema) || !isRecord(schema.properties) || depth > DEEPEST) return [];
  const required: readonly unknown[] = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(schema.properties).map(([name, property]) =>
    readField(name, property, required.includes(name), depth)
  );
}

function readField(name: string, given: unknown, required: boolean, depth: number): SchemaField {
  const schema = onlyVariant(isRecord(given) ? given : {});
  const pattern = typeof schema.pattern === "string" ? compile(schema.pattern) : undefined;
  return {
    name,
    required,
    type: typeOf(schema),
    description: typeof schema.description === "string" ? schema.description : "",
    options: optionsOf(schema),
    properties: readFields(schema, depth + 1),
    ...(pattern && { pattern }),
    ...(typeof schema.format === "string" && { format: schema.format }),
    ...numberOf(schema, "minimum"),
    ...exclusiveOf(schema),
    ...numberOf(schema, "maximum"),
    ...numberOf(schema, "minLength"),
    ...numberOf(schema, "maxLength"),
    ...(schema.default !== undefined && { fallback: schema.default as JsonValue }),
    ...(isRecord(schema.items) && depth < DEEPEST &&
      { items: readField(name, schema.items, true, depth + 1) }),
  };
}

/** `anyOf: [X, null]` is how an optional value is often written: read X, keep the outer description. */
function onlyVariant(schema: Record<string, unknown>): Record<string, unknown> {
  const variants = [schema.anyOf, schema.oneOf].find(Array.isArray);
  const variant: unknown = variants?.find((each: unknown) => isRecord(each) && each.type !== "null");
  return isRecord(variant) ? { ...variant, ...schema } : schema;
}

function typeOf(schema: Record<string, unknown>): FieldType {
  const named: unknown = Array.isArray(schema.type)
    ? schema.type.find((type) => type !== "null")
    : schema.type;
  const known = TYPES.find((type) => type === named);
  if (known) return known;
  return optionsOf(schema).some((option) => typeof option === "string") ? "string" : "any";
}

function optionsOf(schema: Record<string, unknown>): JsonValue[] {
  if (schema.const !== undefined) return [schema.const as JsonValue];
  return Array.isArray(schema.enum) ? schema.enum as JsonValue[] : [];
}

function numberOf(
  schema: Record<string, unknown>,
  key: "minimum" | "maximum" | "minLength" | "maxLength",
): { [name in typeof key]?: number } {
  const value = schema[key];
  return typeof value === "number" ? { [key]: value } : {};
}

/** The smallest number above an exclusive bound. */
function exclusiveOf({ exclusiveMinimum: bound }: Record<string, unknown>): { minimum?: number } {
  return typeof bound === "number"
    ? { minimum: bound + Math.max(Number.MIN_VALUE, Math.abs(bound) * Number.EPSILON) }
    : {};
}

/** A pattern that JavaScript cannot compile is as good as none. */
function compile(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, "u");
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

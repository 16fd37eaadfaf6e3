/**
 * Checks a value against JSON Schema: just the keywords that `handrail schema` prints, and no others.
 *
 * @module
 */

/** A schema, as far as it is understood. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly propertyNames?: JsonSchema;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly title?: string;
}

const KEYWORDS = new Set([
  "type",
  "const",
  "enum",
  "properties",
  "required",
  "additionalProperties",
  "propertyNames",
  "items",
  "anyOf",
  "oneOf",
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "pattern",
  // These say nothing about the value.
  "$schema",
  "title",
  "description",
  "format",
]);

/**
 * What is wrong with a value; nothing when it fits.
 *
 * @param schema The schema.
 * @param value A value that came from JSON.
 * @throws {TypeError} If the schema has a keyword that is not understood: passing over it would prove nothing.
 */
export function checkSchema(schema: JsonSchema, value: unknown, path = "$"): string[] {
  const foreign = Object.keys(schema).filter((keyword) => !KEYWORDS.has(keyword));
  if (foreign.length > 0) {
    throw new TypeError(`Cannot check ${path}: ${foreign.join(", ")} is not understood`);
  }
  return [
    ...checkValue(schema, value, path),
    ...checkObject(schema, value, path),
    ...(Array.isArray(value) && schema.items
      ? value.flatMap((item, at) => checkSchema(schema.items ?? {}, item, `${path}[${at}]`))
      : []),
    ...checkChoices(schema, value, path),
  ];
}

function checkValue(schema: JsonSchema, value: unknown, path: string): string[] {
  const faults: string[] = [];
  const types = [schema.type ?? []].flat();
  if (types.length > 0 && !types.some((type) => isOfType(type, value))) {
    faults.push(`${path} is no ${types.join(" or ")}`);
  }
  if ("const" in schema && value !== schema.const) {
    faults.push(`${path} is not ${JSON.stringify(schema.const)}`);
  }
  if (schema.enum && !schema.enum.includes(value)) {
    faults.push(`${path} is none of ${schema.enum.join(", ")}`);
  }
  if (typeof value === "string") {
    if (value.length < (schema.minLength ?? 0)) faults.push(`${path} is too short`);
    if (value.length > (schema.maxLength ?? Infinity)) faults.push(`${path} is too long`);
    if (schema.pattern !== undefined && !new RegExp(schema.pattern, "u").test(value)) {
      faults.push(`${path} does not match`);
    }
  }
  if (typeof value === "number") {
    if (value < (schema.minimum ?? -Infinity)) faults.push(`${path} is too small`);
    if (value > (schema.maximum ?? Infinity)) faults.push(`${path} is too great`);
  }
  return faults;
}

function isOfType(type: string, value: unknown): boolean {
  switch (type) {
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value);
    case "array":
      return Array.isArray(value);
    case "integer":
      return Number.isInteger(value);
    case "null":
      return value === null;
    case "string":
      return typeof value === "string";
    case "boolean":
      return typeof value === "boolean";
    case "number":
      return typeof value === "number";
    default:
      throw new TypeError(`Cannot check type ${type}: it is not understood`);
  }
}

function checkObject(schema: JsonSchema, value: unknown, path: string): string[] {
  if (!isOfType("object", value)) return [];
  const { properties = {}, required = [], additionalProperties = true } = schema;
  const fields = Object.entries(value as Record<string, unknown>);
  const missing = required.filter((name) => !fields.some(([field]) => field === name));
  return [
    ...missing.map((name) => `${path}.${name} is missing`),
    ...fields.flatMap(([name, field]) => {
      const own = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
      if (own === true || own === undefined) return [];
      return own === false ? [`${path}.${name} is not allowed`] : checkSchema(own, field, `${path}.${name}`);
    }),
    ...(schema.propertyNames
      ? fields.flatMap(([name]) => checkSchema(schema.propertyNames ?? {}, name, `${path} name`))
      : []),
  ];
}

function checkChoices({ anyOf, oneOf }: JsonSchema, value: unknown, path: string): string[] {
  const fitting = (choices: readonly JsonSchema[]) =>
    choices.filter((choice) => checkSchema(choice, value, path).length === 0).length;
  return [
    ...(anyOf && fitting(anyOf) === 0 ? [`${path} fits none of ${anyOf.length}`] : []),
    ...(oneOf && fitting(oneOf) !== 1 ? [`${path} fits ${fitting(oneOf)} of ${oneOf.length}, not one`] : []),
  ];
}

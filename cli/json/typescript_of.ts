/**
 * Prints JSON Schema as TypeScript.
 *
 * @module
 */

/** What zod makes of our definitions, as far as it says something about a type. */
export interface SchemaNode {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | SchemaNode;
  readonly items?: SchemaNode;
  readonly anyOf?: readonly SchemaNode[];
  readonly oneOf?: readonly SchemaNode[];
}

const PRIMITIVES: Readonly<Record<string, string>> = {
  string: "string",
  number: "number",
  integer: "number",
  boolean: "boolean",
  null: "null",
};

/**
 * The type of the values that a schema takes. Bounds and patterns have no counterpart and are left out; descriptions
 * become comments.
 *
 * @param schema The schema.
 * @param indent What stands before each line but the first.
 * @throws {TypeError} If the schema has a type that is not understood.
 *
 * @example
 * ```ts
 * typescriptOf({ type: ["string", "null"] }); // "string | null"
 * ```
 */
export function typescriptOf(schema: SchemaNode, indent = ""): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map((choice) => typescriptOf(choice, indent)).join(" | ");
  if (schema.type === undefined) return "unknown";
  return [schema.type].flat().map((type) => ofType(type, schema, indent)).join(" | ");
}

function ofType(type: string, schema: SchemaNode, indent: string): string {
  if (type === "array") return `ReadonlyArray<${typescriptOf(schema.items ?? {}, indent)}>`;
  if (type === "object") return ofObject(schema, indent);
  const primitive = PRIMITIVES[type];
  if (primitive === undefined) {
    throw new TypeError(`Cannot print type ${JSON.stringify(type)}: it is not understood. Add it here`);
  }
  return primitive;
}

function ofObject({ properties, required = [], additionalProperties }: SchemaNode, indent: string): string {
  if (!properties) {
    const values = typeof additionalProperties === "object" ? additionalProperties : {};
    return `Readonly<Record<string, ${typescriptOf(values, indent)}>>`;
  }
  const inner = `${indent}  `;
  const fields = Object.entries(properties).map(([name, field]) => {
    // A description holds no end of a comment: it is one of ours.
    const comment = field.description === undefined ? "" : `${inner}/** ${field.description} */\n`;
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
    return `${comment}${inner}readonly ${key}${required.includes(name) ? "" : "?"}: ${
      typescriptOf(field, inner)
    };\n`;
  });
  return `{\n${fields.join("")}${indent}}`;
}

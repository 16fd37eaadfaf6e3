import { assertEquals, assertThrows } from "@std/assert";
import { type SchemaNode, typescriptOf } from "../../../cli/json/typescript_of.ts";

const CASES: [SchemaNode, string][] = [
  [{}, "unknown"],
  [{ type: "string" }, "string"],
  [{ type: "integer" }, "number"],
  [{ type: ["string", "null"] }, "string | null"],
  [{ type: "number", const: 1 }, "1"],
  [{ type: "string", enum: ["a", "b"] }, '"a" | "b"'],
  [{ type: "array", items: { type: "string", enum: ["a", "b"] } }, 'ReadonlyArray<"a" | "b">'],
  [{ anyOf: [{ type: "boolean" }, { type: "null" }] }, "boolean | null"],
  [{ type: "object", additionalProperties: {} }, "Readonly<Record<string, unknown>>"],
  [
    {
      type: "object",
      properties: {
        id: { type: "string", description: "Names it" },
        "a-b": { type: "object", properties: {} },
      },
      required: ["id"],
    },
    '{\n  /** Names it */\n  readonly id: string;\n  readonly "a-b"?: {\n  };\n}',
  ],
];

for (const [schema, expected] of CASES) {
  Deno.test(`typescriptOf() prints ${JSON.stringify(schema)}`, () => {
    assertEquals(typescriptOf(schema), expected);
  });
}

Deno.test("typescriptOf() refuses a type that it does not know", () => {
  assertThrows(() => typescriptOf({ type: "date" }), TypeError, 'Cannot print type "date"');
});

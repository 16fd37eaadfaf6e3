import { assert, assertEquals } from "@std/assert";
import type { LanguageModelV4FunctionTool } from "@ai-sdk/provider";
import fc from "fast-check";
import { createOfflineModel } from "../../../agent/offline/create_offline_model.ts";
import { NOW, step, user } from "./call_model.ts";

const words = fc.constantFrom(
  "find",
  "order",
  "A-1024",
  "price",
  "of",
  "3.5%",
  "Paris",
  "from",
  "to",
  "tomorrow",
  "2026-10-09",
  "订单",
  "到哪了",
  "明天",
  "北京",
  "三个",
  "主题是",
  "“你好”",
  "[1, 2]",
  "(3,4)",
  "{'a': 1}",
  "x^2",
  "$1M",
  "and",
  ",",
  "，",
  "?",
  "(",
  "]",
  "\\",
  "high",
  "amy@example.org",
  "👍🏽",
  "\ud800",
);
const text = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.array(words, { maxLength: 14 }).map((all) => all.join(" ")),
);
const scalar = fc.oneof(
  fc.record({ type: fc.constant("string"), description: text }),
  fc.record({ type: fc.constant("string"), enum: fc.constant(["low", "high"]) }),
  fc.record({ type: fc.constant("string"), pattern: fc.constantFrom("^[A-Z]-\\d{4}$", "^\\w+$", "[", "") }),
  fc.record({
    type: fc.constant("string"),
    format: fc.constantFrom("date", "date-time", "time", "email", "uri", "odd"),
  }),
  fc.record({ type: fc.constantFrom("integer", "number"), minimum: fc.integer({ min: -5, max: 5 }) }),
  fc.record({ type: fc.constant("boolean") }),
  fc.constant({}),
);
const property = fc.oneof(
  scalar,
  fc.record({ type: fc.constant("array"), items: scalar }),
  fc.record({
    type: fc.constant("object"),
    properties: fc.dictionary(fc.constantFrom("min", "max", "name"), scalar),
  }),
);
const names = fc.constantFrom(
  "city",
  "from",
  "to",
  "query",
  "subject",
  "a",
  "amount",
  "side1",
  "side2",
  "date",
  "tags",
  "__proto__",
  "constructor",
);
const table: fc.Arbitrary<LanguageModelV4FunctionTool[]> = fc.array(
  fc.record({
    name: fc.constantFrom("find_it", "order.get", "createTicket", "查询", "x"),
    description: text,
    properties: fc.dictionary(names, property),
    all: fc.boolean(),
  }),
  { maxLength: 4 },
).map((tools) =>
  tools.map(({ name, description, properties, all }, index) => ({
    type: "function",
    name: `${name}${index}`,
    description,
    inputSchema: {
      type: "object",
      properties,
      required: all ? Object.keys(properties) : [],
    } as LanguageModelV4FunctionTool["inputSchema"],
  }))
);

Deno.test("any text with any table gives a text or calls whose input uses fields of the schema only", async () => {
  const model = createOfflineModel({ now: () => NOW });
  await fc.assert(
    fc.asyncProperty(
      text,
      table,
      fc.constantFrom("auto", "required", "none" as const),
      async (request, tools, type) => {
        const { content, finishReason } = await model.doGenerate({
          prompt: [user(request)],
          tools,
          toolChoice: { type } as { type: "auto" },
        });
        assert(content.length > 0);
        for (const part of content) {
          if (part.type !== "tool-call") continue;
          assertEquals(finishReason.unified, "tool-calls");
          const tool = tools.find(({ name }) => name === part.toolName);
          const schema = tool?.inputSchema;
          const known = typeof schema === "object" ? Object.keys(schema.properties ?? {}) : [];
          for (const key of Object.keys(JSON.parse(part.input))) assert(known.includes(key));
        }
      },
    ),
    { numRuns: 400 },
  );
});

Deno.test("any chain of results is phrased without throwing", async () => {
  const model = createOfflineModel({ now: () => NOW });
  await fc.assert(
    fc.asyncProperty(text, fc.jsonValue(), async (request, value) => {
      const { content } = await model.doGenerate({
        prompt: [
          user(request),
          { role: "assistant", content: [{ type: "tool-call", toolCallId: "c", toolName: "t", input: {} }] },
          {
            role: "tool",
            content: [{
              type: "tool-result",
              toolCallId: "c",
              toolName: "t",
              output: { type: "json", value: JSON.parse(JSON.stringify(value)) },
            }],
          },
        ],
      });
      assertEquals(content.map(({ type }) => type), ["text"]);
    }),
    { numRuns: 200 },
  );
});

Deno.test("a megabyte of text is read up to a bound, and answered", async () => {
  for (const piece of ["订单状态", "Where is order A-1024? ", "a-", "1 ", "。", "\u0000😀"]) {
    const text = piece.repeat(Math.ceil(1_000_000 / piece.length));
    assert((await step(text)).length > 0, piece);
  }
});

import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { jsonSchema } from "ai";
import * as z from "zod";
import { audit, type AuditRecord } from "../../shells/audit.ts";
import { composeToolShells } from "../../shells/compose_tool_shells.ts";
import { inputValidation } from "../../shells/input_validation.ts";
import { type AgentTool, ToolCallError } from "../../tools/types.ts";
import { FakeClock } from "../_support/fake_clock.ts";
import { callTool, fakeTool } from "../_support/fake_tool.ts";

function setUp(inputSchema: AgentTool["inputSchema"]) {
  const inputs: unknown[] = [];
  const tool = { ...fakeTool((input) => void inputs.push(input)), inputSchema };
  return { inputs, tool: inputValidation()(tool, { name: "kb_query" }) };
}

const SCHEMA = z.object({ query: z.string().trim(), k: z.number().int().default(5) });

Deno.test("inputValidation() gives the tool what the schema makes of the input", async () => {
  const { inputs, tool } = setUp(SCHEMA);
  const input = Object.freeze({ query: " leave ", unknown: true });
  await callTool(tool, input);
  assertEquals(inputs, [{ query: "leave", k: 5 }]);
});

Deno.test("inputValidation() refuses a misfit with its issues as the cause, and runs nothing", async () => {
  const { inputs, tool } = setUp(SCHEMA);
  for (const input of [{ query: "leave", k: "5" }, {}, null, undefined, "leave", []]) {
    const error = await assertRejects(() => callTool(tool, input), ToolCallError);
    assertEquals([error.type, error.message], [
      "invalid_input",
      "Cannot run kb_query: the input does not fit its schema",
    ]);
    assertEquals(error.cause instanceof Error, true);
  }
  assertEquals(inputs, []);
});

Deno.test("inputValidation() waits for a schema that checks asynchronously", async () => {
  const { inputs, tool } = setUp(
    z.object({ query: z.string().refine((query) => Promise.resolve(query !== "no")) }),
  );
  await callTool(tool, { query: "yes" });
  const error = await assertRejects(() => callTool(tool, { query: "no" }), ToolCallError);
  assertEquals([error.type, inputs], ["invalid_input", [{ query: "yes" }]]);
});

Deno.test("inputValidation() passes the input on when a schema cannot check", async () => {
  const { inputs, tool } = setUp(jsonSchema({ type: "object" }));
  const input = { anything: 1 };
  await callTool(tool, input);
  assertStrictEquals(inputs[0], input);
});

Deno.test("inputValidation() uses the check that a JSON schema brings", async () => {
  const { inputs, tool } = setUp(jsonSchema({ type: "object" }, {
    validate: (value) =>
      value === "good" ? { success: true, value: "better" } : { success: false, error: new Error("bad") },
  }));
  await callTool(tool, "good");
  const error = await assertRejects(() => callTool(tool, "bad"), ToolCallError);
  assertEquals([inputs, (error.cause as Error).message], [["better"], "bad"]);
});

Deno.test("inputValidation() answers a call that could not be read, in the conversation's language, and runs nothing (H35)", async () => {
  const inputs: unknown[] = [];
  const records: AuditRecord[] = [];
  const clock = new FakeClock();
  const options = { sink: (record: AuditRecord) => records.push(record), clock, sessionId: "s", turnId: "t" };
  for (const language of ["zh", "en"] as const) {
    const tool = { ...fakeTool((input) => void inputs.push(input)), inputSchema: z.object({}) };
    const { kb_query } = composeToolShells({ kb_query: tool }, [
      audit(options),
      inputValidation({ language: () => language }),
    ]);
    for (const unreadable of ["cut_off", "no_object"] as const) {
      await kb_query?.execute?.({}, { toolCallId: "c1", messages: [], unreadable });
    }
  }
  assertEquals(inputs, []);
  assertEquals(records.map(({ response_summary }) => response_summary), [
    "工具 kb_query 没有执行：这次回答被截断了。",
    "工具 kb_query 没有执行：参数不是一个完整的 JSON 对象。",
    "kb_query was not run: the answer was cut off.",
    "kb_query was not run: its arguments are no whole JSON object.",
  ]);
  assertEquals(
    records.map(({ status, error_type, attempts }) => [status, error_type, attempts]),
    Array(4).fill(["error", "invalid_input", 0]),
  );
});

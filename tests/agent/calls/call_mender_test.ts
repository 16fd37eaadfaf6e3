import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { AgentEvent } from "../../../agent/agent_event.ts";
import * as z from "zod";
import { AMBIGUOUS, INTACT, LOSSLESS, UNREADABLE } from "../../_support/malformed_arguments.ts";
import { ScriptedModel } from "../../_support/scripted_model.ts";
import { ofType, runTurn, testAgent } from "../../_support/test_agent.ts";

const GOOD = '{"subject":"x"}';

/** One call, then words; gives what happened and what the model saw before the words. */
async function callOnce(
  name: string,
  input: string,
  finish?: "length" | "other" | "stop" | "content-filter",
): Promise<{ events: AgentEvent[]; writes: number; seen: string; prompts: number }> {
  const model = new ScriptedModel([
    { calls: [{ id: "c1", name, input }], ...(finish && { finish }) },
    { text: ["ok"] },
  ]);
  const { open, ledger } = testAgent(model);
  const events = await runTurn(open(), "do it");
  return {
    events,
    writes: (await ledger.entries()).length,
    seen: JSON.stringify(model.prompts[1]?.slice(2) ?? []),
    prompts: model.prompts.length,
  };
}

Deno.test("a write whose arguments are only wrapped oddly runs, and says what was mended (H35)", async () => {
  for (
    const input of ["```json\n{'subject': 'x',}\n```", '"{\\"subject\\":\\"x\\"}"', `{"arguments":${GOOD}}`]
  ) {
    const { events, writes } = await callOnce("ticket_create", input);
    assertEquals([input, writes], [input, 1]);
    const warning = ofType(events, "warning")[0];
    assertEquals(warning?.code, "tool_call_repaired");
    assertStringIncludes(warning?.message ?? "", "ticket_create");
    const types = events.map(({ type }) => type);
    assert(types.indexOf("warning") < types.indexOf("tool.started"));
    assertEquals(ofType(events, "tool.started")[0]?.input, { subject: "x" });
  }
});

Deno.test("a write whose arguments are a guess does not run, and the model is asked again (H35)", async () => {
  for (
    const input of [
      '{"subject":"x"',
      '{"subject":"x}',
      `${GOOD}{"subject":"y"}`,
      '{"subject":"x","subject":"y"}',
    ]
  ) {
    const { events, writes, seen } = await callOnce("ticket_create", input);
    assertEquals([input, writes], [input, 0]);
    const [completed] = ofType(events, "tool.completed");
    assertEquals([completed?.status, completed?.attempts, completed?.error?.code], [
      "error",
      0,
      "invalid_input",
    ]);
    assertStringIncludes(seen, '\\"error_type\\":\\"invalid_input\\"'.replaceAll("\\", ""));
    assert(!seen.includes("subject"), "broken arguments went back to the model");
    assertEquals(ofType(events, "turn.completed")[0]?.status, "completed");
  }
});

Deno.test("a read whose arguments are a guess runs (H35)", async () => {
  const { events } = await callOnce("order_query_status", '{"orderId":"A-1024"');
  assertEquals(ofType(events, "tool.completed").map(({ status }) => status), ["ok"]);
  assertEquals(ofType(events, "warning")[0]?.code, "tool_call_repaired");
});

Deno.test("nothing of an answer that was cut off runs, however whole it looks (H35)", async () => {
  for (const name of ["ticket_create", "order_query_status"]) {
    for (const finish of ["length", "other"] as const) {
      const input = name === "ticket_create" ? GOOD : '{"orderId":"A-1024"}';
      const { events, writes, seen } = await callOnce(name, input, finish);
      assertEquals(writes, 0);
      assertEquals(ofType(events, "tool.completed").map(({ attempts }) => attempts), [0]);
      assertStringIncludes(seen, "cut off");
      assertEquals(ofType(events, "turn.completed")[0]?.text, "ok");
    }
  }
});

Deno.test("a call in an answer that a filter ended neither runs nor is asked for again", async () => {
  const { events, writes, prompts } = await callOnce("ticket_create", GOOD, "content-filter");
  assertEquals([writes, prompts], [0, 1]);
  assertEquals(ofType(events, "turn.completed")[0]?.stop_reason, "content-filter");
});

Deno.test("a call with the finish reason of plain text runs all the same", async () => {
  assertEquals((await callOnce("ticket_create", GOOD, "stop")).writes, 1);
});

Deno.test("a write is reached by another spelling of its name, and not by a slip (H35)", async () => {
  assertEquals((await callOnce("functions.ticket-create:0", GOOD)).writes, 1);
  const { events, writes } = await callOnce("ticket_creat", GOOD);
  assertEquals([writes, ofType(events, "tool.completed")[0]?.status], [0, "error"]);
});

Deno.test("broken arguments of a tool that there is not are not sent back (H35)", async () => {
  const { seen } = await callOnce("order_delete", '{"orderId":"A-10');
  assert(!seen.includes("A-10"));
});

Deno.test("an exact call is passed on without a word", async () => {
  const { events } = await callOnce("ticket_create", GOOD);
  assertEquals(ofType(events, "warning"), []);
});

/** What a tool of this kind, which takes anything, ran with when a model wrote these arguments. */
async function ranWith(kind: "read" | "write", input: string): Promise<unknown[]> {
  const model = new ScriptedModel([{ calls: [{ id: "c1", name: "any_tool", input }] }, { text: ["ok"] }]);
  const { agent, open } = testAgent(model);
  const inputs: unknown[] = [];
  agent.registry.register("any_tool", {
    description: "Takes anything.",
    inputSchema: z.looseObject({
      orderId: z.any().optional(),
      amount: z.any().optional(),
      reason: z.any().optional(),
    }),
    execute: (given) => {
      inputs.push(given);
      return Promise.resolve({ status: "success", summary: "Done.", structured: { status: "ok" } });
    },
    traits: { kind, risk: "low", priority: "core", aliases: [], repeat: kind === "write" ? "once" : "share" },
  });
  await runTurn(open(), "do it");
  return inputs;
}

Deno.test("of all the malformed arguments not one makes a wrong write (H35)", async () => {
  for (const [input, value] of [...INTACT, ...LOSSLESS]) {
    const named = input.replace("order_refund", "any_tool");
    assertEquals([input, await ranWith("write", named)], [input, [value]]);
  }
  for (const input of [...AMBIGUOUS.map(([text]) => text), ...UNREADABLE]) {
    assertEquals([input.slice(0, 60), await ranWith("write", input)], [input.slice(0, 60), []]);
  }
});

Deno.test("of all the malformed arguments only those that could mean anything keep a read from running (H35)", async () => {
  for (const [input, value] of AMBIGUOUS) {
    assertEquals([input, await ranWith("read", input)], [input, [value]]);
  }
  for (const input of UNREADABLE) {
    assertEquals([input.slice(0, 60), await ranWith("read", input)], [input.slice(0, 60), []]);
  }
});

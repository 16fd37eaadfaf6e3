import { assertEquals } from "@std/assert";
import { describeSession, emptySession } from "../../../cli/json/describe_session.ts";
import { ENVELOPE, JSON_EVENTS } from "../../../cli/json/session_event.ts";
import { parseProfile } from "../../../tools/profiles.ts";
import { ScriptedModel } from "../../_support/scripted_model.ts";
import { testAgent } from "../../_support/test_agent.ts";
import { testProgram } from "../../_support/test_program.ts";

type Parts = Parameters<typeof testAgent>[1];

function describe(parts: Parts = {}, session = { resumed: false, warnings: [] as string[] }) {
  const { agent } = testAgent(new ScriptedModel([]), parts);
  return describeSession(testProgram(agent).program, agent, session);
}

/** The names of the tools that ask first. */
function asking(parts: Parts): string[] {
  return describe(parts).tools.filter(({ approval }) => approval).map(({ name }) => name);
}

Deno.test("describeSession() tells program, model, limits and abilities", () => {
  const { tools, ...others } = describe();
  assertEquals(others, {
    type: "session.started",
    protocol: 1,
    agent: { name: "handrail", version: "1.2.3" },
    resumed: false,
    model: { provider: "test", id: "scripted" },
    approval: { mode: "high_risk", timeout_ms: 300_000 },
    capabilities: ["approvals", "questions", "queue", "idempotency_key", "set_model", "heartbeat"],
    limits: { max_line_bytes: 8_388_608, max_output_bytes: 16_384, max_steps: 8, max_replayed_turns: 100 },
    warnings: [],
  });
  assertEquals(tools.length, 8);
});

Deno.test("describeSession() takes its limits from the agent, not from the settings", () => {
  const { limits, approval } = describe({
    limits: { maxSteps: 3, maxOutputBytes: 99, maxRetries: 0 },
    approvalDeadlineMs: 1_000,
  });
  assertEquals([limits.max_steps, limits.max_output_bytes, approval.timeout_ms], [3, 99, 1_000]);
});

Deno.test("describeSession() lists the tools in the model's order, with the shells around each", () => {
  const { tools } = describe();
  const outer = ["audit", "loopGuard", "friendlyErrors", "inputValidation"];
  assertEquals(tools[0], {
    name: "agent_ask_to_user",
    kind: "read",
    risk: "low",
    approval: false,
    shells: outer,
  });
  assertEquals(tools[1], {
    name: "order_query_status",
    kind: "read",
    risk: "low",
    approval: false,
    shells: [...outer, "idempotency", "circuitBreaker", "timeout"],
  });
  assertEquals(tools.find(({ name }) => name === "order_refund"), {
    name: "order_refund",
    kind: "write",
    risk: "high",
    approval: true,
    shells: [...outer, "approval", "idempotency", "circuitBreaker", "timeout"],
  });
  assertEquals(tools.find(({ name }) => name === "handoff_create")?.shells, [
    ...outer,
    "idempotency",
    "timeout",
  ]);
});

Deno.test("describeSession() says which tools ask, by the setting", () => {
  assertEquals(asking({}), ["order_cancel", "order_refund"]);
  assertEquals(asking({ confirmTools: "createTicket" }), ["ticket_create", "order_cancel", "order_refund"]);
  assertEquals(asking({ confirmTools: "none" }), []);
  assertEquals(asking({ confirmTools: "*" }).length, 7);
  assertEquals(
    [undefined, "createTicket", "none", "*"].map((confirmTools) => describe({ confirmTools }).approval.mode),
    ["high_risk", "list", "none", "all"],
  );
});

Deno.test("describeSession() lists only the tools of the profile", () => {
  assertEquals(describe({ profile: parseProfile("knowledge") }).tools.map(({ name }) => name), [
    "agent_ask_to_user",
    "kb_query",
  ]);
});

Deno.test("describeSession() passes on that the session goes on, and a copy of the warnings", () => {
  const warnings = ["w"];
  const described = describe({}, { resumed: true, warnings });
  assertEquals([described.resumed, described.warnings], [true, ["w"]]);
  described.warnings.push("x");
  assertEquals(warnings, ["w"]);
});

Deno.test("emptySession() is a first line as well, for a session that could not start", () => {
  const { program } = testProgram(testAgent(new ScriptedModel([])).agent);
  const { model, tools, approval } = emptySession(program);
  assertEquals([model, tools, approval], [
    { provider: "unknown", id: "offline" },
    [],
    { mode: "high_risk", timeout_ms: 300_000 },
  ]);
});

Deno.test("both first lines fit the definition that the schema is made from (T17)", () => {
  const { program } = testProgram(testAgent(new ScriptedModel([])).agent);
  const definition = JSON_EVENTS["session.started"].extend(ENVELOPE.shape).strict();
  for (const event of [describe(), emptySession(program)]) {
    const line = { ...event, seq: 0, ts: "2026-03-01T09:00:00.000Z", session_id: "ses_1" };
    assertEquals(definition.parse(JSON.parse(JSON.stringify(line))), line);
  }
});

import { assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import { audit, type AuditRecord } from "../../shells/audit.ts";
import { composeToolShells } from "../../shells/compose_tool_shells.ts";
import { friendlyErrors } from "../../shells/friendly_errors.ts";
import { inputValidation } from "../../shells/input_validation.ts";
import {
  type AgentTool,
  type CallFacts,
  type Execute,
  ToolCallError,
  type ToolErrorType,
} from "../../tools/types.ts";
import * as z from "zod";
import { FakeClock } from "../_support/fake_clock.ts";
import { callTool, fakeTool, ManualTool } from "../_support/fake_tool.ts";

function setUp(tool: AgentTool) {
  const clock = new FakeClock();
  const records: AuditRecord[] = [];
  const shell = audit({
    sink: (record) => records.push(record),
    clock,
    sessionId: "session-1",
    turnId: "turn-1",
  });
  return { clock, records, shell, tool: shell(tool, { name: "order_refund" }) };
}

/** The one record of one call. */
async function recordOf(execute: Execute): Promise<AuditRecord> {
  const { records, tool } = setUp(fakeTool(execute));
  await Promise.allSettled([callTool(tool, {})]);
  const [record, ...more] = records;
  assertEquals(more, []);
  if (!record) throw new Error("Nothing was recorded");
  return record;
}

Deno.test("audit() records how the circuit breaker stood", async () => {
  const record = await recordOf((_input, { report }) => void report?.({ circuit: { state: "half_open" } }));
  assertEquals(record.circuit, { state: "half_open" });
});

Deno.test("audit() takes no call for one that ended before it began, although the clock is set back meanwhile", async () => {
  const { records, clock, tool } = setUp(fakeTool(() => {
    now -= 3_600_000;
    return { status: "success", summary: "Refunded.", structured: {} };
  }));
  let now = clock.now();
  clock.now = () => now;
  await callTool(tool, {});
  assertEquals(records.map(({ latency_ms }) => latency_ms), [0]);
});

Deno.test("audit() passes a result on whose summary is no text and has none", async () => {
  const odd = {
    status: "error",
    error_type: { toString: 1, valueOf: 1 },
    message: { toString: 1, valueOf: 1 },
  };
  for (const result of [odd, { ...odd, status: "success", summary: odd.message }]) {
    const { records, tool } = setUp(fakeTool(() => result));
    assertEquals(await callTool(tool, {}), result);
    assertEquals(records.map(({ status, response_summary }) => [status, response_summary]), [
      [result.status === "error" ? "error" : "ok", ""],
    ]);
  }
});

Deno.test("audit() records a call with its times, ids and summary", async () => {
  const manual = new ManualTool();
  const { clock, records, tool } = setUp(manual.tool);
  const call = callTool(tool, { orderId: "A-1024" }, { toolCallId: "call-7" });
  clock.advance(1_500);
  assertEquals(records, []);
  manual.execution(0).resolve({ status: "success", summary: "Refunded.", structured: {} });
  await call;
  assertEquals(records, [{
    time: "2026-03-01T09:00:00.000Z",
    session_id: "session-1",
    turn_id: "turn-1",
    call_id: "call-7",
    tool_name: "order_refund",
    params: { orderId: "A-1024" },
    response_summary: "Refunded.",
    status: "ok",
    latency_ms: 1_500,
    attempts: 1,
    replayed: false,
  }]);
});

Deno.test("audit() records facts that inner shells report, and passes them on", async () => {
  const idempotency = { key: "0123456789abcdef", hit: true, store: "memory" };
  const approval = { decision: "allow", by: "user" } as const;
  const { records, tool } = setUp(fakeTool((_input, { report }) => {
    report?.({ approval, effectiveInput: { amount: 5 } });
    report?.({ attempts: 0, replayed: true, idempotency });
    return "done";
  }));
  const passedOn: CallFacts[] = [];
  await callTool(tool, { amount: 10 }, { report: (facts) => passedOn.push(facts) });
  const [record] = records;
  assertEquals(
    record && {
      params: record.params,
      attempts: record.attempts,
      replayed: record.replayed,
      approval: record.approval,
      idempotency: record.idempotency,
    },
    { params: { amount: 5 }, attempts: 0, replayed: true, approval, idempotency },
  );
  assertEquals(passedOn, [
    { approval, effectiveInput: { amount: 5 } },
    { attempts: 0, replayed: true, idempotency },
  ]);
});

Deno.test("audit() counts the repetitions inside a tool as tries, and passes them on", async () => {
  const { records, tool } = setUp(
    fakeTool((_input, { onRetry }) => {
      onRetry?.({ attempt: 1, maxAttempts: 2, delayMs: 150, errorType: "network" });
      onRetry?.({ attempt: 2, maxAttempts: 2, delayMs: 300, errorType: "timeout" });
      return "done";
    }),
  );
  const told: string[] = [];
  await callTool(tool, {}, { onRetry: ({ errorType }) => void told.push(errorType) });
  assertEquals([records.map(({ attempts }) => attempts), told], [[3], ["network", "timeout"]]);
});

Deno.test("audit() sums up results by their summary, message or text, in at most 200 characters", async () => {
  const summaries: [unknown, string][] = [
    [{ status: "success", summary: "Refunded." }, "Refunded."],
    [{ status: "error", message: "Not now." }, "Not now."],
    ["plain text", "plain text"],
    [{ summary: "x".repeat(201) }, "x".repeat(200)],
    [{ other: 1 }, ""],
    [42, ""],
    [null, ""],
    [undefined, ""],
  ];
  for (const [result, expected] of summaries) {
    assertEquals((await recordOf(() => result)).response_summary, expected);
  }
  const thrown = await recordOf(() => Promise.reject(new Error("x".repeat(201))));
  assertEquals(thrown.response_summary, "x".repeat(200));
});

Deno.test("audit() names how a call ended, whether it was returned or thrown", async () => {
  const expected: Record<ToolErrorType, AuditRecord["status"]> = {
    invalid_input: "error",
    not_found: "error",
    denied: "denied",
    cancelled: "cancelled",
    timeout: "timeout",
    network: "error",
    rate_limited: "error",
    unavailable: "error",
    circuit_open: "circuit_open",
    in_progress: "error",
    unknown_outcome: "unknown_outcome",
    loop: "error",
    internal: "error",
  };
  for (const [type, status] of Object.entries(expected) as [ToolErrorType, AuditRecord["status"]][]) {
    const returned = await recordOf(() => ({ status: "error", error_type: type, message: "m" }));
    assertEquals([returned.status, returned.error_type], [status, type]);
    const thrown = await recordOf(() => Promise.reject(new ToolCallError(type, "Cannot run")));
    assertEquals([thrown.status, thrown.error_type, thrown.response_summary], [status, type, "Cannot run"]);
  }
});

Deno.test("audit() records what is thrown without a type as internal, and throws it on", async () => {
  for (const thrown of [new Error("boom"), "boom", null, undefined, { type: 7 }]) {
    const { records, tool } = setUp(fakeTool(() => Promise.reject(thrown)));
    const [end] = await Promise.allSettled([callTool(tool, {})]);
    assertStrictEquals(end?.status === "rejected" ? end.reason : "resolved", thrown);
    assertEquals(records.map(({ status, error_type }) => [status, error_type]), [["error", "internal"]]);
  }
});

Deno.test("audit() changes neither results nor errors when its sink fails, and records once", async () => {
  let written = 0;
  const shell = audit({
    sink: () => {
      written++;
      throw new Error("disk full");
    },
    clock: new FakeClock(),
    sessionId: "session-1",
    turnId: "turn-1",
  });
  const works = shell(fakeTool(() => "done"), { name: "order_refund" });
  assertEquals([await callTool(works, {}), written], ["done", 1]);
  const fails = shell(fakeTool(() => Promise.reject(new Error("boom"))), { name: "order_refund" });
  await assertRejects(() => callTool(fails, {}), Error, "boom");
  assertEquals(written, 2);
});

Deno.test("audit() counts no execution for an input that was refused", async () => {
  const { records, shell } = setUp(fakeTool(() => "never"));
  const tool = { ...fakeTool(() => "never"), inputSchema: z.object({ orderId: z.string() }) };
  const { order_refund } = composeToolShells({ order_refund: tool }, [
    shell,
    friendlyErrors({ language: () => "en" }),
    inputValidation(),
  ]);
  await callTool(order_refund ?? tool, { orderId: 7 });
  assertEquals(
    records.map(({ status, error_type, attempts, params }) => [status, error_type, attempts, params]),
    [
      ["error", "invalid_input", 0, { orderId: 7 }],
    ],
  );
});

Deno.test("audit() keeps one record per call when calls overlap", async () => {
  const manual = new ManualTool();
  const { clock, records, tool } = setUp(manual.tool);
  const first = callTool(tool, { at: 1 }, { toolCallId: "call-1" });
  clock.advance(100);
  const second = callTool(tool, { at: 2 }, { toolCallId: "call-2" });
  clock.advance(50);
  manual.execution(1).options.report?.({ replayed: true });
  manual.execution(1).resolve("second");
  await second;
  clock.advance(50);
  manual.execution(0).resolve("first");
  await first;
  assertEquals(
    records.map(({ call_id, params, latency_ms, replayed, response_summary }) => [
      call_id,
      params,
      latency_ms,
      replayed,
      response_summary,
    ]),
    [
      ["call-2", { at: 2 }, 50, true, "second"],
      ["call-1", { at: 1 }, 200, false, "first"],
    ],
  );
});

Deno.test("audit() does not count what a person took to decide as the call's time", async () => {
  const manual = new ManualTool();
  const { clock, records, tool } = setUp(manual.tool);
  const call = callTool(tool, {});
  clock.advance(5_000);
  manual.execution(0).options.report?.({ waitedMs: 4_900 });
  manual.execution(0).resolve("done");
  await call;
  assertEquals(records.map(({ latency_ms }) => latency_ms), [100]);
});

Deno.test("audit() records the tool's own code for what came of it, and nothing that is no code", async () => {
  const codes: [unknown, string | undefined][] = [
    [{ status: "success", structured: { status: "not_found" } }, "not_found"],
    [{ status: "success", structured: { status: "Sent to Ann" } }, undefined],
    [{ status: "success", structured: { status: 7 } }, undefined],
    [{ status: "success" }, undefined],
    [{ status: "error", message: "no", structured: { status: "shipped" } }, undefined],
  ];
  for (const [result, expected] of codes) {
    assertEquals((await recordOf(() => result)).result, expected);
  }
});

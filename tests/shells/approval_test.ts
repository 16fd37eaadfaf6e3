import { assert, assertEquals, assertRejects, assertStrictEquals } from "@std/assert";
import * as z from "zod";
import { approval, type ApprovalAsker, type ApprovalDecision } from "../../shells/approval.ts";
import { approvalPolicy } from "../../shells/approval_policy.ts";
import { audit, type AuditRecord } from "../../shells/audit.ts";
import { composeToolShells } from "../../shells/compose_tool_shells.ts";
import { friendlyErrors } from "../../shells/friendly_errors.ts";
import { idempotency } from "../../shells/idempotency.ts";
import { IdempotencyRegistry } from "../../shells/idempotency_registry.ts";
import type { Shell } from "../../shells/shell.ts";
import { MemoryIdempotencyStore } from "../../shells/stores/memory_idempotency_store.ts";
import { timeout } from "../../shells/timeout.ts";
import { type AgentTool, type CallFacts, ToolCallError } from "../../tools/types.ts";
import { allowingAsker, ManualAsker } from "../_support/fake_asker.ts";
import { askAlways, askNever, grantsFor } from "../_support/fake_policy.ts";
import { FailingStore } from "../_support/failing_store.ts";
import { FakeClock } from "../_support/fake_clock.ts";
import { callTool, fakeTool, ManualTool, WRITE } from "../_support/fake_tool.ts";
import { flushMicrotasks, isSettled } from "../_support/flush_microtasks.ts";

const INPUT = { orderId: "A-1024", amount: 10 };

/** A tool that keeps what it was run with. */
function recordingTool(): { tool: AgentTool; inputs: unknown[] } {
  const inputs: unknown[] = [];
  const tool: AgentTool = {
    ...fakeTool((input) => {
      inputs.push(input);
      return "done";
    }, { ...WRITE, risk: "high" }),
    inputSchema: z.object({
      orderId: z.string(),
      amount: z.number().positive(),
      note: z.string().default("none"),
    }),
  };
  return { tool, inputs };
}

function setUp(
  { asker = new ManualAsker() as ApprovalAsker, grants = grantsFor(), policy = askAlways } = {},
) {
  const { tool, inputs } = recordingTool();
  const shell = approval({ clock: new FakeClock(), policy, asker, grants });
  return { tool: shell(tool, { name: "order_refund" }), inputs, grants };
}

function answering(decision: unknown): ApprovalAsker {
  return { ask: () => Promise.resolve(decision as ApprovalDecision) };
}

async function assertDenied(call: Promise<unknown>): Promise<ToolCallError> {
  const error = await assertRejects(() => call, ToolCallError);
  assertEquals(error.type, "denied");
  return error;
}

function compose(tool: AgentTool, shells: readonly Shell[]): AgentTool {
  const { order_refund: composed } = composeToolShells({ order_refund: tool }, shells);
  assert(composed);
  return composed;
}

Deno.test("approval() returns the tool itself when the policy asks for nothing", () => {
  const { tool } = recordingTool();
  const shell = approval({
    clock: new FakeClock(),
    policy: askNever,
    asker: new ManualAsker(),
    grants: grantsFor(),
  });
  assertStrictEquals(shell(tool, { name: "order_refund" }), tool);
});

Deno.test("approval() asks the policy about the tool's name and traits", () => {
  const { tool } = recordingTool();
  const asked: unknown[] = [];
  const policy = { ...askNever, guards: (call: unknown) => asked.push(call) === 0 };
  approval({ clock: new FakeClock(), policy, asker: allowingAsker, grants: grantsFor() })(tool, {
    name: "order_refund",
  });
  assertEquals(asked, [{
    name: "order_refund",
    traits: { kind: "write", risk: "high", priority: "core", aliases: [], repeat: "once" },
  }]);
});

Deno.test("approval() says what it asks about, and runs nothing until it is answered", async () => {
  const asker = new ManualAsker();
  const { tool, inputs } = setUp({ asker });
  const abort = new AbortController();
  const call = callTool(tool, INPUT, { toolCallId: "call-7", abortSignal: abort.signal });
  assertEquals(await isSettled(call), false);
  assertEquals(inputs, []);
  assertEquals(asker.question(0).question, {
    callId: "call-7",
    tool: "order_refund",
    reason: "high_risk",
    risk: "high",
    input: { orderId: "A-1024", amount: 10 },
    inputSha256: "50fc396049ca7e36122866673facc46f9798a60af5fa2985449f1e6768c5ea5a",
    repeat: false,
  });
  assertStrictEquals(asker.question(0).signal, abort.signal);
  asker.question(0).answer({ decision: "allow", scope: "once", by: "user" });
  assertEquals(await call, "done");
  assertEquals(inputs, [{ orderId: "A-1024", amount: 10 }]);
});

Deno.test("approval() denies with the person's reason, and runs nothing", async () => {
  const { tool, inputs } = setUp({
    asker: answering({ decision: "deny", by: "user", reason: "金额不对，先别退" }),
  });
  const facts: CallFacts[] = [];
  const error = await assertDenied(callTool(tool, INPUT, { report: (fact) => facts.push(fact) }));
  assertEquals(error.reason, "金额不对，先别退");
  assertEquals(inputs, []);
  assertEquals(facts, [
    { attempts: 0, approval: { decision: "deny", by: "user", reason: "金额不对，先别退" } },
  ]);
});

Deno.test("approval() denies without a reason when the person gave none", async () => {
  const { tool, inputs } = setUp({ asker: answering({ decision: "deny", by: "policy" }) });
  const facts: CallFacts[] = [];
  const error = await assertDenied(callTool(tool, INPUT, { report: (fact) => facts.push(fact) }));
  assertEquals(error.reason, undefined);
  assertEquals(facts, [{ attempts: 0, approval: { decision: "deny", by: "policy" } }]);
  assertEquals(inputs, []);
});

Deno.test("approval() takes an undecidable answer for a denial (H22)", async () => {
  const undecidable = [
    undefined,
    null,
    true,
    "allow",
    {},
    [],
    { decision: "ALLOW" },
    { decision: "yes", scope: "once", by: "user" },
    { decision: true },
    { decision: ["allow"] },
  ];
  for (const answer of undecidable) {
    const { tool, inputs, grants } = setUp({ asker: answering(answer) });
    const error = await assertDenied(callTool(tool, INPUT));
    assertEquals(error.reason, "the answer was neither allow nor deny");
    assertEquals([inputs, grants.list().length], [[], 0]);
  }
});

Deno.test("approval() denies when asking fails, however it fails, and keeps the failure from the model", async () => {
  const failures = [new Error("ECONNREFUSED 10.0.0.7"), "a string", undefined, null, 7];
  const askers = failures.flatMap((failure): ApprovalAsker[] => [
    { ask: () => Promise.reject(failure) },
    {
      ask: () => {
        throw failure;
      },
    },
  ]);
  for (const [at, asker] of askers.entries()) {
    const { tool, inputs } = setUp({ asker });
    const error = await assertDenied(callTool(tool, INPUT));
    assertEquals(error.reason, "nobody could be asked");
    assertStrictEquals(error.cause, failures[Math.floor(at / 2)]);
    assertEquals(inputs, []);
  }
});

Deno.test("approval() asks every time when it was allowed once", async () => {
  const asker = new ManualAsker();
  const { tool, inputs, grants } = setUp({ asker });
  for (const at of [0, 1]) {
    const call = callTool(tool, INPUT);
    await flushMicrotasks();
    asker.question(at).answer({ decision: "allow", scope: "once", by: "user" });
    await call;
  }
  assertEquals([asker.count, inputs.length, grants.list().length], [2, 2, 0]);
});

Deno.test("approval() asks no more about a tool that was allowed for the session", async () => {
  const asker = new ManualAsker();
  const { tool, inputs, grants } = setUp({ asker });
  const first = callTool(tool, INPUT);
  asker.question(0).answer({ decision: "allow", scope: "session", by: "user" });
  await first;
  const facts: CallFacts[] = [];
  await callTool(tool, { ...INPUT, amount: 99 }, { report: (fact) => facts.push(fact) });
  assertEquals([asker.count, inputs.length, grants.list().map(({ tool }) => tool)], [1, 2, ["order_refund"]]);
  assertEquals(facts, [{ approval: { decision: "allow", by: "session" } }]);
});

Deno.test("approval() grants one tool for the session, not another", async () => {
  const asker = new ManualAsker();
  const grants = grantsFor("order_refund");
  const { tool } = recordingTool();
  const shell = approval({ clock: new FakeClock(), policy: askAlways, asker, grants });
  const call = callTool(shell(tool, { name: "order_cancel" }), INPUT);
  await flushMicrotasks();
  assertEquals([asker.count, asker.question(0).question.reason], [1, "high_risk"]);
  asker.question(0).answer({ decision: "deny", by: "user" });
  await assertDenied(call);
});

Deno.test("approval() grants nothing by a denial, nor by an edit that fits no schema", async () => {
  for (
    const answer of [
      { decision: "deny", scope: "session", by: "user" },
      { decision: "allow", scope: "session", by: "user", input: { amount: -1 } },
    ]
  ) {
    const { tool, inputs, grants } = setUp({ asker: answering(answer) });
    await assertRejects(() => callTool(tool, INPUT), ToolCallError);
    assertEquals([inputs, grants.list().length], [[], 0]);
  }
});

Deno.test("approval() runs the edited input as the schema reads it, and reports it (H23)", async () => {
  const edited = { orderId: "A-1024", amount: 5, unknown: "dropped" };
  const { tool, inputs } = setUp({
    asker: answering({ decision: "allow", scope: "once", by: "user", input: edited }),
  });
  const facts: CallFacts[] = [];
  await callTool(tool, INPUT, { report: (fact) => facts.push(fact) });
  assertEquals(inputs, [{ orderId: "A-1024", amount: 5, note: "none" }]);
  assertEquals(facts, [{
    approval: { decision: "allow", by: "user" },
    effectiveInput: { orderId: "A-1024", amount: 5, note: "none" },
  }]);
});

Deno.test("approval() refuses an edited input that fits no schema, and runs nothing (H23)", async () => {
  for (const input of [{ orderId: "A-1024", amount: -5 }, { amount: 5 }, "A-1024", null, []]) {
    const { tool, inputs } = setUp({
      asker: answering({ decision: "allow", scope: "once", by: "user", input }),
    });
    const facts: CallFacts = {};
    const report = (fact: CallFacts) => void Object.assign(facts, fact);
    const error = await assertRejects(() => callTool(tool, INPUT, { report }), ToolCallError);
    assertEquals([error.type, inputs, facts.attempts], ["invalid_input", [], 0]);
  }
});

Deno.test("approval() gives answers in reverse order to the calls they belong to (H22)", async () => {
  const asker = new ManualAsker();
  const { tool, inputs } = setUp({ asker });
  const first = callTool(tool, { ...INPUT, amount: 1 }, { toolCallId: "call-1" });
  const second = callTool(tool, { ...INPUT, amount: 2 }, { toolCallId: "call-2" });
  await flushMicrotasks();
  assertEquals([asker.question(0).question.callId, asker.question(1).question.callId], ["call-1", "call-2"]);
  const denied = assertDenied(second);
  asker.question(1).answer({ decision: "deny", by: "user", reason: "not this one" });
  assertEquals((await denied).reason, "not this one");
  asker.question(0).answer({ decision: "allow", scope: "once", by: "user" });
  assertEquals(await first, "done");
  assertEquals(inputs, [{ orderId: "A-1024", amount: 1 }]);
});

Deno.test("approval() keeps a refused call from the records", async () => {
  const clock = new FakeClock();
  const store = new FailingStore(new MemoryIdempotencyStore({ clock }));
  for (const operation of ["claim", "commit", "release", "read"] as const) store.failing.add(operation);
  const { tool, inputs } = recordingTool();
  const asker = new ManualAsker();
  const registry = new IdempotencyRegistry({ store, secret: "secret" });
  const composed = compose(tool, [
    approval({ clock: new FakeClock(), policy: askAlways, asker, grants: grantsFor() }),
    idempotency({ registry, scope: () => "session", language: () => "en" }),
  ]);
  const refused = assertDenied(callTool(composed, INPUT));
  asker.question(0).answer({ decision: "deny", by: "user" });
  await refused;
  store.failing.clear();
  const allowed = callTool(composed, INPUT);
  await flushMicrotasks();
  asker.question(1).answer({ decision: "allow", scope: "once", by: "user" });
  assertEquals(await allowed, "done");
  assertEquals(inputs.length, 1);
});

Deno.test("approval() asks nobody about a call that would be refused anyway", async () => {
  const { tool, inputs } = recordingTool();
  const asker = new ManualAsker();
  const asked: string[] = [];
  const shell = approval({
    clock: new FakeClock(),
    policy: askAlways,
    asker,
    grants: grantsFor(),
    wouldRefuse: (name) => Promise.resolve(asked.push(name) === 1),
  });
  const composed = compose(tool, [shell]);
  const facts: CallFacts[] = [];
  const report = (fact: CallFacts) => void facts.push(fact);
  const error = await assertRejects(() => callTool(composed, INPUT, { report }), ToolCallError);
  assertEquals([error.type, error.began, asker.count], ["circuit_open", false, 0]);
  assertEquals(facts, [{ attempts: 0, circuit: { state: "open" } }]);
  const allowed = callTool(composed, INPUT);
  await flushMicrotasks();
  asker.question(0).answer({ decision: "allow", scope: "once", by: "user" });
  assertEquals([await allowed, inputs.length, asked], ["done", 1, ["order_refund", "order_refund"]]);
});

Deno.test("approval() still asks about a repeat of a tool that is switched off: the records answer it", async () => {
  const { tool } = recordingTool();
  const asker = new ManualAsker();
  const shell = approval({
    clock: new FakeClock(),
    policy: askAlways,
    asker,
    grants: grantsFor(),
    repeats: { isRepeat: () => Promise.resolve(true), startEpoch: () => {} },
    wouldRefuse: () => Promise.resolve(true),
  });
  callTool(compose(tool, [shell]), INPUT).catch(() => {});
  await flushMicrotasks();
  assertEquals(asker.count, 1);
});

Deno.test("approval() runs nothing when it is granted after the caller left", async () => {
  const asker = new ManualAsker();
  const { tool, inputs, grants } = setUp({ asker });
  const caller = new AbortController();
  const facts: CallFacts[] = [];
  const report = (fact: CallFacts) => void facts.push(fact);
  const call = assertRejects(
    () => callTool(tool, INPUT, { abortSignal: caller.signal, report }),
    Error,
    "the turn ended",
  );
  await flushMicrotasks();
  caller.abort(new Error("the turn ended"));
  asker.question(0).answer({ decision: "allow", scope: "session", by: "user" });
  await call;
  assertEquals([inputs, grants.list().length, facts], [[], 0, [{ attempts: 0 }]]);
});

Deno.test("approval() lets a person take longer than the timeout and the window (H25)", async () => {
  const clock = new FakeClock();
  const manual = new ManualTool({ ...WRITE, risk: "high" });
  const asker = new ManualAsker();
  const registry = new IdempotencyRegistry({
    store: new MemoryIdempotencyStore({ clock }),
    secret: "secret",
    windowMs: 60_000,
  });
  const composed = compose(manual.tool, [
    approval({ clock: new FakeClock(), policy: askAlways, asker, grants: grantsFor() }),
    idempotency({ registry, scope: () => "session", language: () => "en" }),
    timeout({ limitMs: 30_000, clock }),
  ]);
  const call = callTool(composed, INPUT);
  await flushMicrotasks();
  clock.advance(3_600_000);
  assertEquals([await isSettled(call), clock.pendingTimers], [false, 0]);
  asker.question(0).answer({ decision: "allow", scope: "once", by: "user" });
  await flushMicrotasks();
  clock.advance(29_999);
  manual.execution(0).resolve("in time");
  assertEquals(await call, "in time");
});

Deno.test("approval() lets the records and the audit see the edited input, not the shown one (H23)", async () => {
  const clock = new FakeClock();
  const records: AuditRecord[] = [];
  const { tool, inputs } = recordingTool();
  const asker = answering({
    decision: "allow",
    scope: "once",
    by: "user",
    input: { orderId: "B-0001", amount: 5 },
  });
  const registry = new IdempotencyRegistry({
    store: new MemoryIdempotencyStore({ clock }),
    secret: "secret",
  });
  const composed = compose(tool, [
    audit({ sink: (record) => records.push(record), clock, sessionId: "session", turnId: "turn" }),
    approval({ clock: new FakeClock(), policy: askAlways, asker, grants: grantsFor() }),
    idempotency({ registry, scope: () => "session", language: () => "en" }),
  ]);
  await callTool(composed, { orderId: "A-1024", amount: 10 });
  // Another request, edited into the same one: it is the same one.
  await callTool(composed, { orderId: "A-2048", amount: 20 });
  assertEquals(inputs, [{ orderId: "B-0001", amount: 5, note: "none" }]);
  assertEquals(records.map(({ params, attempts, replayed }) => ({ params, attempts, replayed })), [
    { params: { orderId: "B-0001", amount: 5, note: "none" }, attempts: 1, replayed: false },
    { params: { orderId: "B-0001", amount: 5, note: "none" }, attempts: 0, replayed: true },
  ]);
});

Deno.test("approval() does not ask whether a replay is allowed anew once it was granted for the session", async () => {
  const clock = new FakeClock();
  const asker = new ManualAsker();
  const { tool, inputs } = recordingTool();
  const registry = new IdempotencyRegistry({
    store: new MemoryIdempotencyStore({ clock }),
    secret: "secret",
  });
  const composed = compose(tool, [
    approval({ clock: new FakeClock(), policy: askAlways, asker, grants: grantsFor("order_refund") }),
    idempotency({ registry, scope: () => "session", language: () => "en" }),
  ]);
  await callTool(composed, INPUT);
  await callTool(composed, INPUT);
  assertEquals([asker.count, inputs.length], [0, 1]);
});

Deno.test("approval() brings the person's reason to the model verbatim (T24)", async () => {
  const { tool } = recordingTool();
  const reason = "不行：客户还没退货 — wait for the parcel!";
  const composed = compose(tool, [
    friendlyErrors({ language: () => "en" }),
    approval({
      clock: new FakeClock(),
      policy: askAlways,
      asker: answering({ decision: "deny", by: "user", reason }),
      grants: grantsFor(),
    }),
  ]);
  assertEquals(await callTool(composed, INPUT), {
    status: "error",
    error_type: "denied",
    message: "order_refund did not finish: this was not allowed (不行：客户还没退货 — wait for the parcel!).",
    reason,
    recoverable: false,
    suggestion: "Do not retry and do not do the same by other means; tell the user that nothing was done.",
  });
});

Deno.test("approval() reports how long the person took", async () => {
  const clock = new FakeClock();
  const asker = new ManualAsker();
  const { tool } = recordingTool();
  const shell = approval({ clock, policy: askAlways, asker, grants: grantsFor() });
  const facts: CallFacts[] = [];
  const call = callTool(shell(tool, { name: "order_refund" }), INPUT, { report: (fact) => facts.push(fact) });
  await flushMicrotasks();
  clock.advance(90_000);
  asker.question(0).answer({ decision: "allow", scope: "once", by: "user" });
  await call;
  assertEquals(facts[0], { waitedMs: 90_000 });
});

Deno.test("approval() tells the model what really ran after an edit (H23)", async () => {
  const result = { status: "success", summary: "Refunded 5.", structured: { status: "refunded" } };
  const tool: AgentTool = {
    ...fakeTool(() => result, { ...WRITE, risk: "high" }),
    inputSchema: z.object({ amount: z.number() }),
  };
  const asker = answering({ decision: "allow", scope: "once", by: "user", input: { amount: 5 } });
  const shell = approval({ clock: new FakeClock(), policy: askAlways, asker, grants: grantsFor() });
  assertEquals(await callTool(shell(tool, { name: "order_refund" }), { amount: 10 }), {
    ...result,
    edited_input: { amount: 5 },
  });
});

Deno.test("approval() says that a write is a repeat, and begins a new epoch only when told to run again (H13)", async () => {
  const epochs: string[] = [];
  const asked: unknown[] = [];
  const repeats = {
    isRepeat: (call: unknown) => {
      asked.push(call);
      return Promise.resolve(true);
    },
    startEpoch: () => void epochs.push("started"),
  };
  for (const runAgain of [false, true]) {
    const asker = new ManualAsker();
    const { tool } = recordingTool();
    const shell = approval({
      clock: new FakeClock(),
      policy: askAlways,
      asker,
      grants: grantsFor(),
      repeats,
    });
    const call = callTool(shell(tool, { name: "order_refund" }), INPUT);
    await flushMicrotasks();
    assertEquals(asker.question(0).question.repeat, true);
    asker.question(0).answer({ decision: "allow", scope: "once", by: "user", runAgain });
    await call;
  }
  assertEquals(epochs, ["started"]);
  assertEquals(asked[0], { tool: "order_refund", input: INPUT });
});

/** Refuses refunds over 100, asks about all others. */
const upTo100 = approvalPolicy("high_risk", [
  {
    id: "limit",
    tools: undefined,
    when: { amount: { above: 100 } },
    action: "deny",
    reason: "over 100 goes to the desk",
  },
]);

Deno.test("approval() denies what a rule denies without asking anybody, with the rule's reason", async () => {
  const asker = new ManualAsker();
  const { tool, inputs } = setUp({ asker, policy: upTo100 });
  const facts: CallFacts[] = [];
  const error = await assertDenied(
    callTool(tool, { ...INPUT, amount: 101 }, { report: (fact) => facts.push(fact) }),
  );
  assertEquals([asker.count, inputs, error.reason], [0, [], "over 100 goes to the desk"]);
  assertEquals(facts, [{
    attempts: 0,
    approval: { decision: "deny", by: "policy", reason: "over 100 goes to the desk" },
  }]);
});

Deno.test("approval() holds an edited input against the policy again, and grants nothing by it (H23)", async () => {
  const { tool, inputs, grants } = setUp({
    asker: answering({ decision: "allow", scope: "session", by: "user", input: { ...INPUT, amount: 500 } }),
    policy: upTo100,
  });
  const error = await assertDenied(callTool(tool, INPUT));
  assertEquals([error.reason, inputs, grants.list()], ["over 100 goes to the desk", [], []]);
});

Deno.test("approval() asks again when another rule asks than the one that was allowed for the session", async () => {
  const asker = new ManualAsker();
  const rules = [{ id: "big", tools: undefined, when: { amount: { above: 100 } }, action: "ask" as const }];
  const { tool, inputs } = setUp({ asker, policy: approvalPolicy("high_risk", rules) });
  const small = callTool(tool, INPUT);
  await flushMicrotasks();
  asker.question(0).answer({ decision: "allow", scope: "session", by: "user" });
  await small;
  await callTool(tool, { ...INPUT, amount: 20 });
  const big = callTool(tool, { ...INPUT, amount: 200 });
  await flushMicrotasks();
  assertEquals([asker.count, inputs.length], [2, 2]);
  asker.question(1).answer({ decision: "deny", by: "user" });
  await assertDenied(big);
});

Deno.test("approval() asks again once a permission was withdrawn", async () => {
  const asker = new ManualAsker();
  const { tool, grants } = setUp({ asker, grants: grantsFor("order_refund") });
  await callTool(tool, INPUT);
  assertEquals([asker.count, grants.withdraw("order_refund")], [0, 1]);
  const call = callTool(tool, INPUT);
  await flushMicrotasks();
  assertEquals(asker.count, 1);
  asker.question(0).answer({ decision: "deny", by: "user" });
  await assertDenied(call);
});

Deno.test("approval() runs nothing by a decision on other arguments than those that were shown (H22)", async () => {
  const { tool, inputs } = setUp({
    asker: answering({ decision: "allow", scope: "once", by: "client", inputSha256: "0".repeat(64) }),
  });
  const error = await assertDenied(callTool(tool, INPUT));
  assertEquals([error.reason, inputs], ["the decision was about other arguments", []]);
});

Deno.test("approval() runs nothing when the arguments changed while somebody decided (H22)", async () => {
  const asker = new ManualAsker();
  const { tool, inputs } = setUp({ asker });
  const input = { ...INPUT };
  const call = callTool(tool, input);
  await flushMicrotasks();
  input.amount = 9_999;
  asker.question(0).answer({ decision: "allow", scope: "once", by: "user" });
  await assertDenied(call);
  assertEquals(inputs, []);
});

Deno.test("approval() shows a copy, so that nothing that happens to it reaches the call", async () => {
  const asker = new ManualAsker();
  const { tool, inputs } = setUp({ asker });
  const call = callTool(tool, INPUT);
  await flushMicrotasks();
  (asker.question(0).question.input as { amount: number }).amount = 9_999;
  asker.question(0).answer({ decision: "allow", scope: "once", by: "user" });
  await call;
  assertEquals(inputs, [{ orderId: "A-1024", amount: 10 }]);
});

import { assert, assertEquals, assertRejects, assertStrictEquals, assertThrows } from "@std/assert";
import { Breaker } from "../../shells/breaker.ts";
import { circuitBreaker } from "../../shells/circuit_breaker.ts";
import { composeToolShells } from "../../shells/compose_tool_shells.ts";
import { idempotency } from "../../shells/idempotency.ts";
import { IdempotencyRegistry } from "../../shells/idempotency_registry.ts";
import type { BreakerStore } from "../../shells/stores/breaker_store.ts";
import { MemoryBreakerStore } from "../../shells/stores/memory_breaker_store.ts";
import { MemoryIdempotencyStore } from "../../shells/stores/memory_idempotency_store.ts";
import { timeout } from "../../shells/timeout.ts";
import { type CallFacts, ToolCallError, type ToolErrorType } from "../../tools/types.ts";
import { breakerScene, RULES } from "../_support/breaker_scene.ts";
import { FakeClock } from "../_support/fake_clock.ts";
import { callTool, fakeTool, ManualTool, READ } from "../_support/fake_tool.ts";
import { flushMicrotasks, isSettled } from "../_support/flush_microtasks.ts";

async function typeOf(call: Promise<unknown>): Promise<ToolErrorType> {
  return (await assertRejects(() => call, ToolCallError)).type;
}

async function open(scene: ReturnType<typeof breakerScene>): Promise<void> {
  for (let no = 0; no < 5; no++) await scene.callAndEnd("network");
}

Deno.test("circuitBreaker() opens after five failures in a row and then runs nothing for a minute", async () => {
  const scene = breakerScene();
  await open(scene);
  assertEquals(scene.manual.count, 5);
  assertEquals(await typeOf(scene.call()), "circuit_open");
  scene.clock.advance(59_999);
  assertEquals(await typeOf(scene.call()), "circuit_open");
  assertEquals(scene.manual.count, 5);
  scene.clock.advance(1);
  assertEquals(await scene.callAndEnd("success"), "done");
  assertEquals(await scene.callAndEnd("success"), "done");
});

Deno.test("circuitBreaker() opens for nothing that the tool did not fail at (H31)", async () => {
  const types: ToolErrorType[] = ["invalid_input", "not_found", "denied", "cancelled", "in_progress", "loop"];
  for (const type of types) {
    const scene = breakerScene();
    for (let no = 0; no < 20; no++) await scene.callAndEnd(type);
    assertEquals(scene.manual.count, 20, type);
  }
});

Deno.test("circuitBreaker() opens for every way in which a tool fails by itself (H31)", async () => {
  const types: ToolErrorType[] = [
    "timeout",
    "network",
    "rate_limited",
    "unavailable",
    "unknown_outcome",
    "internal",
  ];
  for (const type of types) {
    const scene = breakerScene();
    for (let no = 0; no < 5; no++) await scene.callAndEnd(type);
    assertEquals(await typeOf(scene.call()), "circuit_open", type);
  }
});

Deno.test("circuitBreaker() takes neither a refusal nor a misfit for a success: the row goes on (H31)", async () => {
  const scene = breakerScene();
  for (let no = 0; no < 4; no++) await scene.callAndEnd("timeout");
  await scene.callAndEnd("denied");
  await scene.callAndEnd("invalid_input");
  await scene.callAndEnd("timeout");
  assertEquals(await typeOf(scene.call()), "circuit_open");
});

Deno.test("circuitBreaker() begins anew after a success, and after a minute", async () => {
  const scene = breakerScene();
  for (let no = 0; no < 4; no++) await scene.callAndEnd("timeout");
  await scene.callAndEnd("success");
  for (let no = 0; no < 4; no++) await scene.callAndEnd("timeout");
  scene.clock.advance(60_000);
  for (let no = 0; no < 4; no++) await scene.callAndEnd("timeout");
  assertEquals(scene.openings.length, 0);
  await scene.callAndEnd("timeout");
  assertEquals(scene.openings.length, 1);
});

Deno.test("circuitBreaker() counts errors that are returned, and errors of no known kind", async () => {
  const breaker = breakerScene().breaker;
  const returned = circuitBreaker({ breaker })(
    fakeTool(() => ({ status: "error", error_type: "unavailable", message: "down" })),
    { name: "returns" },
  );
  for (let no = 0; no < 5; no++) await callTool(returned, {});
  assertEquals(await typeOf(callTool(returned, {})), "circuit_open");
  const thrown = circuitBreaker({ breaker })(
    fakeTool(() => {
      throw new Error("a bug");
    }),
    { name: "throws" },
  );
  for (let no = 0; no < 5; no++) await assertRejects(() => callTool(thrown, {}), Error, "a bug");
  assertEquals(await typeOf(callTool(thrown, {})), "circuit_open");
});

Deno.test("circuitBreaker() keeps tools apart", async () => {
  const scene = breakerScene();
  await open(scene);
  const other = circuitBreaker({ breaker: scene.breaker })(fakeTool(() => "fine"), { name: "kb_query" });
  assertEquals(await callTool(other, {}), "fine");
});

Deno.test("circuitBreaker() counts no call whose caller left, and frees its slot at once (H31)", async () => {
  const scene = breakerScene();
  for (let no = 0; no < 12; no++) {
    const caller = new AbortController();
    const call = scene.call(caller.signal);
    await flushMicrotasks();
    caller.abort(new DOMException("Ctrl-C", "AbortError"));
    // The tool ignores the signal, and fails of it only afterwards.
    await flushMicrotasks();
    assertEquals(scene.manual.count, no + 1);
    if (no < 6) {
      scene.manual.execution(no).reject(new ToolCallError("network", "connection closed"));
      await assertRejects(() => call);
    } else call.catch(() => {});
  }
  assertEquals(scene.openings, []);
  assertEquals(await scene.callAndEnd("success"), "done");
});

Deno.test("circuitBreaker() of twenty failing calls started together runs at most eight (H33)", async () => {
  let executions = 0;
  const { breaker } = breakerScene();
  const failing = fakeTool(async () => {
    executions++;
    await flushMicrotasks();
    throw new ToolCallError("unavailable", "down");
  }, READ);
  const tool = circuitBreaker({ breaker })(failing, { name: "order_refund" });
  const ends = await Promise.allSettled(Array.from({ length: 20 }, () => callTool(tool, {})));
  assertEquals(executions, 8);
  const types = ends.map((end) => end.status === "rejected" ? end.reason.type : "ran");
  assertEquals(types.filter((type) => type === "unavailable").length, 8);
  assertEquals(types.filter((type) => type === "circuit_open").length, 12);
});

Deno.test("circuitBreaker() of twenty failing calls under a concurrency of four runs at most eight (H33)", async () => {
  let executions = 0;
  const { breaker } = breakerScene();
  const failing = fakeTool(async () => {
    executions++;
    await flushMicrotasks();
    throw new ToolCallError("unavailable", "down");
  }, READ);
  const tool = circuitBreaker({ breaker })(failing, { name: "order_refund" });
  let left = 20;
  await Promise.all(Array.from({ length: 4 }, async () => {
    while (left-- > 0) await callTool(tool, {}).catch(() => {});
  }));
  assert(executions <= 8, `${executions} ran`);
});

Deno.test("circuitBreaker() lets those who wait run in their order when nothing fails", async () => {
  const scene = breakerScene();
  const calls = Array.from({ length: 6 }, () => scene.call());
  await flushMicrotasks();
  assertEquals(scene.manual.count, 4);
  scene.manual.execution(2).resolve("third");
  await flushMicrotasks();
  assertEquals(scene.manual.count, 5);
  for (const no of [0, 1, 3, 4]) scene.manual.execution(no).resolve(`no ${no}`);
  await flushMicrotasks();
  scene.manual.execution(5).resolve("last");
  assertEquals(await Promise.all(calls), ["no 0", "no 1", "third", "no 3", "no 4", "last"]);
});

Deno.test("circuitBreaker() answers those who wait at once when it opens, although slots are taken", async () => {
  const scene = breakerScene();
  for (let no = 0; no < 4; no++) await scene.callAndEnd("timeout");
  const calls = Array.from({ length: 6 }, () => scene.call());
  calls.forEach((call) => call.catch(() => {}));
  await flushMicrotasks();
  scene.manual.execution(4).reject(new ToolCallError("timeout", "too long"));
  for (const waiting of calls.slice(4)) assertEquals(await typeOf(waiting), "circuit_open");
  // Three executions hang on; a newcomer does not wait for them.
  assertEquals(await typeOf(scene.call()), "circuit_open");
  assertEquals(scene.manual.count, 8);
});

Deno.test("circuitBreaker() answers at once as well when another process opened it and all slots are taken (H32)", async () => {
  const clock = new FakeClock();
  const store = new MemoryBreakerStore({ elapsed: () => clock.now() });
  const [ours, theirs] = [breakerScene({ store }), breakerScene({ store })];
  const hanging = Array.from({ length: 4 }, () => ours.call());
  hanging.forEach((call) => call.catch(() => {}));
  const waiting = [ours.call(), ours.call()];
  const refused = Promise.all(waiting.map(typeOf));
  await flushMicrotasks();
  await open(theirs);
  // Whoever hears of it first, here an approval that is spared, lets the others know.
  assertEquals(await ours.breaker.wouldRefuse("order_refund"), true);
  assertEquals(await refused, ["circuit_open", "circuit_open"]);
  assertEquals(await typeOf(ours.call()), "circuit_open");
  assertEquals(ours.manual.count, 4);
  assertEquals([ours.openings.length, theirs.openings.length], [0, 1]);
});

Deno.test("circuitBreaker() lets a success clear what failed meanwhile, here and in another process", async () => {
  const store = new MemoryBreakerStore({ elapsed: () => 0 });
  const [ours, theirs] = [breakerScene({ store }), breakerScene({ store })];
  const together = [ours.call(), ours.call(), ours.call()];
  await flushMicrotasks();
  for (const no of [0, 1]) {
    ours.manual.execution(no).reject(new ToolCallError("network", "down"));
    assertEquals(await typeOf(together[no] ?? Promise.resolve()), "network");
  }
  ours.manual.execution(2).resolve("done");
  await together[2];
  for (let no = 0; no < 4; no++) await ours.callAndEnd("network");
  await ours.callAndEnd("success");
  for (let no = 0; no < 4; no++) await theirs.callAndEnd("network");
  await ours.callAndEnd("success");
  for (let no = 0; no < 4; no++) await theirs.callAndEnd("network");
  assertEquals([ours.openings, theirs.openings], [[], []]);
});

Deno.test("Breaker takes no probe when it is only asked whether it would refuse", async () => {
  const scene = breakerScene();
  await open(scene);
  assertEquals(await scene.breaker.wouldRefuse("order_refund"), true);
  scene.clock.advance(60_000);
  for (let no = 0; no < 3; no++) assertEquals(await scene.breaker.wouldRefuse("order_refund"), false);
  const probe = scene.call();
  await flushMicrotasks();
  assertEquals(await scene.breaker.wouldRefuse("order_refund"), true);
  scene.manual.execution(5).resolve("works");
  assertEquals(await probe, "works");
});

Deno.test("circuitBreaker() lets exactly one call probe, and the others be refused (H32)", async () => {
  const scene = breakerScene();
  await open(scene);
  scene.clock.advance(60_000);
  const calls = Array.from({ length: 10 }, () => scene.call());
  const types = Promise.all(calls.slice(1).map(typeOf));
  assertEquals(new Set(await types), new Set(["circuit_open"]));
  assertEquals(scene.manual.count, 6);
  scene.manual.execution(5).resolve("works again");
  assertEquals(await calls[0], "works again");
  assertEquals(await scene.callAndEnd("success"), "done");
});

Deno.test("circuitBreaker() opens again after a failed probe, without another hand-off (H32)", async () => {
  const scene = breakerScene();
  await open(scene);
  scene.clock.advance(60_000);
  await scene.callAndEnd("timeout");
  assertEquals(await typeOf(scene.call()), "circuit_open");
  scene.clock.advance(60_000);
  await scene.callAndEnd("success");
  assertEquals(scene.openings.length, 1);
});

Deno.test("circuitBreaker() frees the probe's slot on every path (H32)", async () => {
  const paths: Record<string, (scene: ReturnType<typeof breakerScene>) => Promise<void>> = {
    "an answer that says nothing": async (scene) => void await scene.callAndEnd("not_found"),
    "a caller who leaves": async (scene) => {
      const caller = new AbortController();
      scene.call(caller.signal).catch(() => {});
      await flushMicrotasks();
      caller.abort();
      await flushMicrotasks();
    },
    "a caller who left before": async (scene) => {
      await assertRejects(() => scene.call(AbortSignal.abort(new Error("gone"))));
    },
    "a caller who leaves while the store is asked": async (scene) => {
      const caller = new AbortController();
      const call = scene.call(caller.signal);
      caller.abort(new Error("gone"));
      await assertRejects(() => call);
    },
    "a process that died": (scene) => {
      scene.call().catch(() => {});
      return flushMicrotasks().then(() => scene.clock.advance(35_000));
    },
  };
  for (const [path, take] of Object.entries(paths)) {
    const scene = breakerScene();
    await open(scene);
    scene.clock.advance(60_000);
    await take(scene);
    assertEquals(await scene.callAndEnd("success"), "done", path);
    assertEquals(await scene.breaker.wouldRefuse("order_refund"), false, path);
  }
});

Deno.test("circuitBreaker() counts a write that timed out once, and its late success clears nothing (H36)", async () => {
  const { breaker, clock } = breakerScene();
  const manual = new ManualTool();
  const { order_refund: tool } = composeToolShells({ order_refund: manual.tool }, [
    circuitBreaker({ breaker }),
    timeout({ limitMs: 1_000, clock }),
  ]);
  assert(tool);
  for (let no = 0; no < 5; no++) {
    const call = callTool(tool, {});
    await flushMicrotasks();
    clock.advance(1_000);
    assertEquals(await typeOf(call), "timeout");
    manual.execution(no).resolve("done after all");
    await flushMicrotasks();
  }
  assertEquals(await typeOf(callTool(tool, {})), "circuit_open");
});

Deno.test("circuitBreaker() says what was done about it in the failure that opened it, and keeps its pending", async () => {
  const scene = breakerScene();
  for (let no = 0; no < 4; no++) await scene.callAndEnd("timeout");
  const call = scene.call();
  await flushMicrotasks();
  const pending = Promise.resolve("late");
  scene.manual.execution(4).reject(new ToolCallError("timeout", "too long", { pending }));
  const error = await assertRejects(() => call, ToolCallError, "too long");
  assertEquals([error.type, error.reason], ["timeout", "handed over"]);
  assertStrictEquals(error.pending, pending);
  assertEquals(scene.openings.map(({ tool, failures }) => [tool, failures.map(({ type }) => type)]), [
    ["order_refund", ["timeout", "timeout", "timeout", "timeout", "timeout"]],
  ]);
});

Deno.test("circuitBreaker() throws the tool's own failure when nobody can be told of the opening", async () => {
  const { breaker } = breakerScene();
  const tool = circuitBreaker({ breaker, onOpen: () => Promise.reject(new Error("no desk")) })(
    fakeTool(() => Promise.reject(new ToolCallError("network", "down"))),
    { name: "order_refund" },
  );
  for (let no = 0; no < 5; no++) assertEquals(await typeOf(callTool(tool, {})), "network");
});

Deno.test("circuitBreaker() reports how it stood, and that a refused call ran nothing", async () => {
  const scene = breakerScene();
  await scene.callAndEnd("success");
  for (let no = 0; no < 5; no++) await scene.callAndEnd("network");
  await typeOf(scene.call());
  scene.clock.advance(60_000);
  await scene.callAndEnd("success");
  const state = (name: "closed" | "open" | "half_open") => ({ circuit: { state: name } });
  assertEquals(scene.facts, [
    ...Array.from({ length: 5 }, () => state("closed")),
    state("open"),
    { attempts: 0, ...state("open") },
    state("closed"),
  ]);
});

Deno.test("circuitBreaker() leaves interactive and exempt tools alone", () => {
  const shell = circuitBreaker({ breaker: breakerScene().breaker, exempt: ["handoff_create"] });
  const asks = fakeTool(() => "", { ...READ, interactive: true });
  assertStrictEquals(shell(asks, { name: "agent_ask_to_user" }), asks);
  const hands = fakeTool(() => "");
  assertStrictEquals(shell(hands, { name: "handoff_create" }), hands);
});

Deno.test("circuitBreaker() lets every call run when its store cannot be asked, and says so once", async () => {
  let fails = true;
  let asked = 0;
  const memory = new MemoryBreakerStore({ elapsed: () => 0 });
  const store: BreakerStore = {
    name: "failing",
    change: (tool, decide) => {
      asked++;
      return fails ? Promise.reject(new Error("no answer")) : memory.change(tool, decide);
    },
  };
  const scene = breakerScene({ store });
  for (let no = 0; no < 10; no++) await scene.callAndEnd("network");
  assertEquals(await scene.callAndEnd("success"), "done");
  assertEquals(scene.warnings, ["Tools run without a circuit breaker: no answer"]);
  assertEquals(scene.facts, []);
  // It is left alone for five seconds, so that its time-outs do not become everybody's.
  assertEquals(asked, 1);
  scene.clock.advance(5_000);
  fails = false;
  await open(scene);
  assertEquals(await typeOf(scene.call()), "circuit_open");
});

Deno.test("Breaker asks its store once for a call that succeeds, and for nothing else", async () => {
  let asked = 0;
  const memory = new MemoryBreakerStore({ elapsed: () => 0 });
  const scene = breakerScene({
    store: { name: "counting", change: (tool, decide) => (asked++, memory.change(tool, decide)) },
  });
  for (let no = 0; no < 3; no++) await scene.callAndEnd("success");
  assertEquals(asked, 3);
  await scene.callAndEnd("network");
  await scene.callAndEnd("success");
  assertEquals(asked, 7);
  await scene.callAndEnd("success");
  assertEquals(asked, 8);
});

Deno.test("Breaker hides a tool while it cools down, and shows it for the probe", async () => {
  const scene = breakerScene();
  assertEquals([...scene.breaker.hidden()], []);
  await open(scene);
  assertEquals([...scene.breaker.hidden()], ["order_refund"]);
  scene.clock.advance(60_000);
  assertEquals([...scene.breaker.hidden()], []);
  await scene.callAndEnd("network");
  assertEquals([...scene.breaker.hidden()], ["order_refund"]);
});

Deno.test("Breaker refuses rules that mean nothing", () => {
  const store = new MemoryBreakerStore({ elapsed: () => 0 });
  for (const failures of [0, -1, 1.5, NaN, Infinity]) {
    assertThrows(
      () => new Breaker({ store, rules: { ...RULES, failures } }),
      RangeError,
      `Cannot create breaker: failures is ${failures}.`,
    );
  }
});

Deno.test("a write whose caller leaves the queue is not taken for one of unknown outcome (H36)", async () => {
  const clock = new FakeClock();
  const registry = new IdempotencyRegistry({
    store: new MemoryIdempotencyStore({ clock }),
    secret: "secret",
  });
  const manual = new ManualTool();
  const { breaker } = breakerScene();
  const { order_refund: tool } = composeToolShells({ order_refund: manual.tool }, [
    idempotency({ registry, scope: () => "session", language: () => "en" }),
    circuitBreaker({ breaker }),
  ]);
  assert(tool);
  const calls = [1, 2, 3, 4].map((orderId) => callTool(tool, { orderId }));
  await flushMicrotasks();
  const caller = new AbortController();
  const facts: CallFacts[] = [];
  const report = (more: CallFacts) => void facts.push(more);
  const queued = callTool(tool, { orderId: 5 }, { abortSignal: caller.signal, report });
  await flushMicrotasks();
  caller.abort(new Error("gone"));
  await assertRejects(() => queued, Error, "gone");
  await flushMicrotasks();
  manual.execution(0).resolve("one");
  assertEquals(await calls[0], "one");
  const again = callTool(tool, { orderId: 5 });
  await flushMicrotasks();
  manual.execution(4).resolve("five");
  assertEquals(await again, "five");
});

Deno.test("a replay neither counts nor closes, and a refused call has no attempt (H31)", async () => {
  const clock = new FakeClock();
  const registry = new IdempotencyRegistry({
    store: new MemoryIdempotencyStore({ clock }),
    secret: "secret",
  });
  const { breaker } = breakerScene();
  let works = true;
  const { order_refund: tool } = composeToolShells({
    order_refund: fakeTool(() => {
      if (works) return "done";
      throw new ToolCallError("network", "down");
    }),
  }, [idempotency({ registry, scope: () => "session", language: () => "en" }), circuitBreaker({ breaker })]);
  assert(tool);
  assertEquals(await callTool(tool, { orderId: "A" }), "done");
  works = false;
  for (let no = 0; no < 4; no++) await assertRejects(() => callTool(tool, { no }));
  assertEquals(await callTool(tool, { orderId: "A" }), "done");
  await assertRejects(() => callTool(tool, { no: 5 }));
  const facts: CallFacts = {};
  const call = callTool(tool, { no: 6 }, { report: (more) => void Object.assign(facts, more) });
  assertEquals(await typeOf(call), "circuit_open");
  assertEquals([facts.attempts, facts.circuit?.state], [0, "open"]);
  assertEquals(await isSettled(callTool(tool, { orderId: "A" })), true);
});

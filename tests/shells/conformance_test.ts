import { assert, assertEquals, assertNotStrictEquals, assertStrictEquals } from "@std/assert";
import * as z from "zod";
import { SHELL_ORDER } from "../../agent/default_shells.ts";
import { approval } from "../../shells/approval.ts";
import { audit } from "../../shells/audit.ts";
import { Breaker } from "../../shells/breaker.ts";
import { circuitBreaker } from "../../shells/circuit_breaker.ts";
import { composeToolShells } from "../../shells/compose_tool_shells.ts";
import { friendlyErrors } from "../../shells/friendly_errors.ts";
import { idempotency } from "../../shells/idempotency.ts";
import { IdempotencyRegistry } from "../../shells/idempotency_registry.ts";
import { inputValidation } from "../../shells/input_validation.ts";
import { AliasVault } from "../../shells/pii/alias_vault.ts";
import { DEFAULT_RECOGNISERS } from "../../shells/pii/default_recognisers.ts";
import { PersonalDataGuard } from "../../shells/pii/personal_data_guard.ts";
import { piiMask } from "../../shells/pii_mask.ts";
import { loopGuard } from "../../shells/loop_guard.ts";
import { LoopWatch } from "../../shells/loop_watch.ts";
import type { Shell } from "../../shells/shell.ts";
import { MemoryBreakerStore } from "../../shells/stores/memory_breaker_store.ts";
import { MemoryIdempotencyStore } from "../../shells/stores/memory_idempotency_store.ts";
import { timeout } from "../../shells/timeout.ts";
import type { AgentTool, CallFacts, Execute, ToolTraits } from "../../tools/types.ts";
import { allowingAsker } from "../_support/fake_asker.ts";
import { askAlways, grantsFor } from "../_support/fake_policy.ts";
import { FakeClock } from "../_support/fake_clock.ts";
import { callTool, fakeTool, ManualTool, READ, WRITE } from "../_support/fake_tool.ts";
import { flushMicrotasks } from "../_support/flush_microtasks.ts";

/** Makes one shell, or several, with services of its own. */
const SHELLS: Record<string, () => Shell[]> = {
  audit: () => [audit({ sink: () => {}, clock: new FakeClock(), sessionId: "session", turnId: "turn" })],
  loopGuard: () => [loopGuard({ watch: new LoopWatch(), language: () => "en" })],
  friendlyErrors: () => [friendlyErrors({ language: () => "en" })],
  piiMask: () => [
    piiMask(new PersonalDataGuard({ recognisers: DEFAULT_RECOGNISERS, vault: new AliasVault() })),
  ],
  inputValidation: () => [inputValidation()],
  approval: () => [
    approval({
      clock: new FakeClock(),
      policy: askAlways,
      asker: allowingAsker,
      grants: grantsFor(),
    }),
  ],
  idempotency: () => {
    const store = new MemoryIdempotencyStore({ clock: new FakeClock() });
    const registry = new IdempotencyRegistry({ store, secret: "secret" });
    return [idempotency({ registry, scope: () => "session", language: () => "en" })];
  },
  circuitBreaker: () => [circuitBreaker({ breaker: newBreaker() })],
  timeout: () => [timeout({ limitMs: 30_000, clock: new FakeClock() })],
};
SHELLS["all shells"] = () => SHELL_ORDER.flatMap((name) => SHELLS[name]?.() ?? []);

function newBreaker(): Breaker {
  const elapsed = () => 0;
  const rules = { failures: 5, windowMs: 60_000, coolDownMs: 60_000, probeLeaseMs: 35_000 };
  return new Breaker({ store: new MemoryBreakerStore({ elapsed }), rules, elapsed });
}

/** Every way to repeat, since the idempotency shell treats each in its own way. */
const TRAITS: Record<string, ToolTraits> = {
  write: WRITE,
  read: READ,
  "cached read": { ...READ, repeat: { cacheMs: 1_000 } },
};

for (const [shellName, makeShells] of Object.entries(SHELLS)) {
  const wrap = (tool: AgentTool): AgentTool => {
    const { order_refund: wrapped } = composeToolShells({ order_refund: tool }, makeShells());
    assert(wrapped);
    return wrapped;
  };
  const test = (sentence: string, body: (wrapped: (execute: Execute) => AgentTool) => Promise<void>) => {
    for (const [kind, traits] of Object.entries(TRAITS)) {
      Deno.test(`${shellName} ${sentence}, for a ${kind}`, () =>
        body((execute) => wrap(fakeTool(execute, traits))));
    }
  };

  Deno.test(`${shellName} keeps every field of the tool but execute`, () => {
    const tool = {
      ...fakeTool(() => "done"),
      inputSchema: z.object({ orderId: z.string() }),
      metadata: { from: "test" },
      toModelOutput: () => ({ type: "text" as const, value: "x" }),
      name: "order_refund",
      [Symbol.for("handrail.test")]: 1,
    };
    const wrapped: Record<PropertyKey, unknown> = wrap(tool);
    assertEquals(Reflect.ownKeys(wrapped), Reflect.ownKeys(tool));
    for (const key of Reflect.ownKeys(tool)) {
      if (key !== "execute") assertStrictEquals(wrapped[key], (tool as Record<PropertyKey, unknown>)[key]);
    }
    assertNotStrictEquals(wrapped.execute, tool.execute);
  });

  Deno.test(`${shellName} changes nothing of the tool that it wraps`, async () => {
    const execute = () => "done";
    const tool = Object.freeze({ ...fakeTool(execute), traits: Object.freeze({ ...WRITE }) });
    await callTool(wrap(tool), {});
    assertStrictEquals(tool.execute, execute);
    assertEquals(tool.traits, WRITE);
  });

  Deno.test(`${shellName} returns a tool without execute as it is`, () => {
    const { execute: _execute, ...tool } = fakeTool(() => "done");
    assertStrictEquals<AgentTool>(wrap(tool), tool);
  });

  Deno.test(`${shellName} calls execute as the tool's own method`, async () => {
    const tool = {
      ...fakeTool(() => {}),
      answer: "from this",
      execute(this: { answer: string }) {
        return this.answer;
      },
    };
    assertEquals(await callTool(wrap(tool), {}), "from this");
  });

  test("gives the tool an input equal to the caller's, and changes the caller's in nothing", async (wrapped) => {
    const received: unknown[] = [];
    const input = Object.freeze({ orderId: "A-1024", lines: Object.freeze([Object.freeze({ sku: "S-1" })]) });
    await callTool(wrapped((given) => void received.push(given)), input);
    assertEquals(received, [{ orderId: "A-1024", lines: [{ sku: "S-1" }] }]);
  });

  test("passes the caller's abort on to the tool", async (wrapped) => {
    const seen: (AbortSignal | undefined)[] = [];
    const running = Promise.withResolvers<unknown>();
    const tool = wrapped((_input, { abortSignal }) => {
      seen.push(abortSignal);
      return running.promise;
    });
    const caller = new AbortController();
    const call = Promise.allSettled([callTool(tool, {}, { abortSignal: caller.signal })]);
    await flushMicrotasks();
    assertEquals(seen.map((signal) => signal?.aborted), [false]);
    const reason = new Error("the turn ended");
    caller.abort(reason);
    assertEquals(seen.map((signal) => signal?.aborted), [true]);
    assertStrictEquals(seen[0]?.reason, reason);
    running.resolve("stopped");
    await call;
  });

  test("passes the call's id and messages on", async (wrapped) => {
    const seen: unknown[] = [];
    const tool = wrapped((_input, { toolCallId, messages }) => void seen.push([toolCallId, messages]));
    const messages = [{ role: "user" as const, content: "refund it" }];
    await callTool(tool, {}, { toolCallId: "call-7", messages });
    assertEquals(seen, [["call-7", [{ role: "user", content: "refund it" }]]]);
  });

  test("lets the facts that the tool reports reach the caller", async (wrapped) => {
    const reported: CallFacts[] = [];
    const tool = wrapped((_input, { report }) => report?.({ effectiveInput: "a fact" }));
    await callTool(tool, {}, { report: (facts) => reported.push(facts) });
    assertEquals(reported.filter(({ effectiveInput }) => effectiveInput === "a fact").length, 1);
  });

  test("keeps concurrent calls with different inputs apart", async (wrapped) => {
    const manual = new ManualTool();
    const tool = wrapped((input, options) => manual.tool.execute?.(input, options));
    const calls = ["a", "b", "c"].map((orderId) => callTool(tool, { orderId }, { toolCallId: orderId }));
    await flushMicrotasks();
    assertEquals(manual.count, 3);
    for (const index of [2, 0, 1]) {
      const { input, options, resolve } = manual.execution(index);
      resolve({ orderId: (input as { orderId: string }).orderId, callId: options.toolCallId });
      await flushMicrotasks();
    }
    assertEquals(await Promise.all(calls), [
      { orderId: "a", callId: "a" },
      { orderId: "b", callId: "b" },
      { orderId: "c", callId: "c" },
    ]);
  });

  test("drains a tool that yields to its last value (H9)", async (wrapped) => {
    const tool = wrapped(async function* () {
      yield "first";
      await Promise.resolve();
      yield "last";
    });
    const returned = tool.execute?.({}, { toolCallId: "call-1", messages: [] });
    assert(returned instanceof Promise);
    assertEquals(await returned, "last");
  });

  test("drains what a promise of a yielding tool gives (H9)", async (wrapped) => {
    const tool = wrapped(() =>
      Promise.resolve(
        async function* () {
          yield await Promise.resolve("only");
        }(),
      )
    );
    assertEquals(await callTool(tool, {}), "only");
  });

  test("takes a value that is no promise", async (wrapped) => {
    for (const value of ["done", 0, false, null, { status: "success", summary: "Done." }]) {
      assertEquals(await callTool(wrapped(() => value), {}), value);
    }
  });

  for (
    const [how, execute] of Object.entries<(error: Error) => Execute>({
      "throws at once": (error) => () => {
        throw error;
      },
      rejects: (error) => () => Promise.reject(error),
      "throws while yielding": (error) =>
        async function* () {
          yield await Promise.resolve("first");
          throw error;
        },
    })
  ) {
    const answers = shellName === "friendlyErrors" || shellName === "all shells";
    test(`${answers ? "answers for" : "throws on"} the error of a tool that ${how}`, async (wrapped) => {
      const error = new Error("The desk is closed");
      const [end] = await Promise.allSettled([callTool(wrapped(execute(error)), {})]);
      if (answers) {
        assertEquals(end?.status === "fulfilled" && (end.value as { status?: unknown }).status, "error");
      } else {
        assertStrictEquals(end?.status === "rejected" && end.reason, error);
      }
    });
  }
}

Deno.test("all shells leave an interactive tool its time and its repeats (H25)", async () => {
  const clock = new FakeClock();
  const manual = new ManualTool({ ...READ, interactive: true });
  const registry = new IdempotencyRegistry({
    store: new MemoryIdempotencyStore({ clock }),
    secret: "secret",
  });
  const { agent_ask_to_user: tool } = composeToolShells({ agent_ask_to_user: manual.tool }, [
    audit({ sink: () => {}, clock, sessionId: "session", turnId: "turn" }),
    friendlyErrors({ language: () => "en" }),
    inputValidation(),
    idempotency({ registry, scope: () => "session", language: () => "en" }),
    circuitBreaker({ breaker: newBreaker() }),
    timeout({ limitMs: 30_000, clock }),
  ]);
  assert(tool);
  const calls = [callTool(tool, { question: "Which?" }), callTool(tool, { question: "Which?" })];
  await flushMicrotasks();
  clock.advance(3_600_000);
  assertEquals(manual.count, 2);
  manual.execution(0).resolve("this");
  manual.execution(1).resolve("that");
  assertEquals(await Promise.all(calls), ["this", "that"]);
});

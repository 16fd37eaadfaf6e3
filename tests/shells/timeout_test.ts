import { assertEquals, assertRejects, assertStrictEquals, assertThrows } from "@std/assert";
import { timeout } from "../../shells/timeout.ts";
import { ToolCallError } from "../../tools/types.ts";
import { FakeClock } from "../_support/fake_clock.ts";
import { callTool, fakeTool, ManualTool, READ } from "../_support/fake_tool.ts";
import { flushMicrotasks, isSettled } from "../_support/flush_microtasks.ts";

function setUp() {
  const clock = new FakeClock();
  const manual = new ManualTool();
  const tool = timeout({ limitMs: 30_000, clock })(manual.tool, { name: "order_refund" });
  return { clock, manual, tool };
}

Deno.test("timeout() cuts a call off at the limit, although the tool ignores the signal", async () => {
  const { clock, manual, tool } = setUp();
  const call = callTool(tool, {});
  const failure = assertRejects(
    () => call,
    ToolCallError,
    "Cannot finish order_refund: no answer within 30000 ms",
  );
  clock.advance(29_999);
  assertEquals(await isSettled(call), false);
  assertEquals(manual.execution(0).options.abortSignal?.aborted, false);
  clock.advance(1);
  const error = await failure;
  assertEquals(error.type, "timeout");
  assertStrictEquals(manual.execution(0).options.abortSignal?.reason, error);
});

Deno.test("timeout() wins over the tool's own answer to the signal", async () => {
  const clock = new FakeClock();
  const heedful = fakeTool((_input, { abortSignal }) =>
    new Promise((_resolve, reject) =>
      abortSignal?.addEventListener("abort", () => reject(new Error("stopped by signal")))
    )
  );
  const tool = timeout({ limitMs: 1_000, clock })(heedful, { name: "order_refund" });
  const failure = assertRejects(() => callTool(tool, {}), ToolCallError);
  clock.advance(1_000);
  const error = await failure;
  assertEquals(error.type, "timeout");
  await assertRejects(() => error.pending ?? Promise.resolve(), Error, "stopped by signal");
});

Deno.test("timeout() tells by pending how the call ended after all (H36)", async () => {
  for (const late of ["success", "failure"] as const) {
    const { clock, manual, tool } = setUp();
    const failure = assertRejects(() => callTool(tool, {}), ToolCallError);
    clock.advance(30_000);
    const { pending } = await failure;
    assertEquals(await isSettled(pending ?? Promise.resolve()), false);
    if (late === "success") manual.execution(0).resolve("done after all");
    else manual.execution(0).reject(new Error("failed after all"));
    const outcome = await Promise.allSettled([pending]);
    assertEquals(
      outcome.map((end) => end.status === "fulfilled" ? end.value : end.reason.message),
      [late === "success" ? "done after all" : "failed after all"],
    );
  }
});

Deno.test("timeout() is nobody's unhandled rejection when the tool fails after the limit", async () => {
  const { clock, manual, tool } = setUp();
  const failure = assertRejects(() => callTool(tool, {}), ToolCallError);
  clock.advance(30_000);
  await failure;
  manual.execution(0).reject(new Error("too late for anybody"));
  await flushMicrotasks(); // Deno fails the run over an unhandled rejection
});

Deno.test("timeout() takes its timer back after a fast call, however that ends", async () => {
  for (const end of ["resolve", "reject"] as const) {
    const { clock, manual, tool } = setUp();
    const call = Promise.allSettled([callTool(tool, {})]);
    assertEquals(clock.pendingTimers, 1);
    manual.execution(0)[end](new Error("fast"));
    await call;
    assertEquals(clock.pendingTimers, 0);
    clock.advance(30_000);
    assertEquals(manual.execution(0).options.abortSignal?.aborted, false);
  }
});

Deno.test("timeout() passes the caller's abort on with its reason", async () => {
  const { manual, tool } = setUp();
  const caller = new AbortController();
  const call = callTool(tool, {}, { abortSignal: caller.signal });
  const reason = new Error("the turn ended");
  caller.abort(reason);
  assertStrictEquals(manual.execution(0).options.abortSignal?.reason, reason);
  manual.execution(0).resolve("stopped");
  assertEquals(await call, "stopped");
});

Deno.test("timeout() counts each call from its own beginning", async () => {
  const { clock, manual, tool } = setUp();
  const first = callTool(tool, { at: 1 });
  const firstFails = assertRejects(() => first, ToolCallError);
  clock.advance(20_000);
  const second = callTool(tool, { at: 2 });
  clock.advance(10_000);
  await firstFails;
  assertEquals(await isSettled(second), false);
  manual.execution(1).resolve("in time");
  assertEquals(await second, "in time");
});

Deno.test("timeout() counts the whole of a tool that yields", async () => {
  const clock = new FakeClock();
  const more = Promise.withResolvers<void>();
  const yielding = fakeTool(async function* () {
    yield "begun";
    await more.promise;
    yield "done";
  });
  const tool = timeout({ limitMs: 1_000, clock })(yielding, { name: "order_refund" });
  const failure = assertRejects(() => callTool(tool, {}), ToolCallError);
  await flushMicrotasks();
  clock.advance(1_000);
  const { pending } = await failure;
  more.resolve();
  assertEquals(await pending, "done");
});

Deno.test("timeout() leaves interactive tools alone (H25)", () => {
  const shell = timeout({ limitMs: 1, clock: new FakeClock() });
  const tool = fakeTool(() => "answer", { ...READ, interactive: true });
  assertStrictEquals(shell(tool, { name: "agent_ask_to_user" }), tool);
});

Deno.test("timeout() refuses a limit below 1, or one that a timer would take for no time at all", () => {
  for (const limitMs of [0, 0.5, -1, NaN, 2_147_483_648, Infinity]) {
    assertThrows(
      () => timeout({ limitMs, clock: new FakeClock() }),
      RangeError,
      `Cannot set tool timeout: ${limitMs} ms is not between 1 and 2147483647.`,
    );
  }
});

Deno.test("timeout() takes the longest and the shortest limit that a timer can hold", () => {
  for (const limitMs of [1, 2_147_483_647]) timeout({ limitMs, clock: new FakeClock() });
});

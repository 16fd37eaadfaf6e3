import { assertEquals, assertNotEquals } from "@std/assert";
import fc from "fast-check";
import { loopGuard } from "../../shells/loop_guard.ts";
import { LoopWatch } from "../../shells/loop_watch.ts";
import type { CallFacts, Language } from "../../tools/types.ts";
import { callTool, fakeTool } from "../_support/fake_tool.ts";

const FOUND = { status: "success", summary: "Order A-1024 is shipped.", structured: { status: "found" } };
const FAILED = {
  status: "error",
  error_type: "timeout",
  message: "no answer",
  recoverable: true,
  suggestion: "Try later.",
};
const NOTICE_EN =
  "The same call has given the same result three times, and will again. Answer now, or ask the user.";

function guarded(answer: (input: unknown) => unknown, language: Language = "en") {
  const watch = new LoopWatch();
  let executions = 0;
  const facts: CallFacts[] = [];
  const tool = loopGuard({ watch, language: () => language })(
    fakeTool((input) => {
      executions++;
      return answer(input);
    }),
    { name: "order_query_status" },
  );
  const call = async (input: unknown = { orderId: "A-1024" }) =>
    await callTool(tool, input, { report: (more) => facts.push(more) }) as Record<string, unknown>;
  return { watch, call, facts, executions: () => executions };
}

Deno.test("loopGuard() tells the model once that the same call gave the same result three times", async () => {
  for (const answer of [FOUND, FAILED]) {
    const { call } = guarded(() => ({ ...answer }));
    const results = [await call(), await call(), await call()];
    assertEquals(results, [answer, answer, { ...answer, notice: NOTICE_EN }]);
  }
});

Deno.test("loopGuard() does not run the next equal call, and claims no success", async () => {
  for (const answer of [FOUND, FAILED]) {
    const { call, executions, facts, watch } = guarded(() => answer);
    for (let no = 0; no < 3; no++) await call();
    const { status, error_type, recoverable, message } = await call();
    assertEquals([status, error_type, recoverable], ["error", "loop", false]);
    assertEquals(
      message,
      "order_query_status was not run this time: the same call kept giving the same result.",
    );
    assertEquals([executions(), facts, watch.isLooping], [3, [{ attempts: 0 }], false]);
  }
});

Deno.test("loopGuard() says so in the language of the conversation", async () => {
  const { call } = guarded(() => FOUND, "zh");
  await call();
  await call();
  assertEquals(
    (await call()).notice,
    "同样的调用已经三次得到同样的结果，再调用也不会有变化。请直接回答，或向用户询问。",
  );
  assertEquals(
    (await call()).message,
    "工具 order_query_status 这次没有执行：同样的调用已经多次得到同样的结果。",
  );
});

Deno.test("loopGuard() gives the turn up when the model goes on although it was stopped", async () => {
  const { call, watch, executions } = guarded(() => FOUND);
  for (let no = 0; no < 4; no++) await call();
  assertEquals(watch.isLooping, false);
  await call();
  assertEquals([watch.isLooping, executions()], [true, 3]);
});

Deno.test("loopGuard() takes a different result for progress, so that polling goes on", async () => {
  let progress = 0;
  const { call, executions } = guarded(() => ({
    ...FOUND,
    structured: { done: Math.floor(progress++ / 2) },
  }));
  for (let no = 0; no < 20; no++) assertEquals((await call()).status, "success");
  assertEquals(executions(), 20);
});

Deno.test("loopGuard() begins to count anew after a result that differs", async () => {
  const answers = [FOUND, FOUND, FAILED, FOUND, FOUND, FOUND];
  const { call } = guarded(() => answers.shift());
  const notices: unknown[] = [];
  for (let no = 0; no < 6; no++) notices.push((await call()).notice);
  assertEquals(notices, [undefined, undefined, undefined, undefined, undefined, NOTICE_EN]);
});

Deno.test("loopGuard() takes calls with other arguments for other calls, whatever the order of their fields", async () => {
  const { call, executions } = guarded(() => FOUND);
  for (let no = 0; no < 6; no++) await call({ orderId: `A-${no}` });
  assertEquals(executions(), 6);
  await call({ a: 1, b: 2 });
  await call({ b: 2, a: 1 });
  assertEquals((await call({ a: 1, b: 2 })).notice, NOTICE_EN);
});

Deno.test("loopGuard() notices a loop through several calls", async () => {
  const { call, executions } = guarded((input) => ({ ...FOUND, structured: input }));
  for (let no = 0; no < 8; no++) await call({ orderId: no % 2 ? "A-1" : "A-2" });
  assertEquals(executions(), 6);
});

Deno.test("loopGuard() takes a replay for the same result", async () => {
  let first = true;
  const { call } = guarded(() => {
    const result = first ? FOUND : { ...FOUND, replayed: true };
    first = false;
    return result;
  });
  await call();
  await call();
  assertEquals(await call(), { ...FOUND, replayed: true, notice: NOTICE_EN });
});

Deno.test("loopGuard() lets arguments pass that it cannot tell from others", async () => {
  const { call, executions } = guarded(() => FOUND);
  for (let no = 0; no < 6; no++) await call({ callback: () => {} });
  assertEquals(executions(), 6);
});

Deno.test("LoopWatch keeps its size, whatever it is given", () => {
  const watch = new LoopWatch();
  for (let no = 0; no < 1_100; no++) watch.ended(watch.callOf("tool", { no }), "same");
  const times = (no: number) => watch.ended(watch.callOf("tool", { no }), "same");
  assertEquals([times(0), times(999), times(1_000), times(1_000)], [2, 2, 1, 1]);
});

Deno.test("LoopWatch gives equal names to equal calls and others to others", () => {
  const watch = new LoopWatch();
  fc.assert(fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
    assertEquals(watch.callOf("tool", one), watch.callOf("tool", structuredClone(one)));
    assertNotEquals(watch.callOf("tool", [one, 1]), watch.callOf("tool", [other, 2]));
    assertNotEquals(watch.callOf("tool", one), watch.callOf("other", one));
  }));
});

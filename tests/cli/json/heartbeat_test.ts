import { assertEquals } from "@std/assert";
import type { AgentEvent } from "../../../agent/agent_event.ts";
import { Heartbeat, type HeartbeatEvent } from "../../../cli/json/heartbeat.ts";
import { FakeClock } from "../../_support/fake_clock.ts";
import { flushMicrotasks } from "../../_support/flush_microtasks.ts";

const STARTED: AgentEvent = { type: "turn.started", turn_id: "trn_1" };
const TOOL: AgentEvent = {
  type: "tool.started",
  turn_id: "trn_1",
  call_id: "c1",
  tool: "order_refund",
  kind: "write",
  title: "Refund",
  input: {},
  step: 1,
};
const TOOL_DONE: AgentEvent = {
  type: "tool.completed",
  turn_id: "trn_1",
  call_id: "c1",
  tool: "order_refund",
  status: "ok",
  output: {},
  truncated: false,
  duration_ms: 1,
  attempts: 1,
};
const ASKED: AgentEvent = {
  type: "question.asked",
  turn_id: "trn_1",
  request_id: "qst_1",
  question: "Which?",
};
const ANSWERED: AgentEvent = {
  type: "question.answered",
  turn_id: "trn_1",
  request_id: "qst_1",
  by: "client",
};

function scene() {
  const clock = new FakeClock();
  const beats: HeartbeatEvent[] = [];
  const failures: unknown[] = [];
  let failure: Error | undefined;
  const heartbeat = new Heartbeat({
    clock,
    beat: (event) => {
      if (failure) return Promise.reject(failure);
      beats.push(event);
      return Promise.resolve();
    },
    onFailure: (error) => failures.push(error),
  });
  const write = (event: AgentEvent) => {
    heartbeat.follow(event);
    heartbeat.restart();
  };
  const pass = async (ms: number) => {
    clock.advance(ms);
    await flushMicrotasks();
  };
  const breakDown = (error: Error) => failure = error;
  return { clock, heartbeat, beats, failures, write, pass, breakDown };
}

Deno.test("Heartbeat speaks after 15 s of silence in a turn, and every 15 s from then on", async () => {
  const { beats, write, pass } = scene();
  write(STARTED);
  await pass(14_999);
  assertEquals(beats, []);
  await pass(1);
  assertEquals(beats, [{ type: "heartbeat", turn_id: "trn_1", state: "model" }]);
  await pass(14_999);
  assertEquals(beats.length, 1);
  await pass(1);
  assertEquals(beats.length, 2);
});

Deno.test("Heartbeat speaks while a turn waits for another process before it begins", async () => {
  const { beats, write, pass } = scene();
  const busy = { turn_id: "trn_1", code: "session_busy", message: "m", retryable: false };
  write({ type: "warning", ...busy, code: "session_repaired" });
  await pass(60_000);
  assertEquals(beats, []);
  write({ type: "warning", ...busy });
  await pass(15_000);
  assertEquals(beats, [{ type: "heartbeat", turn_id: "trn_1", state: "model" }]);
});

Deno.test("Heartbeat counts the silence from the last thing that was written", async () => {
  const { beats, write, pass } = scene();
  write(STARTED);
  await pass(10_000);
  write(TOOL);
  await pass(10_000);
  assertEquals(beats, []);
  await pass(5_000);
  assertEquals(beats.length, 1);
});

Deno.test("Heartbeat says what the turn waits for", async () => {
  const { beats, write, pass } = scene();
  for (const event of [STARTED, TOOL, ASKED, ANSWERED, TOOL_DONE]) {
    write(event);
    await pass(15_000);
  }
  assertEquals(beats.map(({ state }) => state), ["model", "tool", "approval", "tool", "model"]);
});

Deno.test("Heartbeat is silent between turns, and leaves no timer behind", async () => {
  const { beats, clock, heartbeat, write, pass } = scene();
  heartbeat.restart();
  await pass(60_000);
  write(STARTED);
  heartbeat.stop();
  heartbeat.restart();
  await pass(60_000);
  assertEquals([beats.length, clock.pendingTimers], [0, 0]);
});

Deno.test("Heartbeat forgets what an earlier turn waited for", async () => {
  const { beats, heartbeat, write, pass } = scene();
  write(STARTED);
  write(ASKED);
  heartbeat.stop();
  write({ type: "turn.started", turn_id: "trn_2" });
  await pass(15_000);
  assertEquals(beats, [{ type: "heartbeat", turn_id: "trn_2", state: "model" }]);
});

Deno.test("Heartbeat tells that nobody reads, once, and stops", async () => {
  const { clock, failures, write, pass, breakDown } = scene();
  const gone = new Error("gone");
  write(STARTED);
  breakDown(gone);
  await pass(60_000);
  assertEquals([failures, clock.pendingTimers], [[gone], 0]);
});

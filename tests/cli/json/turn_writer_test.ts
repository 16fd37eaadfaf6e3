import { assertEquals } from "@std/assert";
import type { AgentEvent } from "../../../agent/agent_event.ts";
import { EventWriter } from "../../../cli/json/event_writer.ts";
import { TurnWriter } from "../../../cli/json/turn_writer.ts";
import { FakeClock } from "../../_support/fake_clock.ts";
import { flushMicrotasks } from "../../_support/flush_microtasks.ts";
import { RecordingOutput } from "../../_support/recording_output.ts";

const STARTED: AgentEvent = { type: "turn.started", turn_id: "trn_1" };
const DELTA: AgentEvent = {
  type: "message.delta",
  turn_id: "trn_1",
  message_id: "msg_1",
  channel: "text",
  delta: "Hel",
};

function scene() {
  const [clock, output] = [new FakeClock(), new RecordingOutput()];
  const writer = new EventWriter({ output, sessionId: "ses_1", now: () => 0 });
  const turns = new TurnWriter({ writer, clock, onFailure: () => {} });
  const written = () =>
    output.writes.map((line) => JSON.parse(line)).map(({ type, replay }) => [type, replay]);
  return { clock, output, turns, written };
}

Deno.test("TurnWriter sends no heartbeat while a slow reader holds an event up (T13)", async () => {
  const { clock, output, turns, written } = scene();
  const release = output.hold((line) => line.includes("turn.started"));
  const writing = turns.write(STARTED);
  clock.advance(60_000);
  assertEquals(written(), [["turn.started", undefined]]);
  release();
  await writing;
  clock.advance(15_000);
  assertEquals(written(), [["turn.started", undefined], ["heartbeat", undefined]]);
});

Deno.test("TurnWriter lets a heartbeat be heard while events are left out", async () => {
  const { clock, turns, written } = scene();
  assertEquals(turns.optOut(["message.delta", "turn.completed"]), ["message.delta"]);
  await turns.write(STARTED);
  clock.advance(10_000);
  await turns.write(DELTA);
  clock.advance(5_000);
  await flushMicrotasks();
  assertEquals(written(), [["turn.started", undefined], ["heartbeat", undefined]]);
});

Deno.test("TurnWriter marks what it tells again, and leaves the same events out", async () => {
  const { clock, turns, written } = scene();
  turns.optOut(["message.delta"]);
  await turns.replay(STARTED);
  await turns.replay(DELTA);
  assertEquals([written(), clock.pendingTimers], [[["turn.started", true]], 0]);
});

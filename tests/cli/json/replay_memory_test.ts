import { assertEquals } from "@std/assert";
import type { AgentEvent } from "../../../agent/agent_event.ts";
import { ReplayMemory } from "../../../cli/json/replay_memory.ts";

const STARTED: AgentEvent = { type: "turn.started", turn_id: "trn_1" };
const UNKNOWN = { input_tokens: null, output_tokens: null, total_tokens: null };
const COMPLETED: AgentEvent = {
  type: "turn.completed",
  turn_id: "trn_1",
  status: "completed",
  stop_reason: "stop",
  text: "",
  denials: [],
  usage: { turn: UNKNOWN, session: UNKNOWN, last_call: UNKNOWN },
  cost_usd: null,
  steps: 1,
  duration_ms: 1,
};

Deno.test("ReplayMemory knows a key from the start of its turn, and its events from the end", () => {
  const memory = new ReplayMemory();
  assertEquals([memory.textOf("k"), memory.eventsOf("k"), memory.size], [undefined, undefined, 0]);
  const events = memory.begin("k", "hi");
  events.push(STARTED);
  assertEquals([memory.textOf("k"), memory.eventsOf("k"), memory.size], ["hi", undefined, 1]);
  events.push(COMPLETED);
  assertEquals(memory.eventsOf("k"), [STARTED, COMPLETED]);
});

Deno.test("ReplayMemory forgets the oldest turn beyond 100", () => {
  const memory = new ReplayMemory();
  for (let turn = 0; turn <= 100; turn++) memory.begin(`k${turn}`, `text ${turn}`).push(STARTED, COMPLETED);
  assertEquals(memory.size, 100);
  assertEquals([memory.textOf("k0"), memory.textOf("k1"), memory.textOf("k100")], [
    undefined,
    "text 1",
    "text 100",
  ]);
});

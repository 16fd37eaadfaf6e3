import { assertEquals } from "@std/assert";
import type { AgentEvent } from "../../../agent/agent_event.ts";
import { ReplayMemory } from "../../../cli/json/replay_memory.ts";

Deno.test("ReplayMemory knows a key from the moment it is taken, until it is given back", () => {
  const memory = new ReplayMemory();
  assertEquals([memory.find("k"), memory.size], [undefined, 0]);
  const turn = memory.begin("k", "hi");
  turn.events.push({ type: "turn.started", turn_id: "trn_1" });
  assertEquals(memory.find("k"), {
    key: "k",
    text: "hi",
    events: [{ type: "turn.started", turn_id: "trn_1" }],
  });
  memory.forget("k");
  assertEquals([memory.find("k"), memory.size], [undefined, 0]);
});

/** The end of a turn, as far as anybody looks. */
const ENDED = { type: "turn.completed" } as AgentEvent;

Deno.test("ReplayMemory forgets the oldest turn beyond 100", () => {
  const memory = new ReplayMemory();
  for (let turn = 0; turn <= 100; turn++) memory.begin(`k${turn}`, `text ${turn}`).events.push(ENDED);
  assertEquals(memory.size, 100);
  assertEquals(["k0", "k1", "k100"].map((key) => memory.find(key)?.text), [undefined, "text 1", "text 100"]);
});

Deno.test("ReplayMemory forgets no turn that is still to run: its prompt, sent again, would run twice (H1)", () => {
  const memory = new ReplayMemory();
  const turns = Array.from({ length: 103 }, (_, at) => memory.begin(`k${at}`, "text"));
  assertEquals([memory.size, memory.find("k0")], [103, turns[0]]);
  for (const turn of turns.slice(0, 2)) turn.events.push(ENDED);
  memory.begin("next", "text");
  assertEquals([memory.size, memory.find("k1"), memory.find("k2")], [102, undefined, turns[2]]);
});

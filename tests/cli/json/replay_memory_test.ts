import { assertEquals } from "@std/assert";
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

Deno.test("ReplayMemory forgets the oldest turn beyond 100", () => {
  const memory = new ReplayMemory();
  for (let turn = 0; turn <= 100; turn++) memory.begin(`k${turn}`, `text ${turn}`);
  assertEquals(memory.size, 100);
  assertEquals(["k0", "k1", "k100"].map((key) => memory.find(key)?.text), [undefined, "text 1", "text 100"]);
});

import { assertEquals, assertStringIncludes } from "@std/assert";
import { ScriptedModel } from "../_support/scripted_model.ts";
import { ofType, runTurn, testAgent } from "../_support/test_agent.ts";

const STATUS = { id: "c1", name: "order_query_status", input: '{"orderId":"A-1024"}' };

const PASSAGE = {
  chunkId: 1,
  documentPath: "leave.md",
  title: "Leave",
  text: "Ten days a year.",
  score: 0.8,
};

/** What the model saw of the last call before it spoke for the so-manieth time. */
function seen(model: ScriptedModel, prompt: number): string {
  return JSON.stringify(model.prompts[prompt]?.at(-1));
}

Deno.test("a call that brings nothing new is noticed, then stopped, then ends the turn with limit", async () => {
  const model = new ScriptedModel(Array.from({ length: 8 }, () => ({ calls: [STATUS] })));
  const events = await runTurn(testAgent(model).open(), "where is A-1024?");
  const completed = ofType(events, "tool.completed");
  assertEquals(completed.map(({ status, error, attempts }) => [status, error?.code, attempts]), [
    ["ok", undefined, 1],
    ["ok", undefined, 1],
    ["ok", undefined, 1],
    ["error", "loop", 0],
    ["error", "loop", 0],
  ]);
  assertEquals([1, 2, 3].map((prompt) => seen(model, prompt).includes("three times")), [false, false, true]);
  assertStringIncludes(seen(model, 4), "was not run this time");
  const [turn] = ofType(events, "turn.completed");
  assertEquals([turn?.status, turn?.stop_reason, turn?.steps], ["limit", "loop", 5]);
});

Deno.test("a model that answers once it was told ends its turn as always", async () => {
  for (const calls of [3, 4]) {
    const model = new ScriptedModel([
      ...Array.from({ length: calls }, () => ({ calls: [STATUS] })),
      { text: ["Shipped."] },
    ]);
    const [turn] = ofType(await runTurn(testAgent(model).open(), "where?"), "turn.completed");
    assertEquals([turn?.status, turn?.stop_reason, turn?.text], ["completed", "stop", "Shipped."]);
  }
});

Deno.test("each turn counts for itself", async () => {
  const model = new ScriptedModel(
    Array.from({ length: 3 }, () => [{ calls: [STATUS] }, { calls: [STATUS] }, { text: ["Shipped."] }])
      .flat(),
  );
  const session = testAgent(model).open();
  for (let turn = 0; turn < 3; turn++) {
    const events = await runTurn(session, "where?");
    assertEquals(ofType(events, "tool.completed").map(({ status }) => status), ["ok", "ok"]);
  }
});

Deno.test("a call that fails alike again and again is stopped, and asks nobody any more", async () => {
  const call = { id: "c1", name: "order_refund", input: '{"orderId":"A-1024","reason":"broken"}' };
  const model = new ScriptedModel([...Array.from({ length: 4 }, () => ({ calls: [call] })), {
    text: ["No."],
  }]);
  const { agent, open } = testAgent(model);
  const events = await runTurn(open(), "refund it", (event) => {
    if (event.type !== "approval.requested") return;
    agent.interactions.approve(event.request_id, { decision: "deny", reason: "no" }, "user");
  });
  assertEquals(ofType(events, "approval.requested").length, 3);
  assertEquals(ofType(events, "tool.completed").map(({ error }) => error?.code), [
    "denied",
    "denied",
    "denied",
    "loop",
  ]);
});

Deno.test("a search that is made again and again is noticed, although its numbers and marks are new each time", async () => {
  const call = { id: "c1", name: "kb_query", input: '{"query":"annual leave"}' };
  const model = new ScriptedModel([...Array.from({ length: 4 }, () => ({ calls: [call] })), {
    text: ["Ten."],
  }]);
  let nonces = 0;
  const { open } = testAgent(model, {
    newNonce: () => `nonce-${++nonces}-12345678`,
    knowledge: () => ({ search: () => [PASSAGE] }),
  });
  const events = await runTurn(open(), "how much leave?");
  assertEquals(ofType(events, "tool.completed").map(({ error }) => error?.code), [
    undefined,
    undefined,
    undefined,
    "loop",
  ]);
  assertEquals(nonces, 3);
});

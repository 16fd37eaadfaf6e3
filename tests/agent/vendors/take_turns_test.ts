import { assertEquals } from "@std/assert";
import { createModel } from "../../../agent/models/create_model.ts";
import { startModelServer } from "../../_support/model_server.ts";
import { ofType, runTurn, testAgent } from "../../_support/test_agent.ts";

Deno.test("a session whose turn failed goes on with a model that wants user and assistant to take turns", async () => {
  let asked = 0;
  await using server = startModelServer({
    style: "ollama",
    reply: () => asked++ === 1 ? "filtered" : { text: "Here." },
  });
  const modelEnvironment = { OLLAMA_BASE_URL: server.url };
  const { model } = createModel("ollama:m", { language: "en", now: () => 0, modelEnvironment });
  const session = testAgent(model).open();
  const texts: unknown[] = [];
  for (const request of ["hi", "Where is A-1024?", "Are you there?", "Thanks"]) {
    const [turn] = ofType(await runTurn(session, request), "turn.completed");
    texts.push(turn?.text);
  }
  assertEquals(texts, ["Here.", "", "Here.", "Here."]);
  assertEquals(server.requests.at(-1)?.messages.slice(1).map(({ role, content }) => [role, content]), [
    ["user", "hi"],
    ["assistant", "Here."],
    ["user", "Where is A-1024?\n\nAre you there?"],
    ["assistant", "Here."],
    ["user", "Thanks"],
  ]);
});

Deno.test("a session whose turn was cancelled at a call goes on with Mistral, and its models at home", async () => {
  let asked = 0;
  await using server = startModelServer({
    style: "mistral",
    reply: () =>
      asked++ === 0
        ? { toolCalls: [{ name: "order_cancel", arguments: '{"orderId":"A-2048"}' }] }
        : { text: "Here." },
  });
  const { model } = createModel(`${server.url}#m`, { language: "en", now: () => 0 });
  const session = testAgent(model).open();
  await runTurn(session, "cancel it", (event) => {
    if (event.type === "approval.requested") session.cancel();
  });
  for (const request of ["Are you there?", "Still?"]) {
    const [turn] = ofType(await runTurn(session, request), "turn.completed");
    assertEquals([turn?.error?.message, turn?.text], [undefined, "Here."]);
  }
  // Three requests; the first and the second were each refused once, and taught something.
  assertEquals(server.requests.length, 5);
  assertEquals(server.requests.at(-1)?.messages.slice(3, 6).map(({ role, content }) => [role, content]), [
    ["tool", server.requests.at(-1)?.messages[3]?.content],
    ["assistant", "I was interrupted before I could answer."],
    ["user", "Are you there?"],
  ]);
});

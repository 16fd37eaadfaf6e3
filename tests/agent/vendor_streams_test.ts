import type { AgentEvent } from "../../agent/agent_event.ts";
import { assertEquals, assertStringIncludes } from "@std/assert";
import { createModel } from "../../agent/models/create_model.ts";
import { type ModelServer, sseResponse, startModelServer } from "../_support/model_server.ts";
import { ofType, runTurn, testAgent } from "../_support/test_agent.ts";
import * as z from "zod";

const FOLDER = new URL("../../../shared/eval/streams/", import.meta.url);

/** The chunks that a vendor really sent; `undefined` where the recordings are not at hand. */
function recorded(name: string): string[] | undefined {
  try {
    return Deno.readTextFileSync(new URL(`${name}.chunks.txt`, FOLDER)).trim().split("\n");
  } catch {
    return undefined;
  }
}

/** The same of an answer that was not streamed. */
function recordedWhole(vendor: string): string | undefined {
  try {
    return Deno.readTextFileSync(new URL(`${vendor}-tool-call.json`, FOLDER));
  } catch {
    return undefined;
  }
}

/** Answers first with the recording, then with words. */
function replaying(chunks: readonly string[]): ModelServer {
  let requests = 0;
  return startModelServer({ reply: () => requests++ === 0 ? sseResponse(chunks) : { text: "It is sunny." } });
}

for (const vendor of ["alibaba", "deepseek", "mistral", "xai"]) {
  const chunks = recorded(`${vendor}-tool-call`);
  // deno-lint-ignore no-console -- a skipped test must be heard
  if (!chunks) console.error(`skipped: no recording of ${vendor}'s stream`);
  Deno.test({
    name: `the recorded stream of ${vendor} becomes one call with its whole arguments, and the turn goes on`,
    ignore: !chunks,
    fn: async () => {
      await using server = replaying(chunks ?? []);
      const settings = {
        language: "en",
        now: () => 0,
        modelEnvironment: { OPENAI_BASE_URL: server.url },
      } as const;
      const { model } = await createModel("openai:recorded", settings);
      const { agent, open } = testAgent(model);
      const inputs: unknown[] = [];
      agent.registry.register("weather", {
        description: "Tells the weather of a place.",
        inputSchema: z.object({ location: z.string() }),
        execute: (input) => {
          inputs.push(input);
          return Promise.resolve({ status: "success", summary: "Sunny.", structured: { status: "ok" } });
        },
        traits: { kind: "read", risk: "low", priority: "core", aliases: [], repeat: "share" },
      });
      const events = await runTurn(open(), "What is the weather in San Francisco?");
      assertEquals(inputs, [{ location: "San Francisco" }]);
      assertEquals(ofType(events, "tool.completed").map(({ tool, status }) => [tool, status]), [[
        "weather",
        "ok",
      ]]);
      const turn = ofType(events, "turn.completed")[0];
      assertEquals([turn?.status, turn?.text, turn?.steps], ["completed", "It is sunny.", 2]);
      const second = server.requests[1]?.messages.map(({ role }) => role);
      assertEquals(second, ["system", "user", "assistant", "tool"]);
      assertStringIncludes(JSON.stringify(server.requests[1]?.messages.at(-1)), "Sunny.");
    },
  });
}

for (const vendor of ["alibaba", "deepseek", "xai", "moonshotai"]) {
  const answer = recordedWhole(vendor);
  Deno.test({
    name: `the recorded answer of ${vendor} that was not streamed becomes one call, and the turn goes on`,
    ignore: !answer,
    fn: async () => {
      let requests = 0;
      await using server = startModelServer({
        reply: () =>
          requests++ === 0
            ? new Response(answer, { headers: { "content-type": "application/json" } })
            : { text: "It is sunny." },
      });
      const modelEnvironment = { OPENAI_BASE_URL: server.url };
      const { model } = await createModel("openai:recorded", {
        language: "en",
        now: () => 0,
        modelEnvironment,
      });
      const { agent, open } = testAgent(model);
      const inputs: unknown[] = [];
      for (const name of ["weather", "get_weather"]) {
        agent.registry.register(name, {
          description: "Tells the weather of a place.",
          inputSchema: z.object({ location: z.string().optional(), city: z.string().optional() }),
          execute: (input) => {
            inputs.push(input);
            return Promise.resolve({ status: "success", summary: "Sunny.", structured: { status: "ok" } });
          },
          traits: { kind: "read", risk: "low", priority: "core", aliases: [], repeat: "share" },
        });
      }
      const events = await runTurn(open(), "What is the weather?");
      assertEquals(inputs, [vendor === "moonshotai" ? { city: "Paris" } : { location: "San Francisco" }]);
      const turn = ofType(events, "turn.completed")[0];
      assertEquals([turn?.status, turn?.text, turn?.steps], ["completed", "It is sunny.", 2]);
    },
  });
}

const [anthropicCall, anthropicText] = [recorded("anthropic-tool-no-args"), recorded("anthropic-text")];
Deno.test({
  name: "the recorded streams of anthropic become a call without arguments, and an answer",
  ignore: !anthropicCall || !anthropicText,
  fn: async () => {
    const streams = [anthropicCall ?? [], anthropicText ?? []];
    await using server = startModelServer({ reply: () => sseResponse(streams.shift() ?? []) });
    const modelEnvironment = { ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: "k" };
    const { model } = await createModel("anthropic:claude-sonnet-4-5", {
      language: "en",
      now: () => 0,
      modelEnvironment,
    });
    const { agent, open } = testAgent(model);
    const inputs: unknown[] = [];
    agent.registry.register("updateIssueList", {
      description: "Updates the list of issues.",
      inputSchema: z.object({}),
      execute: (input) => {
        inputs.push(input);
        return Promise.resolve({ status: "success", summary: "Updated.", structured: { status: "ok" } });
      },
      traits: { kind: "write", risk: "low", priority: "core", aliases: [], repeat: "once" },
    });
    const events = await runTurn(open(), "Update the issue list");
    assertEquals(inputs, [{}]);
    assertEquals(ofType(events, "warning"), []);
    const turn = ofType(events, "turn.completed")[0];
    assertEquals([turn?.status, turn?.steps], ["completed", 2]);
    assertStringIncludes(JSON.stringify(server.requests[1]?.messages.at(-1)), "Updated.");
  },
});

Deno.test("a server that is busy is asked again, and the person is told", async () => {
  let requests = 0;
  await using server = startModelServer({
    reply: () =>
      requests++ === 0
        ? new Response("busy", { status: 429, headers: { "retry-after-ms": "1" } })
        : { text: "Hello." },
  });
  const settings = {
    language: "en",
    now: () => 0,
    modelEnvironment: { OPENAI_BASE_URL: server.url },
  } as const;
  const { model } = await createModel("openai:m", settings);
  const { open, clock } = testAgent(model, {
    limits: { maxSteps: 8, maxOutputBytes: 16_384, maxRetries: 2 },
  });
  const events: AgentEvent[] = [];
  for await (const event of open().prompt("hi")) {
    events.push(event);
    if (event.type !== "retry") continue;
    while (clock.pendingTimers === 0) await new Promise((resolve) => setTimeout(resolve, 0));
    clock.advance(1);
  }
  assertEquals(
    ofType(events, "retry").map((
      { scope, attempt, max_attempts, error },
    ) => [scope, attempt, max_attempts, error]),
    [["model", 1, 2, { code: "rate_limited", http_status: 429 }]],
  );
  assertEquals(ofType(events, "turn.completed")[0]?.text, "Hello.");
});

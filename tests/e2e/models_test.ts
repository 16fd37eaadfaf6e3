import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { runHandrail } from "../_support/handrail_process.ts";
import { startModelServer } from "../_support/model_server.ts";
import { tempFolder } from "../_support/temp_folder.ts";

async function configure(home: string, models: unknown): Promise<void> {
  const folder = join(home, ".config/handrail");
  await Deno.mkdir(folder, { recursive: true });
  await Deno.writeTextFile(join(folder, "handrail.json"), JSON.stringify({ models }));
}

function environment(url: string): Record<string, string> {
  return { HANDRAIL_MODEL: "openai:m", OPENAI_BASE_URL: url, OPENAI_API_KEY: "k" };
}

Deno.test("flags, variables and handrail.json reach the model's server, and its count comes back with a price (T33)", async () => {
  await using folder = await tempFolder();
  const tokens: (string | null)[] = [];
  await using server = startModelServer({
    reply: (_, headers) => {
      tokens.push(headers.get("x-token"));
      return { text: "Hello." };
    },
  });
  await configure(folder.path, {
    topP: 0.5,
    temperature: 1,
    headers: { "X-Token": { env: "HANDRAIL_HEADER_TOKEN" } },
    only: { "openai:*": { maxOutputTokens: 100 } },
    prices: { "openai:m": { input: 0.15, output: 0.6 } },
    contextWindow: { "openai:m": 64_000 },
  });
  const { code, events, stderr } = await runHandrail(["run", "hi", "--json", "--temperature", "0.25"], {
    home: folder.path,
    env: { ...environment(server.url), HANDRAIL_REASONING: "low", HANDRAIL_HEADER_TOKEN: "t-1" },
  });
  assertEquals(code, 0, stderr);
  const body: Record<string, unknown> = { ...server.requests[0] };
  assertEquals([body.temperature, body.top_p, body.max_tokens, body.reasoning_effort, tokens], [
    0.25,
    0.5,
    100,
    "low",
    ["t-1"],
  ]);
  const turn = events.find(({ type }) => type === "turn.completed");
  const usage = turn?.usage as Record<string, unknown>;
  assertEquals([turn?.cost_usd, usage.context_window], [0.000027, 64_000]);
  const [started] = events;
  assert(String(started?.warnings).includes("sends headers of its own"), String(started?.warnings));
});

Deno.test("a setting that a model does not take is left out, and no library says so into the conversation", async () => {
  await using folder = await tempFolder();
  await using server = startModelServer({ style: "anthropic", reply: () => ({ text: "Hello." }) });
  const { code, stdout, stderr } = await runHandrail(
    ["run", "hi", "--temperature", "0.5", "--reasoning", "high"],
    {
      home: folder.path,
      env: {
        HANDRAIL_MODEL: "anthropic:claude-sonnet-4-5",
        ANTHROPIC_BASE_URL: server.url,
        ANTHROPIC_API_KEY: "k",
      },
    },
  );
  assertEquals([code, stdout, stderr], [0, "Hello.\n", ""]);
  const body: Record<string, unknown> = { ...server.requests[0] };
  assertEquals([body.temperature, (body.thinking as { type: string }).type], [undefined, "enabled"]);
});

Deno.test("a header's variable that is not set ends the program like a missing key", async () => {
  await using folder = await tempFolder();
  await configure(folder.path, { headers: { "X-Token": { env: "HANDRAIL_HEADER_TOKEN" } } });
  const env = environment("http://127.0.0.1:9/v1");
  const { code, stderr } = await runHandrail(["run", "hi"], { home: folder.path, env });
  assertEquals(code, 3);
  assertStringIncludes(stderr, "HANDRAIL_HEADER_TOKEN is not set");
  assertEquals((await runHandrail(["run", "hi", "--model", "offline"], { home: folder.path, env })).code, 0);
});

Deno.test("a busy model is told of in a line, and in an event", async () => {
  await using folder = await tempFolder();
  let requests = 0;
  await using server = startModelServer({
    reply: () =>
      requests++ % 2 === 0
        ? new Response("busy", { status: 429, headers: { "retry-after-ms": "1" } })
        : { text: "Hello." },
  });
  const env = environment(server.url);
  const { stdout, stderr } = await runHandrail(["run", "hi"], { home: folder.path, env });
  assertEquals(stdout, "Hello.\n");
  assertStringIncludes(stderr, "model busy (429): trying again in 0.1 s (1 of 2)\n");
  const { events } = await runHandrail(["run", "hi", "--json"], { home: folder.path, env });
  const retry = events.find(({ type }) => type === "retry");
  assertEquals([retry?.scope, retry?.attempt, retry?.max_attempts, retry?.delay_ms, retry?.error], [
    "model",
    1,
    2,
    1,
    { code: "rate_limited", http_status: 429 },
  ]);
});

Deno.test("a conversation that outgrows its model is summed up aloud, by the next process too, and kept whole", async () => {
  await using folder = await tempFolder();
  await using server = startModelServer({
    reply: ({ messages }) => ({
      text: messages[0]?.content?.includes("You sum up") ? "The user likes jasmine tea." : "Noted.",
    }),
  });
  await configure(folder.path, { contextWindow: { "openai:m": 3_000 } });
  const env = { ...environment(server.url), LANG: "zh_CN.UTF-8" };
  const ask = (text: string, ...more: string[]) =>
    runHandrail(["run", text, "--session", "tea", ...more], { home: folder.path, env });
  await ask(`I like jasmine tea. ${"Very much. ".repeat(3_000)}`);
  const second = await ask("And green tea?");
  assertStringIncludes(
    second.stderr,
    "对话较长：发给模型的内容中，前 1 轮改为摘要。会话文件仍保留全部内容。\n",
  );
  const third = await ask("What do I like?", "--json");
  assertEquals(third.events.some(({ code }) => code === "context_trimmed"), false);
  const shown = JSON.stringify(server.requests.at(-1)?.messages);
  assert(
    shown.includes("The user likes jasmine tea.") && !shown.includes("Very much."),
    shown.slice(0, 3_000),
  );
  const { stdout } = await runHandrail(["sessions", "export", "tea"], { home: folder.path });
  assertStringIncludes(stdout, "Very much.");
});

Deno.test("chat makes the conversation shorter when asked to, and says when there is nothing to shorten", async () => {
  await using folder = await tempFolder();
  await using server = startModelServer({ reply: () => ({ text: "Noted." }) });
  const { code, stdout } = await runHandrail(["chat"], {
    home: folder.path,
    env: environment(server.url),
    input: `/compact\n${"I like tea. ".repeat(1_000)}\nand coffee\n/compact\n/compact\n`,
  });
  assertEquals(code, 0);
  const lines = stdout.split("\n").filter((line) => /shorter|conversation is long/.test(line));
  assertEquals(lines, [
    "There is nothing to make shorter yet.",
    "The conversation is long: the first turn summarised for the model. The session keeps everything.",
    "There is nothing to make shorter yet.",
  ]);
});

Deno.test("a server that falls silent is given up, before its answer and within it, in the reader's language (T15)", async () => {
  await using folder = await tempFolder();
  const { promise: never, resolve: release } = Promise.withResolvers<void>();
  await using server = startModelServer({
    reply: ({ messages }) => ({
      text: "Half of it",
      before: (frame) => messages.at(-1)?.content === "at once" || frame > 1 ? never : undefined,
    }),
  });
  using _ = { [Symbol.dispose]: release }; // or the server would wait for its own answer
  const env = {
    HANDRAIL_MODEL: "openai:test",
    OPENAI_API_KEY: "k",
    OPENAI_BASE_URL: server.url,
    HANDRAIL_MODEL_WAIT_MS: "400",
  };
  const host = new URL(server.url).host;
  const silent = await runHandrail(["run", "at once"], { home: folder.path, env });
  assertEquals([silent.code, silent.stdout], [6, ""]);
  assertStringIncludes(
    silent.stderr,
    `Failed: Cannot use the model: ${host} sent nothing for 0.4 s\n` +
      "  Hint: Ask again (/retry), or allow a longer wait with HANDRAIL_MODEL_WAIT_MS\n",
  );
  const halted = await runHandrail(["run", "in the middle"], {
    home: folder.path,
    env: { ...env, LANG: "zh_CN.UTF-8" },
  });
  assertEquals(halted.code, 6);
  assertStringIncludes(halted.stderr, `失败：无法使用模型：${host} 已有 0.4 秒没有任何回应\n`);
});

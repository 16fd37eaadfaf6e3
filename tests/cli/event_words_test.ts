import { APICallError } from "@ai-sdk/provider";
import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { join } from "node:path";
import type { AgentEvent } from "../../agent/agent_event.ts";
import { beginTurn } from "../../agent/begin_turn.ts";
import { citedPassages } from "../../agent/cited_passages.ts";
import { classifyError } from "../../agent/models/classify_error.ts";
import { lockSession } from "../../agent/sessions/session_lock.ts";
import { sessionWarnings } from "../../agent/sessions/session_warnings.ts";
import { inChinese } from "../../cli/event_words.ts";
import { wordingOf } from "../../cli/wording.ts";
import { wordsOf } from "../../kb/bilingual_error.ts";
import { FakeClock } from "../_support/fake_clock.ts";
import { AMBIGUOUS, LOSSLESS } from "../_support/malformed_arguments.ts";
import { ScriptedModel, UNREPORTED } from "../_support/scripted_model.ts";
import { tempFolder } from "../_support/temp_folder.ts";
import { ofType, runTurn, testAgent } from "../_support/test_agent.ts";

function answered(statusCode: number, message: string): APICallError {
  return new APICallError({
    message,
    statusCode,
    url: "https://models.example.com/v1/chat",
    requestBodyValues: {},
  });
}

function messagesOf(events: readonly AgentEvent[]): string[] {
  return events.flatMap((event) => event.type === "warning" ? [inChinese(event.message)] : []);
}

Deno.test("inChinese() says what a model's server answered, and leaves the vendor's words as they came", () => {
  const message = (error: unknown) => inChinese(classifyError(error).message);
  assertEquals(
    message(answered(401, "Incorrect key")),
    "无法使用模型：models.example.com 返回 401：Incorrect key",
  );
  assertEquals(
    message(new TypeError("fetch failed", { cause: new Error("connection refused") })),
    "无法连接模型：connection refused",
  );
  assertEquals(message(new Error("stream terminated")), "模型的回答中断：stream terminated");
  assertEquals(
    message(new TypeError("error reading a body from connection")),
    "模型的回答中断：连接断开了",
  );
});

Deno.test("every hint of a model's error is there in Chinese, by its code or by its words", () => {
  const { hints } = wordingOf("zh");
  const errors = [
    ...[302, 402, 401, 404, 407, 429, 500].map((status) => answered(status, "no")),
    answered(400, "content_filter"),
    answered(400, "maximum context length"),
    ...["certificate unknown", "proxy unreachable", "connection refused"].map((why) =>
      new TypeError("fetch failed", { cause: new Error(why) })
    ),
  ];
  for (const error of errors) {
    const { code, hint = "" } = classifyError(error);
    assert(hint !== "", code);
    assert(/\p{Script=Han}/u.test(hints[code] ?? inChinese(hint)), `${code}: ${hint}`);
  }
});

Deno.test("inChinese() says the warnings of a session as they are said before its first turn", () => {
  const stored = { skippedLines: 2, tornTail: true, unknownOutcomes: ["order_refund"] };
  const warnings = sessionWarnings("ses_1", stored);
  assertEquals(warnings.length, 3);
  for (const { en, zh } of warnings) assertEquals(inChinese(en), zh);
});

Deno.test("inChinese() says that another process has the session, or that it cannot be locked", async () => {
  const events: AgentEvent[] = [];
  const begin = (beginTurnOfLog: () => Promise<never>) =>
    beginTurn({
      log: { beginTurn: beginTurnOfLog } as never,
      id: "ses_1",
      turnId: "trn_1",
      emit: (event) => events.push(event),
      signal: new AbortController().signal,
    });
  await begin(() => Promise.reject(new Deno.errors.PermissionDenied("Permission denied (os error 13)")));
  assertEquals(
    events.map((event) => event.type === "warning" ? inChinese(event.message) : ""),
    ["无法锁定会话：没有权限（os error 13）"],
  );
});

Deno.test("inChinese() says that a turn waits for another process, as it is told when that happens", async () => {
  const events: AgentEvent[] = [];
  await beginTurn({
    log: {
      append: () => Promise.resolve(),
      keep: () => Promise.resolve(),
      beginTurn: ({ onWait }) => (onWait(), Promise.resolve({ changed: undefined, end: () => {} })),
    },
    id: "ses_1",
    turnId: "trn_1",
    emit: (event) => events.push(event),
    signal: new AbortController().signal,
  });
  assertEquals(messagesOf(events), ["另一个进程正在运行会话 ses_1：等它结束"]);
});

Deno.test("inChinese() says that a session cannot be saved, as the journal of a turn tells it", async () => {
  const full = () => Promise.reject(new Deno.errors.PermissionDenied("Permission denied (os error 13)"));
  const { agent } = testAgent(new ScriptedModel([{ text: ["ok"] }]));
  const session = agent.openSession({ id: "ses_1", log: { append: full, keep: full }, interactive: true });
  assertEquals(messagesOf(await runTurn(session, "hi")), ["无法保存会话：没有权限（os error 13）"]);
});

Deno.test("inChinese() says what was mended in a call, all of it, as the turn tells it (H35)", async () => {
  const told: string[] = [];
  const names = ["Order-Query-Status", "order_query_statsu"].map((name) =>
    [name, '{"orderId":"A-1024"}'] as const
  );
  const readings = [...LOSSLESS, ...AMBIGUOUS].map(([text]) => ["order_query_status", text] as const);
  for (const [name, input] of [...names, ...readings]) {
    const model = new ScriptedModel([{ calls: [{ id: "c1", name, input }] }, { text: ["ok"] }]);
    told.push(...messagesOf(await runTurn(testAgent(model).open(), "x")));
  }
  assert(told.includes("order_query_status 的一次调用写法有误，修正后读取：工具名的写法"), told.join("\n"));
  assert(told.length > 20, String(told.length));
  for (const message of told) {
    assert(message.startsWith("order_query_status 的一次调用写法有误，修正后读取："), message);
    assert(!/[a-z]/i.test(message.replaceAll(/order_query_status|JSON|Python/g, "")), message);
  }
});

Deno.test("inChinese() says that no summary could be made, and why, as the turn tells it", async () => {
  const cases = [
    [{ refusal: answered(429, "Slow down") }, "无法使用模型：models.example.com 返回 429：Slow down"],
    [{ text: [" "] }, "模型没有给出摘要"],
  ] as const;
  for (const [summary, why] of cases) {
    const model = new ScriptedModel([{ text: ["ok"], usage: UNREPORTED }, summary, { text: ["ok"] }]);
    const named = { provider: "test", id: "m", model, contextWindow: 7_000 };
    const session = testAgent(model, { model: named }).open();
    await runTurn(session, "请查一下 ".repeat(600));
    const [trimmed] = ofType(await runTurn(session, "x"), "warning");
    assertEquals([trimmed?.code, inChinese(trimmed?.hint ?? "")], [
      "context_trimmed",
      `没能做出摘要：${why}。工具做过的事仍会告诉模型`,
    ]);
  }
});

Deno.test("inChinese() says of a session that another process holds what its error says", async () => {
  await using folder = await tempFolder();
  const clock = new FakeClock();
  const signal = new AbortController().signal;
  const lock = () =>
    lockSession({
      path: join(folder.path, "ses_1.lock"),
      id: "ses_1",
      clock,
      deadlineMs: 60_000,
      signal,
      onWait: () => {},
    });
  using _held = await lock();
  const refused = lock().catch((error) => error);
  clock.advance(60_000);
  const error = await refused;
  assertEquals(
    inChinese(error.message),
    "无法开始一轮：另一个进程已占用会话 ses_1 60 秒。请等它那一轮结束，或结束它",
  );
  assertEquals(wordsOf(error).zh, inChinese(error.message));
});

Deno.test("inChinese() says that an answer cites what no search returned", () => {
  const warnings: string[] = [];
  const calls = [{ output: { structured: { hits: [{ no: 1, title: "Refunds" }] } } }];
  citedPassages("Seven days [1], or nine [7].", calls as never, ({ message }) => warnings.push(message));
  assertEquals(warnings.map(inChinese), ["回答引用了 [7]，而检索没有返回过"]);
});

Deno.test("inChinese() leaves sentences of others alone", () => {
  assertEquals(inChinese("工具 order_refund 已停用"), "工具 order_refund 已停用");
  assertEquals(
    inChinese("Something else: Cannot reach the model: x"),
    "Something else: Cannot reach the model: x",
  );
  assertEquals(inChinese("Cannot use the model: $1 $2"), "无法使用模型：$1 $2");
});

Deno.test("inChinese() loses nothing of what others said, whatever that is", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (said) => {
    assertEquals(inChinese(`Cannot reach the model: ${said}`), `无法连接模型：${said}`);
    assert(inChinese(`Cannot save the session: ${said}`).endsWith(said));
  }));
});

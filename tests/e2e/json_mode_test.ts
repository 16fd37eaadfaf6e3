import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import {
  HandrailProcess,
  type ProcessEnd,
  runHandrail,
  type WireEvent,
} from "../_support/handrail_process.ts";
import { startModelServer } from "../_support/model_server.ts";
import { tempFolder } from "../_support/temp_folder.ts";

const PROMPT = '{"id":"1","type":"prompt","text":"订单 A-1024 到哪了？"}\n';
const REFUND = { id: "1", type: "prompt", text: "把订单 B-0001 退款，原因是坏了" };
const INITIALIZE = {
  id: "0",
  type: "initialize",
  protocol: 1,
  capabilities: { approvals: true, questions: true },
};

function typesOf(events: readonly WireEvent[]): string[] {
  return events.map(({ type }) => type);
}

function only(events: readonly WireEvent[], type: string): WireEvent {
  const found = events.filter((event) => event.type === type);
  assertEquals(found.length, 1, `${type} in ${typesOf(events).join(" ")}`);
  return found[0] ?? { type };
}

/** Every byte of standard output is a JSON line, and the envelope is whole. */
function assertFraming({ stdout, events, code }: ProcessEnd): void {
  const lines = stdout.split("\n");
  assertEquals(lines.pop(), "");
  assertEquals(lines.length, events.length);
  lines.forEach((line, at) => {
    const event: WireEvent = JSON.parse(line);
    assertEquals(event.seq, at);
    assertMatch(String(event.ts), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assertMatch(String(event.session_id), /^[A-Za-z0-9_-]+$/);
  });
  assertEquals(events[0]?.type, "session.started");
  assertEquals(events.at(-1)?.type, "session.ended");
  assertEquals(events.at(-1)?.exit_code, code);
}

Deno.test("json answers one prompt with JSON lines only, from session.started to session.ended (T8, T9, T14)", async () => {
  await using folder = await tempFolder();
  const end = await runHandrail(["json"], { home: folder.path, input: PROMPT });
  assertFraming(end);
  assertEquals(end.code, 0);
  const turn = only(end.events, "turn.completed");
  assertEquals(turn.status, "completed");
  assertEquals(turn.text, "订单 A-1024 已发货，预计 2 天后送达。");
  assertEquals(only(end.events, "turn.started").input_id, "1");
  const deltas = end.events.filter(({ type }) => type === "message.delta").map(({ delta }) => delta).join("");
  assertEquals(only(end.events, "message.completed").text, deltas);
});

Deno.test("json names the protocol and the version in its first line (T17)", async () => {
  await using folder = await tempFolder();
  const { events, code } = await runHandrail(["json"], { home: folder.path, input: "" });
  assertEquals(code, 0);
  assertEquals(events[0]?.protocol, 1);
  assertEquals(events[0]?.agent, { name: "handrail", version: "0.1.0" });
  assertEquals((events[0]?.tools as { name: string }[])[0]?.name, "agent_ask_to_user");
});

Deno.test("json puts the turn's id on every event of a turn (T18)", async () => {
  await using folder = await tempFolder();
  const { events } = await runHandrail(["json"], { home: folder.path, input: PROMPT });
  const from = events.findIndex(({ type }) => type === "turn.started");
  const ofTurn = events.slice(from, -1);
  assert(ofTurn.length > 4);
  assertEquals(new Set(ofTurn.map(({ turn_id }) => turn_id)).size, 1);
});

Deno.test("json ignores blank lines and takes CRLF and a last line without an end (T6)", async () => {
  await using folder = await tempFolder();
  const input = `\r\n\n  \n{"id":"p","type":"ping"}\r\n\r\n{"id":"q","type":"ping"}`;
  const end = await runHandrail(["json"], { home: folder.path, input });
  assertFraming(end);
  const responses = end.events.filter(({ type }) => type === "response");
  assertEquals(responses.map(({ id, ok }) => [id, ok]), [["p", true], ["q", true]]);
});

Deno.test("json answers a malformed line, with its id if one can be read, and goes on (T7)", async () => {
  await using folder = await tempFolder();
  const input = [
    "{not json",
    "[1]",
    '{"id":"a","type":"prompt"}',
    '{"id":"b","type":"constructor"}',
    '{"id":"c","type":"approve","request_id":"apr_1","decision":"maybe"}',
    '{"id":"d","type":"approve","request_id":"apr_1","decision":"allow"}',
    '{"id":"e","type":"answer","request_id":"qst_1","text":"x"}',
    '{"id":"f","type":"cancel"}',
    '{"id":"g","type":"ping","future":true}',
    "",
  ].join("\n");
  const end = await runHandrail(["json"], { home: folder.path, input });
  assertFraming(end);
  const answers = end.events.filter(({ type }) => type === "response").map(({ id, ok, error }) => [
    id,
    ok,
    (error as { code?: string } | undefined)?.code,
  ]);
  assertEquals(answers, [
    [null, false, "parse_error"],
    [null, false, "parse_error"],
    ["a", false, "bad_request"],
    ["b", false, "unknown_command"],
    ["c", false, "bad_request"],
    ["d", false, "not_found"],
    ["e", false, "not_found"],
    ["f", false, "not_found"],
    ["g", true, undefined],
  ]);
  const unknown = end.events.find(({ id }) => id === "b");
  assertEquals((unknown?.error as { valid: string[] }).valid, [
    "initialize",
    "prompt",
    "approve",
    "answer",
    "cancel",
    "state",
    "set",
    "ping",
    "shutdown",
  ]);
});

Deno.test("json names the offset of a byte that is no UTF-8, and refuses a line that is too long (T12)", async () => {
  await using folder = await tempFolder();
  await using program = HandrailProcess.start(["json"], { home: folder.path });
  await program.send(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d, 0x0a]));
  assertStringIncludes(
    String(((await program.next("response")).error as { message: string }).message),
    "byte 2 ",
  );
  const megabyte = new TextEncoder().encode("x".repeat(1024 * 1024));
  for (let sent = 0; sent < 9; sent++) await program.send(megabyte);
  assertEquals(((await program.next("response")).error as { code: string }).code, "line_too_long");
  await program.send('\n{"id":"p","type":"ping"}\n');
  assertEquals((await program.next("response")).id, "p");
  await program.closeInput();
  assertFraming(await program.end());
});

Deno.test("json keeps Chinese whole wherever its bytes are cut (T12)", async () => {
  await using folder = await tempFolder();
  await using program = HandrailProcess.start(["json"], { home: folder.path });
  const bytes = new TextEncoder().encode('{"id":"中文😀","type":"ping"}\n');
  for (let cut = 1; cut < bytes.length; cut++) {
    await program.send(bytes.slice(0, cut));
    await program.send(bytes.slice(cut));
    assertEquals((await program.next("response")).id, "中文😀");
  }
});

Deno.test("json escapes U+2028 and U+2029 on the way out and does not split on them on the way in (T11)", async () => {
  await using folder = await tempFolder();
  const input = '{"id":"a\u2028b\u2029","type":"ping"}\n';
  const end = await runHandrail(["json"], { home: folder.path, input });
  assertFraming(end);
  assertEquals(end.events.find(({ type }) => type === "response")?.id, "a\u2028b\u2029");
  assert(!/[\u2028\u2029]/.test(end.stdout));
  assertStringIncludes(end.stdout, "a\\u2028b\\u2029");
});

Deno.test("json writes every byte of a long session before it ends (T13)", async () => {
  await using folder = await tempFolder();
  const pad = "x".repeat(100_000);
  const input = Array.from({ length: 30 }, (_, at) => `{"id":"${at}${pad}","type":"ping"}\n`).join("");
  const end = await runHandrail(["json"], { home: folder.path, input });
  assertFraming(end);
  assertEquals(end.events.length, 32);
  assert(end.stdout.length > 3_000_000);
});

Deno.test("json denies what a client that announced nothing cannot approve, at once, and exits 4 (T19, T20, T21)", async () => {
  await using folder = await tempFolder();
  const end = await runHandrail(["json"], { home: folder.path, input: `${JSON.stringify(REFUND)}\n` });
  assertFraming(end);
  assertEquals(end.code, 4);
  const resolved = only(end.events, "approval.resolved");
  assertEquals([resolved.decision, resolved.by], ["deny", "policy"]);
  const turn = only(end.events, "turn.completed");
  assertEquals(turn.status, "blocked");
  assertEquals((turn.denials as { tool: string }[]).map(({ tool }) => tool), ["order_refund"]);
  assertEquals(only(end.events, "tool.completed").status, "denied");
});

Deno.test("json runs a call that the client approves on standard input (T22)", async () => {
  await using folder = await tempFolder();
  await using program = HandrailProcess.start(["json"], { home: folder.path });
  await program.send(INITIALIZE);
  await program.send(REFUND);
  const asked = await program.next("approval.requested");
  assertEquals(asked.input, { orderId: "B-0001", reason: "坏了" });
  assertEquals(asked.default, "deny");
  // SHA-256 of {"orderId":"B-0001","reason":"坏了"}, computed with sha256sum.
  assertEquals(asked.input_sha256, "0555f3070b7b68cf0ee8b296d3c328b4bbe67d66a1a30b0c4eb0d123a0def91b");
  await program.send({ id: "2", type: "approve", request_id: asked.request_id, decision: "allow" });
  const resolved = await program.next("approval.resolved");
  assertEquals([resolved.decision, resolved.by], ["allow", "client"]);
  assertEquals((await program.next("turn.completed")).text, "订单 B-0001 已退款 899 CNY。");
  await program.closeInput();
  assertEquals((await program.end()).code, 0);
});

Deno.test("json hands a denial's reason to the model, and goes on as usual (T24, T25)", async () => {
  await using folder = await tempFolder();
  await using program = HandrailProcess.start(["json"], { home: folder.path });
  await program.send(INITIALIZE);
  await program.send(REFUND);
  const { request_id } = await program.next("approval.requested");
  await program.send({ id: "2", type: "approve", request_id, decision: "deny", reason: "金额要先核对" });
  const done = await program.next("tool.completed");
  assertStringIncludes((done.output as { message: string }).message, "金额要先核对");
  assertEquals((await program.next("turn.completed")).status, "blocked");
  await program.send({ id: "3", type: "prompt", text: "订单 A-1024 到哪了？" });
  assertEquals((await program.next("turn.completed")).status, "completed");
  await program.closeInput();
  assertEquals((await program.end()).code, 0);
});

Deno.test("json runs the input that the client edited, once it fits the schema (H23)", async () => {
  await using folder = await tempFolder();
  await using program = HandrailProcess.start(["json"], { home: folder.path });
  await program.send(INITIALIZE);
  await program.send(REFUND);
  const first = await program.next("approval.requested");
  const edited = { orderId: "B-0001", reason: "坏了", amount: 100 };
  await program.send({
    id: "2",
    type: "approve",
    request_id: first.request_id,
    decision: "allow",
    updated_input: edited,
  });
  const done = await program.next("tool.completed");
  assertEquals((done.output as { structured: { amount: number } }).structured.amount, 100);
  await program.next("turn.completed");
  await program.send({ ...REFUND, id: "3" });
  const second = await program.next("approval.requested");
  const wrong = { orderId: "B-0001", reason: "坏了", amount: -5 };
  await program.send({
    id: "4",
    type: "approve",
    request_id: second.request_id,
    decision: "allow",
    updated_input: wrong,
  });
  assertEquals(((await program.next("tool.completed")).error as { code: string }).code, "invalid_input");
});

Deno.test("json refuses an answer to a question that nobody asked, and lists those that wait (T27, H22)", async () => {
  await using folder = await tempFolder();
  await using program = HandrailProcess.start(["json"], { home: folder.path });
  await program.send(INITIALIZE);
  await program.send({ ...REFUND, text: "把订单 B-0001 退款，原因是坏了" });
  const asked = await program.next("approval.requested");
  await program.send({ id: "x", type: "approve", request_id: "apr_stale", decision: "allow" });
  const refused = await program.next("response");
  assertEquals(refused.ok, false);
  assertEquals((refused.error as { valid: string[] }).valid, [asked.request_id]);
  await program.send({
    id: "y",
    type: "approve",
    request_id: asked.request_id,
    decision: "deny",
    stop_turn: true,
  });
  const turn = await program.next("turn.completed");
  assertEquals([turn.status, turn.steps], ["blocked", 1]);
});

Deno.test("json denies pending approvals when the input ends, finishes the turn and exits (T5)", async () => {
  await using folder = await tempFolder();
  await using program = HandrailProcess.start(["json"], { home: folder.path });
  await program.send(INITIALIZE);
  await program.send(REFUND);
  await program.next("approval.requested");
  await program.closeInput();
  const end = await program.end();
  assertFraming(end);
  assertEquals(only(end.events, "approval.resolved").by, "eof");
  assertEquals(only(end.events, "turn.completed").status, "blocked");
  assertEquals(end.code, 4);
});

Deno.test("json finishes queued turns when the input ends", async () => {
  await using folder = await tempFolder();
  const prompts = ["A-1024", "A-2048", "B-0001"].map((order, at) =>
    `${
      JSON.stringify({ id: String(at), type: "prompt", text: `订单 ${order} 到哪了？`, on_busy: "queue" })
    }\n`
  );
  const end = await runHandrail(["json"], { home: folder.path, input: prompts.join("") });
  assertFraming(end);
  const turns = end.events.filter(({ type }) => type === "turn.completed").map(({ text }) => text);
  assertEquals(turns, [
    "订单 A-1024 已发货，预计 2 天后送达。",
    "订单 A-2048 打包中，预计 4 天后送达。",
    "订单 B-0001 已签收。",
  ]);
});

Deno.test("json refuses a prompt while a turn runs, unless it may queue", async () => {
  await using folder = await tempFolder();
  await using program = HandrailProcess.start(["json"], { home: folder.path });
  await program.send(INITIALIZE);
  await program.next("response");
  await program.send({ id: "1", type: "prompt", text: "我的订单到哪了" });
  await program.next("question.asked");
  await program.send({ id: "2", type: "prompt", text: "hello" });
  const refused = await program.next("response");
  assertEquals([refused.id, (refused.error as { code: string }).code], ["2", "busy"]);
  await program.send({ id: "3", type: "state" });
  const state = (await program.next("response")).result as {
    busy: boolean;
    pending: { questions: string[] };
  };
  assertEquals([state.busy, state.pending.questions.length], [true, 1]);
});

Deno.test("json cancels a turn by command, and the session lives on (T31)", async () => {
  await using folder = await tempFolder();
  await using program = HandrailProcess.start(["json"], { home: folder.path });
  await program.send(INITIALIZE);
  await program.send(REFUND);
  await program.next("approval.requested");
  await program.send({ id: "2", type: "cancel" });
  assertEquals((await program.next("approval.resolved")).by, "cancel");
  assertEquals((await program.next("turn.completed")).status, "cancelled");
  await program.send({ id: "3", type: "prompt", text: "订单 A-1024 到哪了？" });
  assertEquals((await program.next("turn.completed")).status, "completed");
  await program.closeInput();
  assertEquals((await program.end()).code, 0);
});

Deno.test("json tells a turn again to whoever repeats its key, and runs nothing twice (H1)", async () => {
  await using folder = await tempFolder();
  const ticket = { type: "prompt", text: "Please open a ticket: the parcel is broken", idempotency_key: "k" };
  const input = ["1", "2"].map((id) => `${JSON.stringify({ id, ...ticket })}\n`).join("");
  const end = await runHandrail(["json"], { home: folder.path, input });
  assertFraming(end);
  const completed = end.events.filter(({ type }) => type === "turn.completed");
  assertEquals(completed.map(({ replay }) => replay), [undefined, true]);
  assertEquals(completed[1]?.text, completed[0]?.text);
  assertEquals(completed[1]?.turn_id, completed[0]?.turn_id);
});

Deno.test("json changes the model between turns, and refuses one that is none", async () => {
  await using folder = await tempFolder();
  const input = [
    '{"id":"a","type":"set","model":"gpt-9"}',
    '{"id":"b","type":"set","model":"openai:gpt-4o"}',
    '{"id":"c","type":"set","model":"offline"}',
    "",
  ].join("\n");
  const end = await runHandrail(["json"], { home: folder.path, input });
  assertFraming(end);
  const answers = end.events.filter(({ type }) => type === "response");
  assertEquals(answers.map(({ ok, error }) => ok || (error as { code: string }).code), [
    "bad_request",
    "auth",
    true,
  ]);
  assertEquals(answers[2]?.result, { withdrawn: 0, model: { provider: "handrail", id: "offline" } });
});

Deno.test("json names the prompts that a shutdown leaves undone", async () => {
  await using folder = await tempFolder();
  await using program = HandrailProcess.start(["json"], { home: folder.path });
  await program.send(INITIALIZE);
  await program.send(REFUND);
  await program.next("approval.requested");
  await program.send({ id: "2", type: "prompt", text: "hello", on_busy: "queue" });
  await program.send({ id: "3", type: "shutdown" });
  const end = await program.end();
  assertFraming(end);
  const warning = only(end.events, "warning");
  assertEquals([warning.code, warning.input_id], ["prompt_dropped", "2"]);
});

Deno.test("json cancels the turn on SIGINT and ends with 130; a second one ends it at once (T29)", async () => {
  await using folder = await tempFolder();
  await using program = HandrailProcess.start(["json"], { home: folder.path });
  await program.send(INITIALIZE);
  await program.send(REFUND);
  await program.next("approval.requested");
  program.kill("SIGINT");
  assertEquals((await program.next("turn.completed")).status, "cancelled");
  await program.closeInput();
  const end = await program.end();
  assertFraming(end);
  assertEquals(end.code, 130);
});

Deno.test("json ends on SIGTERM with 143, the turn closed and the last line written (T30)", async () => {
  await using folder = await tempFolder();
  await using program = HandrailProcess.start(["json"], { home: folder.path });
  await program.send(INITIALIZE);
  await program.send(REFUND);
  await program.next("approval.requested");
  program.kill("SIGTERM");
  const end = await program.end();
  assertFraming(end);
  assertEquals(end.code, 143);
  assertEquals(only(end.events, "turn.completed").status, "cancelled");
});

Deno.test("json ends on SIGINT with 130 when no turn runs", async () => {
  await using folder = await tempFolder();
  await using program = HandrailProcess.start(["json"], { home: folder.path });
  await program.next("session.started");
  program.kill("SIGINT");
  const end = await program.end();
  assertFraming(end);
  assertEquals(end.code, 130);
});

Deno.test("json stops the turn and exits 141 when nobody reads its output (T16)", async () => {
  await using folder = await tempFolder();
  const { handrailCommand, freshEnvironment } = await import("../_support/handrail_process.ts");
  const command = handrailCommand(["json"]);
  const quoted = [command.program, ...command.args].map((word) => `'${word}'`).join(" ");
  const prompts = Array.from(
    { length: 200 },
    (_, at) => `{"id":"${at}","type":"prompt","text":"你好","on_busy":"queue"}`,
  );
  await Deno.writeTextFile(`${folder.path}/prompts`, `${prompts.join("\n")}\n`);
  const script = `{ ${quoted} < '${folder.path}/prompts'; echo "code $?" >&2; } | head -n 2 > /dev/null`;
  const { stderr } = await new Deno.Command("bash", {
    args: ["-c", script],
    clearEnv: true,
    env: freshEnvironment({ home: folder.path }),
  }).output();
  assertStringIncludes(new TextDecoder().decode(stderr), "code 141");
});

Deno.test("json refuses a protocol that it does not speak, and exits 2", async () => {
  await using folder = await tempFolder();
  const end = await runHandrail(["json"], {
    home: folder.path,
    input: '{"id":"0","type":"initialize","protocol":99}\n',
  });
  assertFraming(end);
  assertEquals(end.code, 2);
  assertEquals((only(end.events, "response").error as { valid: string[] }).valid, ["1"]);
});

Deno.test("json tells in JSON lines that a session cannot be opened, first line included (T17, T34)", async () => {
  await using folder = await tempFolder();
  const sessions = `${folder.path}/.local/state/handrail/sessions`;
  await Deno.mkdir(sessions, { recursive: true });
  await Deno.writeTextFile(`${sessions}/newer.jsonl`, '{"type":"session","version":2,"id":"newer"}\n');
  await Deno.symlink("loop.jsonl", `${sessions}/loop.jsonl`);
  const cases = [["newer", "Update Handrail"], ["loop", "Make it readable"]] as const;
  for (const [id, hint] of cases) {
    for (const args of [["json", "--session", id], ["run", "--json", "--session", id, "hi"]]) {
      const { code, events, stderr } = await runHandrail(args, { home: folder.path, input: "" });
      assertEquals([code, typesOf(events), stderr], [1, ["session.started", "error", "session.ended"], ""]);
      assertStringIncludes(String(events[1]?.message), hint);
      assertEquals([events[2]?.exit_code, events[2]?.reason], [1, "not_started"]);
    }
  }
});

Deno.test("json tells a configuration error in JSON lines, first line included", async () => {
  await using folder = await tempFolder();
  const cases: [Record<string, string>, string[], number, string][] = [
    [{ AGENT_CONFIRM_TOOLS: "createTickt" }, [], 2, "createTickt"],
    [{ HANDRAIL_MODEL: "gpt-9" }, [], 2, "gpt-9"],
    [{ HANDRAIL_MODEL: "openai:gpt-4o" }, [], 3, "OPENAI_API_KEY"],
    [{}, ["--profile", "boss"], 2, "boss"],
    [{}, ["--session", "../x"], 2, "../x"],
  ];
  for (const [env, args, code, mention] of cases) {
    const end = await runHandrail(["json", ...args], { home: folder.path, env, input: PROMPT });
    assertEquals(end.code, code, mention);
    assertEquals(typesOf(end.events), ["session.started", "error", "session.ended"]);
    assertStringIncludes(String(end.events[1]?.message), mention);
    assertEquals(end.events[2]?.exit_code, code);
  }
  // Flags may stand in front of the command.
  const end = await runHandrail(["--profile", "boss", "json"], { home: folder.path, input: PROMPT });
  assertEquals([end.code, typesOf(end.events)], [2, ["session.started", "error", "session.ended"]]);
});

Deno.test("json continues a session that another process began (T4)", async () => {
  await using folder = await tempFolder();
  const first = await runHandrail(["json", "--session", "demo"], { home: folder.path, input: PROMPT });
  assertEquals(first.events[0]?.resumed, false);
  const second = await runHandrail(["json", "--session", "demo"], {
    home: folder.path,
    input: '{"id":"s","type":"state"}\n',
  });
  assertEquals(second.events[0]?.resumed, true);
  const state = second.events.find(({ type }) => type === "response")?.result as { messages: number };
  // The user's message, the call, its result, the answer.
  assertEquals(state.messages, 4);
});

Deno.test("json reports what a model's server refuses, without the key, and exits accordingly (T28)", async () => {
  await using folder = await tempFolder();
  for (
    const [status, code, exitCode] of [[401, "auth", 3], [404, "model_unavailable", 6], [
      400,
      "bad_request",
      1,
    ]]
  ) {
    await using server = startModelServer({
      reply: () => Response.json({ error: { message: "no" } }, { status: Number(status) }),
    });
    const end = await runHandrail(["json"], {
      home: folder.path,
      env: { HANDRAIL_MODEL: "openai:m", OPENAI_BASE_URL: server.url, OPENAI_API_KEY: "sk-secret-123" },
      input: PROMPT,
    });
    assertFraming(end);
    const turn = only(end.events, "turn.completed");
    assertEquals([turn.status, (turn.error as { code: string }).code, end.code], ["failed", code, exitCode]);
    assert(!`${end.stdout}${end.stderr}`.includes("sk-secret-123"));
  }
});

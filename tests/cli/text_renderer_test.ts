import { assertEquals } from "@std/assert";
import type { AgentEvent, AgentEventOf, ContextChange } from "../../agent/agent_event.ts";
import { MarkdownStream } from "../../cli/markdown/markdown_stream.ts";
import { TextRenderer } from "../../cli/text_renderer.ts";
import { wordingOf } from "../../cli/wording.ts";
import { RecordingOutput } from "../_support/recording_output.ts";
import { UNKNOWN } from "../_support/token_counts.ts";

function delta(text: string, channel: "text" | "reasoning" = "text"): AgentEvent {
  return { type: "message.delta", turn_id: "t", message_id: "m", channel, delta: text };
}

const SAID: AgentEvent = {
  type: "message.completed",
  turn_id: "t",
  message_id: "m",
  text: "",
  citations: [],
};

function started(call_id: string, tool = `tool_${call_id}`): AgentEvent {
  return { type: "tool.started", turn_id: "t", call_id, tool, kind: "read", title: tool, input: {}, step: 1 };
}

function completed(
  call_id: string,
  more: Partial<AgentEventOf<"tool.completed">> = {},
): AgentEventOf<"tool.completed"> {
  return {
    type: "tool.completed",
    turn_id: "t",
    call_id,
    tool: `tool_${call_id}`,
    status: "ok",
    output: null,
    truncated: false,
    duration_ms: 12.4,
    attempts: 1,
    ...more,
  };
}

function ended(status: AgentEventOf<"turn.completed">["status"], stop_reason = "stop"): AgentEvent {
  return {
    type: "turn.completed",
    turn_id: "t",
    status,
    stop_reason,
    text: "said",
    denials: [],
    usage: { turn: UNKNOWN, session: UNKNOWN, last_call: UNKNOWN, context_window: null },
    cost_usd: null,
    steps: 1,
    duration_ms: 1,
  };
}

/** Tokens and cost, as far as a model reported them. */
function ledger(
  input_tokens: number | null,
  output_tokens: number | null,
  cost_usd: number | null,
): AgentEvent {
  const turn = { ...UNKNOWN, input_tokens, output_tokens };
  const usage = { turn, session: UNKNOWN, last_call: UNKNOWN, context_window: null };
  return { ...(ended("completed") as AgentEventOf<"turn.completed">), usage, cost_usd };
}

interface Look {
  readonly usage?: boolean;
  readonly terminal?: boolean;
  readonly color?: boolean;
  readonly language?: "zh" | "en";
  readonly columns?: number;
}

/** Renders events onto one stream, as in a conversation. */
async function shown(events: readonly AgentEvent[], look: Look = {}): Promise<string> {
  const { terminal = false, color = false, language = "en", usage = false, columns = 80 } = look;
  const output = new RecordingOutput({ terminal, columns });
  const renderer = new TextRenderer({
    answer: output,
    progress: output,
    wording: wordingOf(language),
    color,
    usage,
  });
  for (const event of events) await renderer.render(event);
  return output.text;
}

Deno.test("TextRenderer writes the answer as it streams, and ends its line", async () => {
  const output = new RecordingOutput();
  const renderer = new TextRenderer({
    answer: output,
    progress: output,
    wording: wordingOf("en"),
    color: true,
  });
  for (const event of [delta("订单"), delta("已发货。"), SAID, ended("completed")]) {
    await renderer.render(event);
  }
  assertEquals(output.writes, ["订单", "已发货。", "\n"]);
});

Deno.test("TextRenderer keeps the model's reasoning to itself", async () => {
  assertEquals(await shown([delta("hm", "reasoning"), SAID, ended("completed")]), "");
});

Deno.test("TextRenderer writes the answer to one stream and everything else to the other (T28)", async () => {
  const [answer, progress] = [new RecordingOutput(), new RecordingOutput()];
  const renderer = new TextRenderer({ answer, progress, wording: wordingOf("en"), color: false });
  const error: AgentEvent = {
    type: "error",
    code: "network",
    message: "no way",
    hint: "try",
    retryable: true,
  };
  for (const event of [started("a"), completed("a"), delta("Hi"), error, ended("failed")]) {
    await renderer.render(event);
  }
  assertEquals(answer.text, "Hi\n");
  assertEquals(progress.text, "⚙ tool_a ✓ ok 12 ms\nFailed: no way\n  Hint: try\n");
});

Deno.test("TextRenderer writes one line per call once its outcome is known, without a terminal", async () => {
  assertEquals(
    await shown([started("a"), started("b"), completed("b"), completed("a"), delta("Done"), SAID]),
    "⚙ tool_b ✓ ok 12 ms\n⚙ tool_a ✓ ok 12 ms\nDone\n",
  );
});

Deno.test("TextRenderer lets a call's line grow at a terminal", async () => {
  assertEquals(await shown([started("a")], { terminal: true }), "⚙ tool_a");
  // The line begins anew: a progress bar of the runtime's may have wiped it.
  assertEquals(
    await shown([started("a"), completed("a")], { terminal: true }),
    "⚙ tool_a\r⚙ tool_a ✓ ok 12 ms\n",
  );
});

Deno.test("TextRenderer names the call again when others came in between", async () => {
  assertEquals(
    await shown([started("a"), started("b"), completed("a"), completed("b")], { terminal: true }),
    "⚙ tool_a\n⚙ tool_b\n⚙ tool_a ✓ ok 12 ms\n⚙ tool_b ✓ ok 12 ms\n",
  );
  assertEquals(
    await shown([started("a"), delta("Hi"), completed("a")], { terminal: true }),
    "⚙ tool_a\nHi\n⚙ tool_a ✓ ok 12 ms\n",
  );
});

Deno.test("TextRenderer goes on with the line of a call whose name takes more than a row", async () => {
  const events = [started("a"), completed("a")];
  assertEquals(await shown(events, { terminal: true, columns: 7 }), "⚙ tool_a ✓ ok 12 ms\n");
  assertEquals(await shown(events, { terminal: true, columns: 8 }), "⚙ tool_a\r⚙ tool_a ✓ ok 12 ms\n");
});

Deno.test("TextRenderer begins a new line for a call behind an answer that goes on", async () => {
  assertEquals(
    await shown([delta("Let me see."), started("a")], { terminal: true }),
    "Let me see.\n⚙ tool_a",
  );
  assertEquals(
    await shown([delta("Let me see."), started("a"), completed("a")]),
    "Let me see.\n⚙ tool_a ✓ ok 12 ms\n",
  );
});

for (
  const [status, en, zh] of [
    ["ok", "✓ ok", "✓ 完成"],
    ["error", "✗ failed", "✗ 出错"],
    ["denied", "✗ denied", "✗ 已拒绝"],
    ["cancelled", "✗ cancelled", "✗ 已取消"],
    ["timeout", "✗ timed out", "✗ 超时"],
    ["circuit_open", "✗ switched off", "✗ 已停用"],
    ["unknown_outcome", "✗ outcome unknown", "✗ 结果未知"],
  ] as const
) {
  Deno.test(`TextRenderer shows a call that ended with ${status} in both languages`, async () => {
    assertEquals(await shown([completed("a", { status })]), `⚙ tool_a ${en} 12 ms\n`);
    assertEquals(await shown([completed("a", { status })], { language: "zh" }), `⚙ tool_a ${zh} 12 ms\n`);
  });
}

Deno.test("TextRenderer says when a call was replayed and not repeated", async () => {
  const replayed = { idempotency: { key: "k", hit: true, store: "memory" }, duration_ms: 0.6 };
  assertEquals(
    await shown([completed("a", replayed)]),
    "⚙ tool_a ✓ ok · ↺ already done, not repeated 1 ms\n",
  );
  const first = { idempotency: { key: "k", hit: false, store: "memory" } };
  assertEquals(await shown([completed("a", first)]), "⚙ tool_a ✓ ok 12 ms\n");
});

Deno.test("TextRenderer shows a warning with its hint, on lines of their own", async () => {
  const warning: AgentEvent = { type: "warning", code: "c", message: "m", hint: "h", retryable: false };
  assertEquals(await shown([delta("Hi"), warning]), "Hi\nNote: m\n  Hint: h\n");
  assertEquals(await shown([{ type: "warning", code: "c", message: "m", retryable: false }]), "Note: m\n");
});

Deno.test("TextRenderer tells in a line of its own that a tool tries again, and why", async () => {
  const retry: AgentEventOf<"retry"> = {
    type: "retry",
    turn_id: "t",
    scope: "tool",
    call_id: "a",
    tool: "tool_a",
    attempt: 1,
    max_attempts: 2,
    delay_ms: 173,
    error: { code: "network" },
  };
  assertEquals(
    await shown([started("a"), retry, completed("a")]),
    "tool_a (no connection): trying again in 0.2 s (1 of 2)\n⚙ tool_a ✓ ok 12 ms\n",
  );
  assertEquals(
    await shown([started("a"), retry, completed("a")], { terminal: true }),
    "⚙ tool_a\ntool_a (no connection): trying again in 0.2 s (1 of 2)\n⚙ tool_a ✓ ok 12 ms\n",
  );
  assertEquals(
    await shown([{ ...retry, error: { code: "unavailable" } }], { language: "zh" }),
    "tool_a（暂时失败）：0.2 秒后重试（第 1 次，最多 2 次）\n",
  );
});

Deno.test("TextRenderer tells in a dim line that a model is asked again, and why", async () => {
  const retry: AgentEventOf<"retry"> = {
    type: "retry",
    turn_id: "t",
    scope: "model",
    attempt: 1,
    max_attempts: 3,
    delay_ms: 2_000,
    error: { code: "rate_limited", http_status: 429 },
  };
  assertEquals(await shown([delta("Hi"), retry]), "Hi\nmodel busy (429): trying again in 2 s (1 of 3)\n");
  assertEquals(
    await shown([retry], { language: "zh" }),
    "模型繁忙 (429)：2 秒后重试（第 1 次，最多 3 次）\n",
  );
  assertEquals(
    await shown([{ ...retry, delay_ms: 500, error: { code: "model_unavailable", http_status: 503 } }]),
    "model failed (503): trying again in 0.5 s (1 of 3)\n",
  );
  assertEquals(
    await shown([{ ...retry, error: { code: "network" } }], { terminal: true, color: true }),
    "\x1b[2mmodel cannot be reached: trying again in 2 s (1 of 3)\x1b[0m\n",
  );
});

Deno.test("TextRenderer tells in both languages what the model is not shown any more", async () => {
  const trimmed = (change: Partial<ContextChange>): AgentEvent => ({
    type: "warning",
    turn_id: "t",
    code: "context_trimmed",
    message: "m",
    retryable: false,
    context: {
      outputs_dropped: 0,
      turns_summarised: 0,
      turns_dropped: 0,
      tokens_before: 9,
      tokens_after: 5,
      ...change,
    },
  });
  assertEquals(
    await shown([trimmed({ outputs_dropped: 3, turns_summarised: 2 })]),
    "The conversation is long: 3 old tool outputs left out, the first 2 turns summarised for the model. " +
      "The session keeps everything.\n",
  );
  assertEquals(
    await shown([trimmed({ turns_dropped: 4 })], { language: "zh" }),
    "对话较长：发给模型的内容中，略去了 4 轮旧对话。会话文件仍保留全部内容。\n",
  );
});

Deno.test("TextRenderer tells how a turn ended when the answer does not", async () => {
  assertEquals(await shown([delta("Hal"), ended("cancelled")]), "Hal\nCancelled.\n");
  assertEquals(await shown([ended("limit")], { language: "zh" }), "已停止：达到本轮的步数上限。\n");
  assertEquals(
    await shown([ended("limit", "loop")]),
    "Stopped: the model kept making the same call with the same result.\n",
  );
  for (const status of ["completed", "failed", "blocked"] as const) {
    assertEquals(await shown([ended(status)]), "");
  }
});

Deno.test("TextRenderer says what an answer lacks that looks whole: its end, or everything (T28)", async () => {
  const empty: AgentEvent = { ...ended("completed"), text: " " } as AgentEvent;
  assertEquals(await shown([empty]), "The model said nothing. Ask again (/retry), or take another model.\n");
  assertEquals(
    await shown([delta("Hal"), ended("completed", "length")]),
    "Hal\nThe answer was cut off: the limit of tokens was reached. --max-tokens or HANDRAIL_MAX_TOKENS raises it.\n",
  );
  assertEquals(
    await shown([ended("completed", "content-filter")], { language: "zh" }),
    "服务商的内容过滤中断了回答，请换个说法。\n",
  );
});

Deno.test("TextRenderer breaks what it says between words at a terminal (T37)", async () => {
  const narrow = { terminal: true, columns: 40 };
  const retry: AgentEvent = {
    type: "retry",
    turn_id: "t",
    scope: "model",
    attempt: 1,
    max_attempts: 3,
    delay_ms: 2_000,
    error: { code: "network" },
  };
  for (
    const [event, lines] of [
      [{ ...ended("completed"), text: " " }, [
        "The model said nothing. Ask again",
        "(/retry), or take another model.",
      ]],
      [ended("limit", "loop"), ["Stopped: the model kept making the same", "call with the same result."]],
      [retry, ["model cannot be reached: trying again in", "2 s (1 of 3)"]],
    ] as const
  ) {
    assertEquals(await shown([event as AgentEvent], narrow), `${lines.join("\n")}\n`);
  }
});

Deno.test("TextRenderer says in Chinese what went wrong with the model, and how long to wait", async () => {
  const error: AgentEvent = {
    type: "error",
    code: "rate_limited",
    message: "Cannot use the model: models.example.com answered 429, slow down",
    hint: "Wait, then try again",
    retryable: true,
    retry_after_ms: 600_000,
  };
  assertEquals(
    await shown([error], { language: "zh" }),
    "失败：无法使用模型：models.example.com 返回 429：slow down\n  提示：服务器要求等待 10 分钟，之后再试\n",
  );
});

Deno.test("TextRenderer colours only at a terminal that wants it", async () => {
  const events = [started("a"), completed("a"), completed("b", { status: "denied" })];
  assertEquals(
    await shown(events, { terminal: true, color: true }),
    "\x1b[2m⚙\x1b[0m tool_a\r\x1b[2m⚙\x1b[0m tool_a \x1b[32m✓ ok\x1b[0m \x1b[2m12 ms\x1b[0m\n" +
      "\x1b[2m⚙\x1b[0m tool_b \x1b[31m✗ denied\x1b[0m \x1b[2m12 ms\x1b[0m\n",
  );
  const plain = "⚙ tool_a ✓ ok 12 ms\n⚙ tool_b ✗ denied 12 ms\n";
  assertEquals(await shown(events, { terminal: true, color: false }), `⚙ tool_a\r${plain}`);
  assertEquals(await shown(events, { terminal: false, color: true }), plain);
});

Deno.test("TextRenderer lets nothing through that drives the terminal", async () => {
  const evil = "a\x1b[2J\r\u009bb\u202ec";
  const clean = "a[2Jbc";
  const warning: AgentEvent = { type: "warning", code: "c", message: evil, hint: evil, retryable: false };
  assertEquals(
    await shown([delta(evil), SAID, started("a", evil), completed("a", { tool: evil }), warning], {
      terminal: true,
    }),
    `${clean}\n⚙ ${clean}\r⚙ ${clean} ✓ ok 12 ms\nNote: ${clean}\n  Hint: ${clean}\n`,
  );
  assertEquals(await shown([completed("a", { tool: evil })]), `⚙ ${clean} ✓ ok 12 ms\n`);
});

Deno.test("TextRenderer shows nothing of what others show", async () => {
  assertEquals(
    await shown([
      { type: "turn.started", turn_id: "t" },
      { type: "question.asked", turn_id: "t", request_id: "q", question: "which?" },
      { type: "question.answered", turn_id: "t", request_id: "q", by: "user" },
      {
        type: "approval.resolved",
        turn_id: "t",
        request_id: "a",
        decision: "deny",
        scope: "once",
        by: "user",
      },
    ]),
    "",
  );
});

Deno.test("endLine() ends a line once, on the stream that it stands on", async () => {
  const [answer, progress] = [new RecordingOutput(), new RecordingOutput({ terminal: true })];
  const renderer = new TextRenderer({ answer, progress, wording: wordingOf("en"), color: false });
  await renderer.endLine();
  await renderer.render(delta("Hi"));
  await renderer.endLine();
  await renderer.endLine();
  await renderer.render(started("a"));
  await renderer.endLine();
  assertEquals([answer.text, progress.text], ["Hi\n", "⚙ tool_a\n"]);
});

Deno.test("TextRenderer tells of a hand-off that nobody asked for; one that was asked for its answer tells", async () => {
  const handoff = (tool: string): AgentEvent => ({
    type: "handoff.created",
    turn_id: "t",
    ticket_id: "TK-1",
    reason: "order_refund failed\u001b 5 times",
    tool,
  });
  assertEquals(
    await shown([handoff("order_refund")]),
    "Handed to a person (TK-1): order_refund failed 5 times\n",
  );
  assertEquals(await shown([handoff("handoff_create")]), "");
});

Deno.test("TextRenderer shows a hand-off's number as it is, without what a terminal would obey, also where its line is narrow", async () => {
  const event: AgentEvent = {
    type: "handoff.created",
    turn_id: "t",
    ticket_id: "TK-\x1b[2J20261201-0001",
    reason: "原因原因原因",
    tool: "order_refund",
  };
  assertEquals(await shown([event]), "Handed to a person (TK-[2J20261201-0001): 原因原因原因\n");
  const narrow = { terminal: true, color: true, language: "zh", columns: 24 } as const;
  assertEquals(
    await shown([{ ...event, ticket_id: "TK-20261201-0001" }], narrow),
    "已转人工\n（TK-20261201-0001）：原\n因原因原因\n",
  );
});

Deno.test("TextRenderer tells what a turn took, where that is wanted", async () => {
  assertEquals(await shown([ledger(1234, 56, 0.00123)]), "");
  assertEquals(await shown([ledger(1234, 56, 0.00123)], { usage: true }), "↑ 1,234 ↓ 56 tokens · $0.0012\n");
  assertEquals(
    await shown([delta("好"), ledger(1234, 56, null)], {
      usage: true,
      language: "zh",
      terminal: true,
      color: true,
    }),
    "好\n\x1b[2m↑ 1,234 ↓ 56 词元\x1b[0m\n",
  );
});

Deno.test("TextRenderer says nothing of tokens that no model reported", async () => {
  assertEquals(await shown([ledger(null, null, null)], { usage: true }), "");
  assertEquals(await shown([ledger(7, null, null)], { usage: true }), "↑ 7 ↓ ? tokens\n");
  assertEquals(await shown([ledger(1, 1, 0)], { usage: true }), "↑ 1 ↓ 1 tokens\n");
});

for (
  const [cost, said] of [[0.00001, "<$0.0001"], [0.5, "$0.5000"], [1.005, "$1.00"], [
    12.3,
    "$12.30",
  ]] as const
) {
  Deno.test(`TextRenderer writes ${cost} dollars as ${said}`, async () => {
    assertEquals(await shown([ledger(1, 1, cost)], { usage: true }), `↑ 1 ↓ 1 tokens · ${said}\n`);
  });
}

Deno.test("TextRenderer shows each message as Markdown of its own, and the rest of it before anything else", async () => {
  const output = new RecordingOutput({ terminal: true });
  const renderer = new TextRenderer({
    answer: output,
    progress: output,
    wording: wordingOf("en"),
    color: false,
    markdown: () => new MarkdownStream({ columns: 80, color: false }),
  });
  const events = [delta("- **fi"), delta("rst** [1"), started("a"), completed("a"), delta("# second"), SAID];
  for (const event of events) await renderer.render(event);
  assertEquals(output.text, "• first [1\n⚙ tool_a\r⚙ tool_a ✓ ok 12 ms\n# second\n");
  assertEquals(output.writes.slice(0, 2), ["•", " first"]);
});

Deno.test("TextRenderer waits for the model where the model comes next, and for nothing else", async () => {
  const output = new RecordingOutput({ terminal: true });
  const steps: string[] = [];
  const waiting = {
    start: () => void steps.push("start"),
    stop: () => Promise.resolve(void steps.push("stop")),
  };
  const renderer = new TextRenderer({
    answer: output,
    progress: output,
    wording: wordingOf("en"),
    color: false,
    waiting,
  });
  const during = async (event: AgentEvent) => {
    steps.length = 0;
    await renderer.render(event);
    return [steps[0], steps.at(-1)];
  };
  assertEquals(await during({ type: "turn.started", turn_id: "t" }), ["stop", "start"]);
  assertEquals(await during(delta("hm", "reasoning")), [undefined, undefined]);
  assertEquals(await during(delta("Hi")), ["stop", "stop"]);
  assertEquals(await during(SAID), ["stop", "start"]);
  assertEquals(await during(started("a")), ["stop", "stop"]);
  assertEquals(await during(started("b")), ["stop", "stop"]);
  assertEquals(await during(completed("a")), ["stop", "stop"]);
  assertEquals(await during(completed("b")), ["stop", "start"]);
  assertEquals(await during(ended("completed")), ["stop", "stop"]);
});

Deno.test("TextRenderer says what to do in the reader's language, where it knows the trouble", async () => {
  const trouble = (code: string): AgentEvent => ({
    type: "error",
    code,
    message: "Cannot use the model",
    hint: "Do this",
    retryable: false,
  } as AgentEvent);
  const said = async (code: string, language: "en" | "zh") => {
    const output = new RecordingOutput();
    const renderer = new TextRenderer({
      answer: output,
      progress: output,
      wording: wordingOf(language),
      color: false,
    });
    await renderer.render(trouble(code));
    return output.writes.join("").split("\n")[1];
  };
  assertEquals(await said("quota", "zh"), "  提示：请检查账户余额");
  assertEquals(await said("quota", "en"), "  Hint: Do this");
  assertEquals(await said("bad_request", "zh"), "  提示：Do this");
});

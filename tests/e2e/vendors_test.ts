import { assert, assertEquals } from "@std/assert";
import { join } from "node:path";
import { HandrailProcess, runHandrail, type StartOptions } from "../_support/handrail_process.ts";
import { type ModelServer, startModelServer } from "../_support/model_server.ts";
import {
  VENDOR_STYLES,
  vendorEnvironment,
  type VendorStyle,
} from "../_support/model_server/vendor_formats.ts";
import { tempFolder } from "../_support/temp_folder.ts";
import { hasTmux, Terminal } from "../_support/terminal.ts";
import { VENDOR_SCENE, vendorlessEvents, vendorReply } from "../_support/vendor_scene.ts";

const ignore = !hasTmux();
if (ignore) {
  // deno-lint-ignore no-console -- a skipped test must be heard
  console.error("skipped: tmux is not installed, so the vendors are not tested at a real terminal");
}

const SAID = [
  { type: "turn.started" },
  { type: "message.delta", channel: "text", delta: "好的。" },
  { type: "message.completed", text: "好的。", citations: [] },
];

function answered(text: string, citations: readonly object[] = []): object[] {
  return [
    { type: "message.delta", channel: "text", delta: text },
    { type: "message.completed", text, citations },
    {
      type: "turn.completed",
      status: "completed",
      stop_reason: "stop",
      text,
      denials: [],
      cost_usd: null,
      steps: 2,
    },
  ];
}

/** What everybody sees of the question. */
const QUESTION = [
  ...SAID,
  {
    type: "tool.started",
    tool: "kb_query",
    kind: "read",
    title: "kb_query 出差住宿标准",
    input: { query: "出差住宿标准" },
    step: 1,
  },
  {
    type: "tool.completed",
    tool: "kb_query",
    status: "ok",
    attempts: 1,
    circuit: { state: "closed" },
    output: {
      status: "success",
      summary: "找到 5 段相关资料。",
      structured: {
        status: "found",
        query: "出差住宿标准",
        hitCount: 5,
        hits: [
          "灵溪商贸常见问题 › 出差住宿标准",
          "差旅与报销制度 › 住超标了怎么处理",
          "差旅与报销制度 › 请客户吃饭的标准",
          "差旅与报销制度 › 自驾出差怎么补",
          "差旅与报销制度 › 出差申请提前几天提",
        ],
      },
    },
    truncated: false,
  },
  ...answered("住宿费按标准报销 [1]。", [{ no: 1, title: "灵溪商贸常见问题 › 出差住宿标准" }]),
];

const REFUND_STARTED = {
  type: "tool.started",
  tool: "order_refund",
  kind: "write",
  title: "order_refund B-0001",
  input: { orderId: "B-0001", reason: "商品破损😀" },
  step: 1,
};

const REFUNDED = {
  status: "success",
  summary: "订单 B-0001 已退款 899 CNY。",
  structured: { status: "refunded", applied: true, orderId: "B-0001", amount: 899, currency: "CNY" },
};

function approved(repeat: boolean): object[] {
  const kinds = ["allow_once", "allow_session", ...(repeat ? ["run_again"] : []), "deny"];
  return [
    {
      type: "approval.requested",
      tool: "order_refund",
      reason: "high_risk",
      risk: "high",
      input: { orderId: "B-0001", reason: "商品破损😀" },
      repeat,
      options: kinds.map((kind) => ({ kind })),
      default: "deny",
    },
    { type: "approval.resolved", decision: "allow", scope: "once", by: "client" },
  ];
}

/** What everybody sees of the refund. */
function refund(store: "memory" | "kv", approval: readonly object[]): object[] {
  return [
    ...SAID,
    REFUND_STARTED,
    ...approval,
    {
      type: "tool.completed",
      tool: "order_refund",
      status: "ok",
      attempts: 1,
      idempotency: { hit: false, store },
      circuit: { state: "closed" },
      output: REFUNDED,
      truncated: false,
    },
    ...answered("已为您退款。"),
  ];
}

/** What everybody sees of the refund that had been made. */
function repeated(store: "memory" | "kv", approval: readonly object[]): object[] {
  return [
    ...SAID,
    REFUND_STARTED,
    ...approval,
    {
      type: "tool.completed",
      tool: "order_refund",
      status: "ok",
      attempts: 0,
      idempotency: { hit: true, store },
      output: { ...REFUNDED, replayed: true },
      truncated: false,
    },
    ...answered("这笔退款之前已经办过。"),
  ];
}

/** What everybody sees at a terminal, below the greeting. */
const SCREEN = [
  "› 出差住宿标准是多少？",
  "好的。",
  "⚙ kb_query ✓ 完成 N ms",
  "住宿费按标准报销 [1]。",
  "› 给订单 B-0001 退款，商品破损",
  "好的。",
  "⚙ order_refund",
  "需要审批：order_refund",
  "{",
  '  "orderId": "B-0001",',
  '  "reason": "商品破损😀"',
  "}",
  "✔ 允许这次调用吗？ 允许一次",
  "⚙ order_refund ✓ 完成 N ms",
  "已为您退款。",
  "› 给订单 B-0001 退款，商品破损",
  "好的。",
  "⚙ order_refund",
  "需要审批：order_refund",
  "{",
  '  "orderId": "B-0001",',
  '  "reason": "商品破损😀"',
  "}",
  "同样的调用之前做过：允许只会返回那次的结果，不会再执行。",
  "✔ 允许这次调用吗？ 允许一次",
  "⚙ order_refund ✓ 完成 · ↺ 之前已执行，没有重复 N ms",
  "这笔退款之前已经办过。",
  "›",
];

async function ledgerLength(home: string): Promise<number> {
  const text = await Deno.readTextFile(join(home, ".local/state/handrail/ledger.jsonl"));
  return text.trimEnd().split("\n").length;
}

/** A fresh home, and a server in the manner of a vendor. */
async function atVendor(
  style: VendorStyle,
  scene: (options: StartOptions, server: ModelServer) => Promise<void>,
): Promise<void> {
  await using folder = await tempFolder();
  await using server = startModelServer({ style, reply: vendorReply });
  const options = {
    home: folder.path,
    env: { ...vendorEnvironment(style, server.url), LANG: "zh_CN.UTF-8" },
  };
  await scene(options, server);
  assertEquals(await ledgerLength(folder.path), 1);
}

for (const style of VENDOR_STYLES) {
  Deno.test(`${style}: JSON mode tells of an answer with its source, an approval and a replay like every other vendor`, async () => {
    await atVendor(style, async (options, server) => {
      await using program = HandrailProcess.start(["json"], options);
      const say = (id: string, text: string) => program.send({ id, type: "prompt", text });
      await program.send({ id: "0", type: "initialize", protocol: 1, capabilities: { approvals: true } });
      await say("1", VENDOR_SCENE.question);
      await program.next("turn.completed");
      for (const id of ["2", "3"]) {
        await say(id, VENDOR_SCENE.refund);
        const { request_id } = await program.next("approval.requested");
        await program.send({ id: `a${id}`, type: "approve", request_id, decision: "allow" });
        const { usage } = await program.next("turn.completed") as { usage?: { turn: unknown } };
        assertEquals(usage?.turn, { input_tokens: 200, output_tokens: 40, total_tokens: 240 });
      }
      await program.closeInput();
      const { code, events } = await program.end();
      assertEquals(code, 0);
      assertEquals(vendorlessEvents(events), [
        ...QUESTION,
        ...refund("memory", approved(false)),
        ...repeated("memory", approved(true)),
        { type: "session.ended", exit_code: 0, reason: "eof" },
      ]);
      assertEquals(server.requests.length, 6);
      assert(server.requests.every(({ tools }) => tools?.[0]?.function.name === "agent_ask_to_user"));
    });
  });

  Deno.test(`${style}: one-shot runs tell of them like every other vendor's`, async () => {
    await atVendor(style, async ({ home, env }) => {
      const run = (...args: string[]) =>
        runHandrail(["run", "--session", "s", ...args], { home, env: { ...env, IDEMPOTENCY_STORE: "kv" } });
      const ended = { type: "session.ended", exit_code: 0, reason: "turn_completed" };
      const asked = await run("--json", VENDOR_SCENE.question);
      assertEquals(vendorlessEvents(asked.events), [...QUESTION, ended]);
      const made = await run("--json", "--approve", "order_refund", VENDOR_SCENE.refund);
      assertEquals(vendorlessEvents(made.events), [...refund("kv", []), ended]);
      const again = await run("--approve", "order_refund", VENDOR_SCENE.refund);
      assertEquals([again.code, again.stdout], [0, "好的。\n这笔退款之前已经办过。\n"]);
      assert(/^⚙ order_refund ✓ 完成 · ↺ 之前已执行，没有重复 \d+ ms\n$/.test(again.stderr), again.stderr);
    });
  });

  Deno.test({
    name: `${style}: a real terminal shows them like every other vendor's`,
    ignore,
    fn: async () => {
      await atVendor(style, async (options) => {
        await using terminal = await Terminal.start(["chat"], options);
        await terminal.prompts();
        await terminal.type(VENDOR_SCENE.question, "Enter");
        await terminal.shows("住宿费按标准报销 [1]。");
        for (const answer of ["已为您退款。", "这笔退款之前已经办过。"]) {
          await terminal.prompts();
          await terminal.type(VENDOR_SCENE.refund, "Enter");
          await terminal.shows("❯ 拒绝");
          await terminal.type("Down", "Down");
          await terminal.shows("❯ 允许一次");
          await terminal.type("Enter");
          await terminal.shows(answer);
        }
        await terminal.prompts();
        const lines = (await terminal.screen()).trimEnd().split("\n").slice(2);
        assertEquals(lines.map((line) => line.replace(/\d+ ms/, "N ms")), SCREEN);
      });
    },
  });
}

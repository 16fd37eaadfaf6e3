/**
 * `handrail selftest`: the whole chain, offline, against exact expected outputs.
 *
 * @module
 */
import type { AgentEvent } from "../../agent/agent_event.ts";
import type { Agent } from "../../agent/assemble_agent.ts";
import type { AgentSession } from "../../agent/agent_session.ts";
import type { ApprovalAnswer } from "../../agent/interactions.ts";
import type { Bilingual } from "../../kb/bilingual_error.ts";
import { KnowledgeIndex } from "../../kb/knowledge_index.ts";
import { systemClock } from "../../shells/clock.ts";
import { MemoryBreakerStore } from "../../shells/stores/memory_breaker_store.ts";
import { MemoryIdempotencyStore } from "../../shells/stores/memory_idempotency_store.ts";
import { EmbeddedOrderDesk } from "../../tools/embedded_order_desk.ts";
import { MemoryLedger } from "../../tools/ledger.ts";
import type { Language } from "../../tools/types.ts";
import type { CommandLine } from "../command_line.ts";
import { EXIT } from "../exit_code.ts";
import type { Program } from "../program.ts";
import { UsageError } from "../usage_error.ts";

/** Noon in every time zone from UTC-11 to UTC+11, so that ticket numbers name one day. */
const NOON = Date.UTC(2026, 9, 9, 12);

const DOCUMENT =
  "# 出差住宿标准\n一线城市住宿标准为每晚 550 元。\n\n# Annual leave\nEvery employee has 10 days of annual leave.\n";

interface Check {
  readonly name: Bilingual;
  readonly expected: unknown;
  readonly actual: unknown;
}

/** What one turn did, reduced to what can be compared. */
interface Turn {
  readonly tools: readonly string[];
  readonly text: string;
  readonly status: string;
  readonly replayed: boolean;
  readonly citations: readonly number[];
}

/**
 * Checks registry → getAll() → runToolLoop → shells → tools → desk and documents → answer. Nothing is written to
 * disk and nothing is sent anywhere.
 *
 * @param program The program.
 * @param line The command line.
 * @returns 0 when every check passes, else 1.
 *
 * @example
 * ```ts
 * Deno.exit(await selftestCommand(program, parseCommandLine(["selftest"])));
 * ```
 */
export async function selftestCommand(program: Program, { flags, operands }: CommandLine): Promise<number> {
  if (operands.length > 0) {
    const given = JSON.stringify(operands[0]);
    throw new UsageError({
      en: `Cannot test ${given}: selftest takes no operand`,
      zh: `无法自检 ${given}：selftest 后面不带参数`,
    });
  }
  const checks = await runChecks(program);
  const failed = checks.filter((check) => !passes(check));
  if (flags.json) {
    const results = checks.map((check) => ({ ...check, name: check.name.en, ok: passes(check) }));
    await program.output.write(`${JSON.stringify({ ok: failed.length === 0, checks: results })}\n`);
  } else {
    const { language } = program.settings;
    for (const check of checks) await program.output.write(describe(check, language));
    const { summary } = WORDING[language];
    await program.output.write(`${summary(checks.length - failed.length, failed.length)}\n`);
  }
  return failed.length === 0 ? EXIT.completed : EXIT.failed;
}

async function runChecks(program: Program): Promise<Check[]> {
  const ledger = new MemoryLedger();
  using index = KnowledgeIndex.open(":memory:");
  index.ingest([{ path: "selftest.md", text: DOCUMENT }]);
  const now = () => NOON;
  const clock = { now, after: systemClock.after };
  const agent = await program.assembleAgent({ profile: "chat", model: "offline", approve: [] }, {
    clock,
    confirmTools: "createTicket",
    desk: new EmbeddedOrderDesk({ ledger, now }),
    knowledge: () => index,
    store: new MemoryIdempotencyStore({ clock }),
    callLog: undefined,
    breakerStore: new MemoryBreakerStore({ elapsed: () => performance.now() }),
  });
  const log = { append: () => Promise.resolve(), keep: () => Promise.resolve() };
  const session = agent.openSession({ id: "selftest", log, interactive: true });
  const say = (text: string, answers: Answers = {}) => runTurn(agent, session, text, answers);
  const writes = async () => (await ledger.entries()).length;
  const ticket = "帮我建个工单，主题是查不到订单";
  const checks: Check[] = [];
  const check = (name: Bilingual, actual: unknown, expected: unknown) =>
    checks.push({ name, expected, actual });

  check({ en: "the registry lists its tools in order", zh: "工具齐全，次序正确" }, agent.registry.names(), [
    "agent_ask_to_user",
    "order_query_status",
    "ticket_create",
    "kb_query",
    "order_query_with_tracking",
    "order_cancel",
    "order_refund",
    "handoff_create",
  ]);
  check({ en: "an order is found", zh: "能查到订单" }, await say("订单 A-1024 到哪了？"), {
    ...PLAIN,
    tools: ["order_query_status ok"],
    text: "订单 A-1024 已发货，预计 2 天后送达。",
  });
  check({ en: "the same in English", zh: "用英文问也能查到" }, await say("Where is order A-2048?"), {
    ...PLAIN,
    tools: ["order_query_status ok"],
    text: "Order A-2048 is being packed and should arrive in 4 days.",
  });
  check(
    { en: "an unknown order is said to be unknown", zh: "没有的订单如实告知" },
    await say("订单 Z-9999 到哪了？"),
    {
      ...PLAIN,
      tools: ["order_query_status ok"],
      text: "没有找到订单 Z-9999，请确认订单号是否正确。",
    },
  );
  check(
    { en: "a missing order number is asked for", zh: "缺订单号时会问" },
    await say("我的订单到哪了", { answer: "B-0001" }),
    {
      ...PLAIN,
      tools: ["agent_ask_to_user ok", "order_query_status ok"],
      text: "订单 B-0001 已签收。",
    },
  );
  const refused = await say(ticket, { approval: { decision: "deny", reason: "先别建" } });
  check({ en: "a refused call does not run", zh: "被拒绝的调用不执行" }, [
    refused.status,
    refused.tools,
    await writes(),
  ], [
    "blocked",
    ["ticket_create denied"],
    0,
  ]);
  check({ en: "a refused call is not remembered", zh: "拒绝不会被记住" }, [
    await say(ticket, ALLOW),
    await writes(),
  ], [{
    ...PLAIN,
    tools: ["ticket_create ok"],
    text: "工单 TK-20261009-0001 已创建，主题：查不到订单。",
  }, 1]);
  const repeated = await say(ticket, ALLOW);
  check({
    en: "a repeated ticket is replayed, with one line in the ledger",
    zh: "重复的工单只重放，台账里只有一行",
  }, [
    repeated.replayed,
    repeated.text.match(/TK-\d{8}-\d{4}/g),
    await writes(),
  ], [true, ["TK-20261009-0001"], 1]);
  check(
    { en: "an answer from the documents is cited", zh: "来自文档的回答带引用" },
    await say("出差住宿标准是多少？"),
    {
      ...PLAIN,
      tools: ["kb_query ok"],
      text: "一线城市住宿标准为每晚 550 元。[1]",
      citations: [1],
    },
  );
  return checks;
}

type Answers = { readonly approval?: ApprovalAnswer; readonly answer?: string };

const ALLOW: Answers = { approval: { decision: "allow", scope: "once" } };

const PLAIN: Pick<Turn, "status" | "replayed" | "citations"> = {
  status: "completed",
  replayed: false,
  citations: [],
};

async function runTurn(
  { interactions }: Agent,
  session: AgentSession,
  text: string,
  answers: Answers,
): Promise<Turn> {
  const events: AgentEvent[] = [];
  for await (const event of session.prompt(text)) {
    events.push(event);
    if (event.type === "approval.requested") {
      interactions.approve(event.request_id, answers.approval ?? { decision: "deny" }, "policy");
    }
    if (event.type === "question.asked") {
      interactions.answer(event.request_id, answers.answer ?? "", "policy");
    }
  }
  const of = <T extends AgentEvent["type"]>(type: T) =>
    events.filter((event): event is Extract<AgentEvent, { type: T }> => event.type === type);
  const calls = of("tool.completed");
  return {
    tools: calls.map(({ tool, status }) => `${tool} ${status}`),
    text: of("turn.completed")[0]?.text ?? "",
    status: of("turn.completed")[0]?.status ?? "",
    replayed: calls.some(({ idempotency }) => idempotency?.hit),
    citations: of("message.completed").flatMap(({ citations }) => citations.map(({ no }) => no)),
  };
}

function passes({ expected, actual }: Check): boolean {
  return stable(expected) === stable(actual);
}

function describe(check: Check, language: Language): string {
  const { pass, fail, expected, actual } = WORDING[language];
  const name = check.name[language];
  if (passes(check)) return `${pass}${name}\n`;
  return `${fail}${name}\n      ${expected} ${stable(check.expected)}\n      ${actual} ${
    stable(check.actual)
  }\n`;
}

function stable(value: unknown): string {
  return JSON.stringify(
    value,
    (_key, field) =>
      typeof field === "object" && field !== null && !Array.isArray(field)
        ? Object.fromEntries(Object.entries(field).sort(([a], [b]) => a < b ? -1 : 1))
        : field,
  );
}

const WORDING = {
  en: {
    pass: "ok    ",
    fail: "FAIL  ",
    expected: "expected",
    actual: "but got ",
    summary: (passed: number, failed: number) => `${passed} passed, ${failed} failed`,
  },
  zh: {
    pass: "通过  ",
    fail: "失败  ",
    expected: "应为",
    actual: "实为",
    summary: (passed: number, failed: number) => `通过 ${passed}，失败 ${failed}`,
  },
} as const;

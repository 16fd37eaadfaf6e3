import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { HandrailProcess, type WireEvent } from "../_support/handrail_process.ts";
import { startModelServer } from "../_support/model_server.ts";
import type { VendorStyle } from "../_support/model_server/vendor_formats.ts";
import { scriptedReply } from "../_support/scripted_brain.ts";
import { tempFolder } from "../_support/temp_folder.ts";

const TICKET_ID = /TK-\d{8}-\d{4}/;

/** The conversations of the two languages: what is said, and what must be seen. */
const CONVERSATIONS = {
  zh: {
    order: "订单 A-1024 到哪了？",
    policy: "出差住宿标准是多少？",
    ticket: "帮我建个工单，主题是查不到订单",
    subject: "查不到订单",
    missing: "我的订单到哪了",
    status: "订单 A-1024 已发货，预计 2 天后送达。",
  },
  en: {
    order: "Where is order A-1024?",
    policy: "What does a hotel on a business trip cost at most?",
    ticket: "Create a ticket, subject: cannot find my order",
    subject: "cannot find my order",
    missing: "Where is my order?",
    status: "Order A-1024 is shipped and should arrive in 2 days.",
  },
} as const;

type Conversation = typeof CONVERSATIONS[keyof typeof CONVERSATIONS];

/** Has the whole conversation in JSON mode, answering what is asked; returns every event. */
async function converse(
  words: Conversation,
  home: string,
  env: Record<string, string>,
): Promise<WireEvent[]> {
  await using program = HandrailProcess.start(["json"], {
    home,
    env: { ...env, AGENT_CONFIRM_TOOLS: "createTicket" },
  });
  await program.send({
    id: "0",
    type: "initialize",
    protocol: 1,
    capabilities: { approvals: true, questions: true },
    opt_out: ["message.delta"],
  });
  const say = async (id: string, text: string) => {
    await program.send({ id, type: "prompt", text });
  };
  const approve = async () => {
    const { request_id } = await program.next("approval.requested");
    await program.send({ id: "a", type: "approve", request_id, decision: "allow" });
  };
  await say("1", words.order);
  await program.next("turn.completed");
  await say("2", words.policy);
  await program.next("turn.completed");
  for (const id of ["3", "4"]) {
    await say(id, words.ticket);
    await approve();
    await program.next("turn.completed");
  }
  await say("5", words.missing);
  const { request_id } = await program.next("question.asked");
  await program.send({ id: "b", type: "answer", request_id, text: "A-1024" });
  await program.next("turn.completed");
  await program.closeInput();
  const { code, events } = await program.end();
  assertEquals(code, 0);
  return events;
}

/** Events without what differs from run to run, and without the model's words. */
function shape(events: readonly WireEvent[]): unknown[] {
  return events.filter(({ type }) => type !== "session.started" && type !== "response").map((event) => ({
    type: event.type,
    tool: event.tool,
    kind: event.kind,
    step: event.step,
    status: event.status,
    attempts: event.attempts,
    decision: event.decision,
    by: event.by,
    steps: event.steps,
    exit_code: event.exit_code,
    hit: (event.idempotency as { hit?: boolean } | undefined)?.hit,
  }));
}

function turn(events: readonly WireEvent[], inputId: string): WireEvent[] {
  const started = events.find((event) => event.type === "turn.started" && event.input_id === inputId);
  return events.filter((event) => event.turn_id === started?.turn_id);
}

async function ledgerLines(home: string): Promise<string[]> {
  const text = await Deno.readTextFile(join(home, ".local/state/handrail/ledger.jsonl"));
  return text.trimEnd().split("\n");
}

for (const language of ["zh", "en"] as const) {
  const words = CONVERSATIONS[language];
  Deno.test(`the offline model has the whole conversation (${language})`, async () => {
    await using folder = await tempFolder();
    const events = await converse(words, folder.path, {});
    const completed = (id: string) => turn(events, id).find(({ type }) => type === "turn.completed");
    const call = (id: string) => turn(events, id).find(({ type }) => type === "tool.completed");

    assertEquals(call("1")?.tool, "order_query_status");
    assertEquals(completed("1")?.text, words.status);

    assertEquals(call("2")?.tool, "kb_query");
    const message = turn(events, "2").find(({ type }) => type === "message.completed");
    assertStringIncludes(String(message?.text), "[1]");
    assert((message?.citations as unknown[]).length > 0);

    const first = String(completed("3")?.text).match(TICKET_ID)?.[0];
    assert(first !== undefined);
    assertEquals(String(completed("4")?.text).match(TICKET_ID)?.[0], first);
    assertEquals(call("4")?.attempts, 0);
    const ledger = await ledgerLines(folder.path);
    assertEquals(ledger.length, 1);
    assertEquals(JSON.parse(ledger[0] ?? "").details.subject, words.subject);

    const calls = turn(events, "5").filter(({ type }) => type === "tool.completed");
    assertEquals(calls.map(({ tool }) => tool), ["agent_ask_to_user", "order_query_status"]);
    assertEquals(completed("5")?.text, words.status);
  });
}

for (const style of ["openai", "qwen", "deepseek", "mistral"] satisfies VendorStyle[]) {
  Deno.test(`a model over HTTP in the manner of ${style} gives the same events as the offline model`, async () => {
    await using offlineHome = await tempFolder();
    await using home = await tempFolder();
    await using server = startModelServer({ style, reply: scriptedReply });
    const env = {
      HANDRAIL_MODEL: "openai:test-model",
      OPENAI_BASE_URL: server.url,
      OPENAI_API_KEY: "sk-test",
    };
    const expected = await converse(CONVERSATIONS.zh, offlineHome.path, {});
    const actual = await converse(CONVERSATIONS.zh, home.path, env);
    assertEquals(shape(actual), shape(expected));
    assertEquals((await ledgerLines(home.path)).length, 1);
    assertEquals(server.requests[0]?.model, "test-model");
    assertEquals(server.requests[0]?.tools?.[0]?.function.name, "agent_ask_to_user");
  });
}

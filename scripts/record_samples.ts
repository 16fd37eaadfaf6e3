/**
 * Records the sample conversations anew, with the offline model, at a time that stands still: `deno task samples:record`.
 *
 * @module
 */
import { join } from "node:path";
import { assembleAgent } from "../agent/assemble_agent.ts";
import type { ApprovalAnswer } from "../agent/interactions.ts";
import { createModel } from "../agent/models/create_model.ts";
import { writeRecording } from "../agent/recording/recording.ts";
import { RECORDING_SUFFIX } from "../agent/recording/recording_suffix.ts";
import { recordSession } from "../agent/recording/record_session.ts";
import { toolDefinitions } from "../agent/recording/tool_definitions.ts";
import { MemoryLog } from "../agent/replay/memory_log.ts";
import { ReplayClock } from "../agent/replay/replay_clock.ts";
import { HybridKnowledge } from "../kb/hybrid_knowledge.ts";
import { KnowledgeIndex } from "../kb/knowledge_index.ts";
import { DEFAULT_RECOGNISERS } from "../shells/pii/default_recognisers.ts";
import { MemoryBreakerStore } from "../shells/stores/memory_breaker_store.ts";
import { MemoryIdempotencyStore } from "../shells/stores/memory_idempotency_store.ts";
import { EmbeddedOrderDesk } from "../tools/embedded_order_desk.ts";
import { MemoryLedger } from "../tools/ledger.ts";
import type { Language } from "../tools/types.ts";

/** What somebody says, and what they answer when they are asked. */
interface Turn {
  readonly say: string;
  readonly approve?: ApprovalAnswer;
  readonly reply?: string;
}

/** Noon in every time zone from UTC-11 to UTC+11, so that ticket numbers name one day. */
const NOON = Date.UTC(2026, 9, 9, 12);
const MINUTE_MS = 60_000;
const ALLOW: ApprovalAnswer = { decision: "allow", scope: "once" };

const CONVERSATIONS: Readonly<Record<string, { readonly title: string; readonly turns: readonly Turn[] }>> = {
  "ask-first-zh": {
    title: "没有订单号时先问",
    turns: [{ say: "我的订单到哪了", reply: "B-0001" }],
  },
  "cancel-order-en": {
    title: "An order is cancelled; one on its way cannot be",
    turns: [
      { say: "Cancel order A-2048, I ordered the wrong size", approve: ALLOW },
      { say: "Cancel order A-1024, I changed my mind", approve: ALLOW },
    ],
  },
  "documents-en": {
    title: "Answers from the documents are cited",
    turns: [{ say: "What is the refund policy?" }, { say: "How do I reset my password?" }],
  },
  "documents-zh": { title: "资料里的回答带引用", turns: [{ say: "出差住宿标准是多少？" }] },
  "hand-off-zh": { title: "转人工", turns: [{ say: "转人工" }] },
  "order-not-found-en": { title: "An unknown order", turns: [{ say: "Where is order Z-9999?" }] },
  "order-status-en": {
    title: "Where orders are",
    turns: [{ say: "Where is order A-2048?" }, { say: "Has B-0001 been delivered?" }],
  },
  "order-status-zh": { title: "查订单", turns: [{ say: "订单 A-1024 到哪了？" }] },
  "refund-denied-zh": {
    title: "退款先被拒绝，后来同意",
    turns: [
      { say: "把订单 B-0001 退款，原因是坏了", approve: { decision: "deny", reason: "先核实一下" } },
      { say: "把订单 B-0001 退款，原因是坏了", approve: ALLOW },
    ],
  },
  "refund-edited-en": {
    title: "A refund whose amount was changed before it was allowed",
    turns: [{
      say: "Refund order B-0001, reason: it is broken",
      approve: { ...ALLOW, input: { orderId: "B-0001", amount: 100, reason: "it is broken" } },
    }],
  },
  "ticket-private-en": {
    title: "A ticket with a phone number",
    turns: [{ say: "Open a ticket: the printer is broken, call me at 13800138000" }],
  },
  "ticket-repeated-zh": {
    title: "同样的工单只建一次",
    turns: [{ say: "帮我建个工单，主题是查不到订单" }, { say: "帮我建个工单，主题是查不到订单" }],
  },
  "tracking-en": { title: "A parcel's steps", turns: [{ say: "Show me the tracking history of A-1024" }] },
};

const root = new URL("..", import.meta.url).pathname;
using index = KnowledgeIndex.open(join(root, "samples", "kb.sqlite"), { readOnly: true });
const knowledge = new HybridKnowledge(index, { embedder: () => Promise.resolve(undefined) });

async function record(name: string): Promise<string> {
  const { title, turns } = CONVERSATIONS[name] ?? { title: "", turns: [] };
  const language: Language = name.endsWith("-zh") ? "zh" : "en";
  const clock = new ReplayClock(NOON);
  const { now } = clock;
  let ids = 0;
  const agent = assembleAgent({
    clock,
    newId: (prefix) => `${prefix}_${++ids}`,
    newNonce: () => `${name.slice(0, 4)}-${String(++ids).padStart(4, "0")}`,
    language,
    model: await createModel("offline", { language, now }),
    desk: new EmbeddedOrderDesk({ ledger: new MemoryLedger(), now }),
    knowledge: () => knowledge,
    profile: "chat",
    confirmTools: undefined,
    preApproved: [],
    store: new MemoryIdempotencyStore({ clock }),
    secret: "samples",
    breakerStore: new MemoryBreakerStore({ elapsed: now }),
    breakerRules: { failures: 5, windowMs: 60_000, coolDownMs: 60_000, probeLeaseMs: 35_000 },
    elapsed: now,
    handoffFile: { append: () => Promise.resolve("") },
    toolTimeoutMs: 30_000,
    approvalDeadlineMs: 300_000,
    limits: { maxSteps: 8, maxOutputBytes: 16_384, maxRetries: 0 },
    onProblem: (message) => {
      throw new Error(message);
    },
  });
  const log = new MemoryLog();
  const session = agent.openSession({ id: "sample", log, interactive: true });
  for (const [at, { say, approve, reply }] of turns.entries()) {
    clock.set(new Date(NOON + at * MINUTE_MS).toISOString());
    for await (const event of session.prompt(say)) {
      if (event.type === "approval.requested") {
        agent.interactions.approve(event.request_id, approve ?? { decision: "deny" }, "user");
      }
      if (event.type === "question.asked") agent.interactions.answer(event.request_id, reply ?? "", "user");
    }
  }
  return writeRecording(
    await recordSession(log.records, {
      title,
      now: NOON,
      language,
      documents: "samples",
      search: "words",
      recognisers: DEFAULT_RECOGNISERS,
      tools: () => toolDefinitions(agent.registry.getAll()),
    }),
  );
}

for (const name of Object.keys(CONVERSATIONS)) {
  const path = join(root, "samples", "recordings", `${name}${RECORDING_SUFFIX}`);
  await Deno.writeTextFile(path, await record(name));
}

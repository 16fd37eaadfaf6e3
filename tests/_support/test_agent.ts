/**
 * An agent without disk, network or chance.
 *
 * @module
 */
import type { LanguageModel } from "ai";
import type { AgentEvent } from "../../agent/agent_event.ts";
import { type Agent, type AgentParts, assembleAgent } from "../../agent/assemble_agent.ts";
import type { AgentSession } from "../../agent/agent_session.ts";
import type { UnsentHandoff } from "../../agent/handoff_file.ts";
import type { KnowledgeSource } from "../../tools/kb_query.ts";
import { EmbeddedOrderDesk } from "../../tools/embedded_order_desk.ts";
import { MemoryLedger } from "../../tools/ledger.ts";
import { MemoryBreakerStore } from "../../shells/stores/memory_breaker_store.ts";
import { MemoryIdempotencyStore } from "../../shells/stores/memory_idempotency_store.ts";
import { FakeClock } from "./fake_clock.ts";

/** An agent, and what stands behind it. */
export interface TestAgent {
  readonly agent: Agent;
  readonly clock: FakeClock;
  readonly ledger: MemoryLedger;
  /** What went to the log. */
  readonly problems: string[];
  /** Hand-offs that the desk would not take. */
  readonly unsent: UnsentHandoff[];
  /** Opens a session that keeps nothing. */
  open(history?: Parameters<Agent["openSession"]>[0]["history"]): AgentSession;
}

const NO_DOCUMENTS: KnowledgeSource = { search: () => [] };

/** Builds one on a model; `replace` puts other parts in. */
export function testAgent(model: LanguageModel, replace: Partial<AgentParts> = {}): TestAgent {
  const clock = new FakeClock();
  const ledger = new MemoryLedger();
  const problems: string[] = [];
  const unsent: UnsentHandoff[] = [];
  let ids = 0;
  const agent = assembleAgent({
    clock,
    newId: (prefix) => `${prefix}_${++ids}`,
    newNonce: () => "nonce-12345678",
    language: "en",
    model: { provider: "test", id: "scripted", model },
    desk: new EmbeddedOrderDesk({ ledger, now: () => clock.now() }),
    knowledge: () => NO_DOCUMENTS,
    profile: "chat",
    confirmTools: undefined,
    preApproved: [],
    store: new MemoryIdempotencyStore({ clock }),
    secret: "test-secret",
    breakerStore: new MemoryBreakerStore({ elapsed: () => clock.now() }),
    breakerRules: { failures: 5, windowMs: 60_000, coolDownMs: 60_000, probeLeaseMs: 35_000 },
    elapsed: () => clock.now(),
    handoffFile: {
      append: (handoff) => {
        unsent.push(handoff);
        return Promise.resolve("/state/handoffs.jsonl");
      },
    },
    toolTimeoutMs: 30_000,
    approvalDeadlineMs: 300_000,
    limits: { maxSteps: 8, maxOutputBytes: 16_384, maxRetries: 0 },
    onProblem: (message) => problems.push(message),
    ...replace,
  });
  const open: TestAgent["open"] = (history) =>
    agent.openSession({
      id: "ses_test",
      log: { append: () => Promise.resolve(), keep: () => Promise.resolve() },
      interactive: true,
      ...(history && { history }),
    });
  return { agent, clock, ledger, problems, unsent, open };
}

/** Runs a turn to its end; `react` sees each event as it comes. */
export async function runTurn(
  session: AgentSession,
  text: string,
  react: (event: AgentEvent) => void = () => {},
): Promise<AgentEvent[]> {
  const events: AgentEvent[] = [];
  for await (const event of session.prompt(text)) {
    events.push(event);
    react(event);
  }
  return events;
}

/** The events of one type. */
export function ofType<T extends AgentEvent["type"]>(
  events: readonly AgentEvent[],
  type: T,
): Extract<AgentEvent, { type: T }>[] {
  return events.filter((event): event is Extract<AgentEvent, { type: T }> => event.type === type);
}

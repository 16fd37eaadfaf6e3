/**
 * Puts the parts together: tools, shells, interactions and a model become something that sessions can be opened on.
 *
 * @module
 */
import type { ModelMessage } from "ai";
import type { ApprovalGrant } from "../shells/approval_grants.ts";
import {
  type ApprovalPolicy,
  approvalPolicy,
  type ConfirmTools,
  parseConfirmTools,
} from "../shells/approval_policy.ts";
import { type ApprovalRule, resolveApprovalRules } from "../shells/approval_rule.ts";
import type { WaitingOptions } from "../shells/await_outcome.ts";
import { Breaker } from "../shells/breaker.ts";
import type { BreakerRules } from "../shells/breaker_state.ts";
import type { Clock } from "../shells/clock.ts";
import { IdempotencyRegistry } from "../shells/idempotency_registry.ts";
import { DEFAULT_RECOGNISERS } from "../shells/pii/default_recognisers.ts";
import { createSealer } from "../shells/seal.ts";
import type { BreakerStore } from "../shells/stores/breaker_store.ts";
import type { IdempotencyStore } from "../shells/stores/idempotency_store.ts";
import { createRegistry } from "../tools/create_registry.ts";
import type { KnowledgeSource, OwnDocuments } from "../tools/kb_query.ts";
import type { OrderDesk } from "../tools/order_desk.ts";
import { type Profile, selectProfile } from "../tools/profiles.ts";
import { replyLanguage } from "../tools/reply_language.ts";
import type { ToolRegistry } from "../tools/tool_registry.ts";
import { type Language, ToolCallError } from "../tools/types.ts";
import { AgentSession } from "./agent_session.ts";
import type { CallLog } from "./calls/call_record.ts";
import type { SessionLimits } from "./agent_session_options.ts";
import type { ToolRole } from "./context/tool_role.ts";
import type { NamedModel } from "./models/create_model.ts";
import type { BreakerHandoffServices } from "./hand_off_breaker.ts";
import { buildInstructions } from "./instructions.ts";
import { Interactions } from "./interactions.ts";
import type { SessionLog, StoredSession } from "./sessions/session_file.ts";
import { sameTable, workerTables } from "./turn_tables.ts";
import { type PersonalDataRules, SessionPrivacy } from "./session_privacy.ts";
import { bilingual } from "../kb/bilingual_error.ts";

/** Everything an agent is made of. */
export interface AgentParts {
  readonly clock: Clock;
  /** Makes ids: `newId("trn")` gives `trn_…`. */
  readonly newId: (prefix: string) => string;
  /** Makes the secret marker of a fence: letters, digits and dashes. */
  readonly newNonce: () => string;
  readonly language: Language;
  readonly model: NamedModel;
  readonly desk: OrderDesk;
  readonly knowledge: () => KnowledgeSource | Promise<KnowledgeSource>;
  /** Documents of the user's own, in place of the samples. @default {undefined} */
  readonly ownDocuments?: OwnDocuments | undefined;
  readonly profile: Profile;
  /** The value of `AGENT_CONFIRM_TOOLS`. */
  readonly confirmTools: string | undefined;
  /** Rules by tool and argument. @default {[]} */
  readonly approvalRules?: readonly ApprovalRule[];
  /** Names or aliases of tools that are allowed without asking. */
  readonly preApproved: readonly string[];
  readonly store: IdempotencyStore;
  /** For a store that other processes use: how long to wait for theirs. */
  readonly waiting?: WaitingOptions;
  /** Keys the fingerprints of arguments, and seals aliases. */
  readonly secret: string;
  /** How personal data is guarded; `undefined` when it is not. */
  readonly personalData?: PersonalDataRules | undefined;
  readonly breakerStore: BreakerStore;
  readonly breakerRules: BreakerRules;
  /** Milliseconds on a clock that is never set back or forward. */
  readonly elapsed: () => number;
  /** Keeps hand-offs that the desk would not take. */
  readonly handoffFile: BreakerHandoffServices["file"];
  readonly toolTimeoutMs: number;
  readonly approvalDeadlineMs: number;
  readonly limits: SessionLimits;
  /** Gets a record of every call. @default {nobody does} */
  readonly callLog?: CallLog | undefined;
  /** Is told what went wrong inside tools and stores, for the log. */
  readonly onProblem: (message: string) => void;
}

/** What a session is opened with. */
export interface SessionRequest {
  readonly id: string;
  readonly log: SessionLog;
  readonly history?: readonly ModelMessage[];
  /** What stands for its first turns when the model is asked. */
  readonly summary?: StoredSession["summary"];
  /** What it took so far. @default {nothing} */
  readonly usage?: StoredSession["usage"];
  /** The epoch that the session is in. @default {0} */
  readonly epoch?: number;
  /** What was allowed for the whole session before. @default {[]} */
  readonly grants?: readonly ApprovalGrant[];
  /** What stands behind its aliases, sealed. @default {[]} */
  readonly aliases?: readonly string[];
  /** Is there a person who can answer? */
  readonly interactive: boolean;
}

/** An agent: its tools, whom it asks, and its sessions. */
export interface Agent {
  /** What its time-outs run on. */
  readonly clock: Clock;
  readonly registry: ToolRegistry;
  readonly interactions: Interactions;
  readonly model: NamedModel;
  readonly policy: ApprovalPolicy;
  readonly confirm: ConfirmTools;
  /** Is personal data kept from the model and from files? */
  readonly guardsPersonalData: boolean;
  readonly limits: SessionLimits;
  /** Opens a session. */
  openSession(request: SessionRequest): AgentSession;
}

/**
 * Builds an {@linkcode Agent}.
 *
 * @param parts See {@linkcode AgentParts}.
 * @throws {TypeError} If `confirmTools`, `approvalRules` or `preApproved` names an unknown tool.
 *
 * @example
 * ```ts
 * const agent = assembleAgent(parts);
 * const session = agent.openSession({ id: "ses_1", log, interactive: true });
 * ```
 */
export function assembleAgent(parts: AgentParts): Agent {
  const { clock, newId, language, limits, onProblem } = parts;
  // The setting may name a tool that the profile leaves out; only a name that no profile knows is a mistake.
  const preApproved = new Set<string>();
  const interactions = new Interactions({ clock, newId, deadlineMs: parts.approvalDeadlineMs, preApproved });
  const all = createRegistry({
    desk: parts.desk,
    knowledge: parts.knowledge,
    ownDocuments: parts.ownDocuments,
    questions: interactions.questions,
    language,
    newNonce: parts.newNonce,
  });
  const resolve = (name: string) => all.resolve(name)?.name;
  const confirm = parseConfirmTools(parts.confirmTools, all.names(), resolve);
  const rules = resolveApprovalRules(parts.approvalRules ?? [], all.names(), resolve);
  for (const name of parts.preApproved) preApproved.add(requireTool(name, resolve, all));
  const policy = approvalPolicy(confirm, rules);
  const registry = selectProfile(all, parts.profile);
  const idempotencyRegistry = new IdempotencyRegistry({
    store: parts.store,
    secret: parts.secret,
    ...(parts.waiting && { waiting: parts.waiting }),
    onWarning: onProblem,
  });
  const sealer = createSealer(parts.secret);
  const privacyOf = (sessionId: string, aliases: readonly string[] = []) => {
    // A session that was begun guarded stays so: its aliases mean nothing without what stands behind them.
    const rules = parts.personalData ??
      (aliases.length > 0 ? { recognisers: DEFAULT_RECOGNISERS } : undefined);
    return new SessionPrivacy({
      sessionId,
      aliases,
      sealer,
      onProblem,
      ...(rules && { rules }),
    });
  };
  const breaker = new Breaker({
    store: parts.breakerStore,
    rules: parts.breakerRules,
    elapsed: parts.elapsed,
    onWarning: onProblem,
  });
  const languageOf = (messages: Parameters<typeof replyLanguage>[0]) => replyLanguage(messages, language);
  return {
    clock,
    registry,
    interactions,
    model: parts.model,
    policy,
    confirm,
    guardsPersonalData: parts.personalData !== undefined,
    limits,
    openSession: ({ id, log, history, summary, usage, epoch, grants, aliases, interactive }) =>
      new AgentSession({
        id,
        log,
        roleOf: (tool) => roleIn(all, tool),
        ...(parts.callLog && { callLog: parts.callLog }),
        profile: parts.profile,
        ...(history && { history }),
        ...(summary && { summary }),
        ...(usage && { usage }),
        ...(epoch !== undefined && { epoch }),
        ...(grants && { grants }),
        privacy: privacyOf(id, aliases),
        reopenPrivacy: (changed) => privacyOf(id, changed),
        model: parts.model,
        tables: parts.profile === "service" ? workerTables(all) : sameTable(registry),
        interactions,
        origin: { profile: parts.profile, language },
        instructions: buildInstructions({ interactive }),
        limits,
        clock,
        newId,
        handoffs: { desk: parts.desk, file: parts.handoffFile, clock, language: languageOf },
        shells: {
          clock,
          language: languageOf,
          policy,
          asker: interactions.approvals,
          registry: idempotencyRegistry,
          breaker,
          toolTimeoutMs: parts.toolTimeoutMs,
          onError: (error, { tool }) => {
            // A refusal, a time-out or an end by the user is part of the conversation; only a fault is news.
            if (error instanceof ToolCallError && error.type !== "internal") return;
            if (error instanceof DOMException && error.name === "AbortError") return;
            onProblem(`${tool}: ${error instanceof Error ? error.message : String(error)}`);
          },
        },
      }),
  };
}

function roleIn(all: ToolRegistry, tool: string): ToolRole {
  const traits = all.resolve(tool)?.tool.traits;
  if (traits?.kind !== "read") return "write";
  return traits.interactive ? "question" : "lookup";
}

function requireTool(name: string, resolve: (name: string) => string | undefined, all: ToolRegistry): string {
  const resolved = resolve(name);
  if (resolved !== undefined) return resolved;
  throw bilingual(TypeError, {
    en: `Cannot approve tool: ${JSON.stringify(name)} is unknown. Known: ${all.names().join(", ")}`,
    zh: `无法预先批准工具：没有 ${JSON.stringify(name)}。已有：${all.names().join("、")}`,
  });
}

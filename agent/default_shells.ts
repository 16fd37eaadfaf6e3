/**
 * The shells that every call goes through, in their order.
 *
 * @module
 */
import { approval, type ApprovalAsker } from "../shells/approval.ts";
import type { ApprovalGrants } from "../shells/approval_grants.ts";
import type { ApprovalPolicy } from "../shells/approval_policy.ts";
import { audit, type AuditSink } from "../shells/audit.ts";
import type { Breaker } from "../shells/breaker.ts";
import { circuitBreaker, type CircuitBreakerOptions } from "../shells/circuit_breaker.ts";
import type { Clock } from "../shells/clock.ts";
import { friendlyErrors, type FriendlyErrorsOptions } from "../shells/friendly_errors.ts";
import { idempotency } from "../shells/idempotency.ts";
import type { IdempotencyRegistry } from "../shells/idempotency_registry.ts";
import { inputValidation } from "../shells/input_validation.ts";
import type { PersonalDataGuard } from "../shells/pii/personal_data_guard.ts";
import { piiMask } from "../shells/pii_mask.ts";
import { loopGuard } from "../shells/loop_guard.ts";
import type { LoopWatch } from "../shells/loop_watch.ts";
import type { Shell } from "../shells/shell.ts";
import { timeout } from "../shells/timeout.ts";
import { HANDOFF_TOOL } from "../tools/handoff_create.ts";
import { resultEssence } from "./calls/result_essence.ts";

/** What the shells need that outlives a turn. */
export interface ShellServices {
  readonly clock: Clock;
  readonly language: FriendlyErrorsOptions["language"];
  readonly policy: ApprovalPolicy;
  readonly asker: ApprovalAsker;
  readonly registry: IdempotencyRegistry;
  readonly breaker: Breaker;
  /** How long one call may take, in milliseconds. */
  readonly toolTimeoutMs: number;
  /** Gets raw errors, for the log. */
  readonly onError?: FriendlyErrorsOptions["onError"];
}

/** What the shells need of one turn. */
export interface ShellTurn {
  readonly sessionId: string;
  readonly turnId: string;
  /** Whose calls these are; rises when the user explicitly wants earlier requests to count as new. */
  readonly epoch: EpochCounter;
  /** What was allowed for the session. */
  readonly grants: ApprovalGrants;
  readonly sink: AuditSink;
  /** Masks and restores; `undefined` when personal data is not guarded. */
  readonly guard?: PersonalDataGuard;
  /** Remembers what the turn's calls gave. */
  readonly watch: LoopWatch;
  /** Is told when a call of this turn has opened a breaker. */
  readonly onOpen: NonNullable<CircuitBreakerOptions["onOpen"]>;
}

/** Counts the times that a user wanted earlier requests to count as new ones. */
export interface EpochCounter {
  /** The running one, from 0. */
  current(): number;
  /** Begins the next one. */
  start(): void;
}

/** Tools that are never switched off: a person must stay within reach. */
export const NEVER_SWITCHED_OFF: readonly string[] = [HANDOFF_TOOL];

/** The shells by name, outermost first: the order of interception. */
export const SHELL_ORDER = [
  "audit",
  "loopGuard",
  "friendlyErrors",
  "piiMask",
  "inputValidation",
  "approval",
  "idempotency",
  "circuitBreaker",
  "timeout",
] as const;

/**
 * Builds the default stack. The loop guard sees what the model sees. Approval stands outside idempotency, so that a refused
 * call never reaches the records; the breaker stands inside it, so that a replay counts nothing, and never switches off the
 * way to a person; the timeout is innermost, so that waiting for a person or for another caller counts against nobody.
 *
 * @param services See {@linkcode ShellServices}.
 * @param turn See {@linkcode ShellTurn}.
 * @returns One shell per entry of {@linkcode SHELL_ORDER}.
 *
 * @example
 * ```ts
 * composeToolShells(registry.getAll(), defaultShells(services, turn));
 * ```
 */
export function defaultShells(services: ShellServices, turn: ShellTurn): Shell[] {
  const { clock, language, policy, asker, registry, breaker, toolTimeoutMs, onError } = services;
  const { sessionId, turnId, epoch, grants, sink, guard, watch, onOpen } = turn;
  const scope = () => [sessionId, epoch.current()];
  const repeats = {
    isRepeat: (call: { readonly tool: string; readonly input: unknown }) =>
      registry.isRepeat({ scope: scope(), ...call }),
    startEpoch: () => epoch.start(),
  };
  const wouldRefuse = async (tool: string) =>
    !NEVER_SWITCHED_OFF.includes(tool) && await breaker.wouldRefuse(tool);
  const shells: Record<typeof SHELL_ORDER[number], Shell> = {
    audit: audit({ sink, clock, sessionId, turnId }),
    loopGuard: loopGuard({ watch, language, essence: resultEssence }),
    friendlyErrors: friendlyErrors({ language, ...(onError && { onError }) }),
    piiMask: guard ? piiMask(guard) : unchanged,
    inputValidation: inputValidation({ language }),
    approval: approval({
      policy,
      asker: guard ? realInput(asker, guard) : asker,
      grants,
      repeats,
      wouldRefuse,
      clock,
    }),
    idempotency: idempotency({ registry, scope, language }),
    circuitBreaker: circuitBreaker({ breaker, exempt: NEVER_SWITCHED_OFF, onOpen }),
    timeout: timeout({ limitMs: toolTimeoutMs, clock }),
  };
  return SHELL_ORDER.map((name) => shells[name]);
}

const unchanged: Shell = (tool) => tool;

/** Whoever edits an input may write an alias in it, and means what it stands for. */
function realInput(asker: ApprovalAsker, guard: PersonalDataGuard): ApprovalAsker {
  return {
    ask: async (question, signal) => {
      const answer = await asker.ask(question, signal);
      return answer?.decision === "allow" && answer.input !== undefined
        ? { ...answer, input: guard.restore(answer.input) }
        : answer;
    },
  };
}

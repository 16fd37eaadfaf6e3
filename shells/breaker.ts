/**
 * What a process knows of its failing tools, and who may call them.
 *
 * @module
 */
import { ToolCallError, type ToolErrorType } from "../tools/types.ts";
import {
  type BreakerEvent,
  type BreakerPhase,
  type BreakerRules,
  type BreakerStep,
  type CountedFailure,
  nextBreakerState,
} from "./breaker_state.ts";
import { CallSlots } from "./call_slots.ts";
import type { BreakerStore } from "./stores/breaker_store.ts";

/** Settings of {@linkcode Breaker}. */
export interface BreakerOptions {
  readonly store: BreakerStore;
  readonly rules: BreakerRules;
  /** Milliseconds on a clock that is never set back or forward. @default {performance.now} */
  readonly elapsed?: () => number;
  /** Is told, once for each outage, that the store cannot be asked. */
  readonly onWarning?: (message: string) => void;
}

/** How an execution ended, as far as the breaker cares. */
export type ExecutionEnd =
  | { readonly type: "succeeded" | "released" }
  | { readonly type: "failed"; readonly errorType: ToolErrorType };

/** A breaker that has just opened. */
export interface BreakerOpening {
  /** Stable for this opening, whoever asks. */
  readonly id: string;
  readonly tool: string;
  /** What opened it, oldest first. */
  readonly failures: readonly CountedFailure[];
}

/** How the breaker stands after an execution. */
export interface AfterExecution {
  /** `undefined` when the store cannot say. */
  readonly phase: BreakerPhase | undefined;
  /** This very execution opened it. */
  readonly opening?: BreakerOpening;
}

/** A call that may run. */
export interface AdmittedCall {
  /** To be called however the call ends; the first call counts. */
  end(how: ExecutionEnd): Promise<AfterExecution>;
}

interface Line {
  readonly slots: CallSlots;
  /** A success has something to clear. */
  hasFailures: boolean;
  /** Everything is refused until then, by our own clock. */
  coolsUntil: number;
}

/** With as many failures as open a breaker, at most twice as many calls begin (H33). */
const AT_A_TIME = 4;
/** How long a store that failed is left alone, so that its time-outs do not become everybody's. */
const STORE_PAUSE_MS = 5_000;

/**
 * One for all sessions of a process. At most four executions of one tool run at a time, so that a tool that is down is
 * noticed before everything that waits for it has run as well. A store that cannot be asked lets every call run.
 *
 * @example
 * ```ts
 * const breaker = new Breaker({ store, rules: { failures: 5, windowMs: 60_000, coolDownMs: 60_000, probeLeaseMs: 35_000 } });
 * const call = await breaker.enter("order_refund", signal);
 * await call.end({ type: "succeeded" });
 * ```
 */
export class Breaker {
  readonly #store: BreakerStore;
  readonly #rules: BreakerRules;
  readonly #elapsed: () => number;
  readonly #onWarning: (message: string) => void;
  readonly #lines = new Map<string, Line>();
  #storeFailed = false;
  #asksAgainAt = -Infinity;

  /**
   * @param options See {@linkcode BreakerOptions}.
   * @throws {RangeError} If a rule is not a positive integer.
   */
  constructor({ store, rules, elapsed = () => performance.now(), onWarning = () => {} }: BreakerOptions) {
    for (const [name, value] of Object.entries(rules)) {
      if (Number.isInteger(value) && value > 0) continue;
      throw new RangeError(`Cannot create breaker: ${name} is ${value}. Give a positive integer`);
    }
    this.#store = store;
    this.#rules = rules;
    this.#elapsed = elapsed;
    this.#onWarning = onWarning;
  }

  /**
   * Waits for a slot and asks whether the tool may be called.
   *
   * @param tool The tool's name.
   * @param signal Aborted when the caller leaves.
   * @returns The call, to be ended in every case.
   * @throws {ToolCallError} `circuit_open`, at once when the breaker opens while the call waits.
   * @throws The signal's reason.
   */
  async enter(tool: string, signal?: AbortSignal): Promise<AdmittedCall> {
    const line = this.#lineOf(tool);
    const id = crypto.randomUUID();
    // While it is known to be open nobody waits for a slot first; the store is asked, as somebody may have reset it.
    let step = this.#isCooling(line) ? await this.#ask(tool, line, id) : undefined;
    let leave: (() => void) | undefined;
    try {
      leave = await line.slots.enter(signal);
      step ??= await this.#ask(tool, line, id);
      signal?.throwIfAborted();
      return this.#admitted(tool, line, id, step?.phase, leave);
    } catch (error) {
      // Whoever leaves, or is sent away, may hold the probe by then.
      if (step?.admitted && step.phase !== "closed") await this.#change(tool, { type: "released", id });
      leave?.();
      throw error;
    }
  }

  /**
   * Would a call be refused now? Takes no probe, so that a person can be spared a question about a call that cannot run.
   *
   * @param tool The tool's name.
   * @returns False as well when the store cannot say.
   */
  async wouldRefuse(tool: string): Promise<boolean> {
    const step = await this.#change(tool, { type: "asked", id: "" }, { writes: false });
    return step !== undefined && !step.admitted;
  }

  /** The tools that are known here to be cooling down: no use showing them to a model. */
  hidden(): ReadonlySet<string> {
    if (this.#lines.size === 0) return new Set();
    return new Set([...this.#lines].filter(([, line]) => this.#isCooling(line)).map(([tool]) => tool));
  }

  #lineOf(tool: string): Line {
    const known = this.#lines.get(tool);
    if (known) return known;
    const line = { slots: new CallSlots(AT_A_TIME), hasFailures: false, coolsUntil: -Infinity };
    this.#lines.set(tool, line);
    return line;
  }

  #isCooling({ coolsUntil }: Line): boolean {
    return this.#elapsed() < coolsUntil;
  }

  async #ask(tool: string, line: Line, id: string): Promise<BreakerStep | undefined> {
    const step = await this.#change(tool, { type: "asked", id });
    if (step && !step.admitted) throw refusal(tool);
    if (step) line.hasFailures = step.state.failures.length > 0;
    return step;
  }

  #admitted(
    tool: string,
    line: Line,
    id: string,
    phase: BreakerPhase | undefined,
    leave: () => void,
  ): AdmittedCall {
    let ended: Promise<AfterExecution> | undefined;
    const finish = async (how: ExecutionEnd): Promise<AfterExecution> => {
      // What changes nothing costs nothing, least of all a way to the server.
      const isNews = how.type === "failed" || phase !== "closed" ||
        (how.type === "succeeded" && line.hasFailures);
      if (how.type === "failed") line.hasFailures = true;
      try {
        const step = isNews ? await this.#change(tool, { ...how, id }) : undefined;
        if (how.type === "succeeded" && step) line.hasFailures = step.state.failures.length > 0;
        return { phase: step?.phase ?? phase, ...(step?.opened && { opening: openingOf(tool, step) }) };
      } finally {
        leave();
      }
    };
    return { end: (how) => ended ??= finish(how) };
  }

  async #change(tool: string, event: BreakerEvent, { writes = true } = {}): Promise<BreakerStep | undefined> {
    if (this.#elapsed() < this.#asksAgainAt) return undefined;
    try {
      const step = await this.#store.change(tool, (state, now) => {
        const next = nextBreakerState(state, event, now, this.#rules);
        return writes ? next : { ...next, state };
      });
      this.#storeFailed = false;
      this.#learn(tool, step);
      return step;
    } catch (error) {
      this.#asksAgainAt = this.#elapsed() + STORE_PAUSE_MS;
      if (!this.#storeFailed) {
        this.#onWarning(`Tools run without a circuit breaker: ${(error as Error).message}`);
      }
      this.#storeFailed = true;
      return undefined;
    }
  }

  #learn(tool: string, { phase, coolsForMs }: BreakerStep): void {
    const line = this.#lineOf(tool);
    line.coolsUntil = coolsForMs > 0 ? this.#elapsed() + coolsForMs : -Infinity;
    if (phase === "open") line.slots.refuseWaiting(() => refusal(tool));
  }
}

function refusal(tool: string): ToolCallError {
  return new ToolCallError(
    "circuit_open",
    `Cannot run ${tool}: it kept failing and is switched off for now`,
    {
      began: false,
    },
  );
}

function openingOf(tool: string, { state }: BreakerStep): BreakerOpening {
  return { id: state.opening?.id ?? "", tool, failures: state.failures };
}

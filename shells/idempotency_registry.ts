/**
 * Runs each distinct request once per window.
 *
 * @module
 */
import { type JsonValue, type RepeatPolicy, ToolCallError } from "../tools/types.ts";
import { awaitOutcome, type WaitingOptions } from "./await_outcome.ts";
import { createFingerprint, type FingerprintedCall } from "./create_fingerprint.ts";
import type { ExecuteOnce, IdempotentCall, RunOutcome } from "./idempotent_call.ts";
import { isFailure, isKept } from "./is_kept.ts";
import { normaliseJson } from "./normalise_json.ts";
import { plainCopy } from "./plain_copy.ts";
import { runUnrecorded } from "./run_unrecorded.ts";
import type {
  Claim,
  IdempotencyRecord,
  IdempotencyStore,
  StoredOutcome,
} from "./stores/idempotency_store.ts";
import { untilAbandoned } from "./until_abandoned.ts";

/** Settings of {@linkcode IdempotencyRegistry}. */
export interface IdempotencyRegistryOptions {
  readonly store: IdempotencyStore;
  /** Keys the fingerprint, so that a key reveals no argument to somebody who guesses at it. */
  readonly secret: string;
  /** How long a request counts as the same, in milliseconds from the first call. @default {600_000} */
  readonly windowMs?: number;
  /** For a store that other processes use: how long to wait for theirs. @default {undefined: there are no others} */
  readonly waiting?: WaitingOptions;
  /** Makes owner tokens. @default {crypto.randomUUID} */
  readonly newOwner?: () => string;
  /** Is told what could not be protected or kept. */
  readonly onWarning?: (message: string) => void;
}

interface Flight {
  readonly work: Promise<Omit<RunOutcome, "key">>;
  readonly abort: AbortController;
  waiters: number;
  /** More than one caller gets what comes of it. */
  isShared: boolean;
}

/**
 * Claims a record, runs the request, keeps its result. After Powertools' idempotency handler (claim, run, save), with
 * these differences: equal concurrent calls share one execution; every change is checked against the owner; a write
 * whose caller gave up keeps its claim, because giving up does not undo it.
 *
 * @example
 * ```ts
 * const registry = new IdempotencyRegistry({ store, secret });
 * const { value, replayed } = await registry.run({ scope, tool, input, repeat: "once" }, () => createTicket());
 * ```
 */
export class IdempotencyRegistry {
  readonly #store: IdempotencyStore;
  readonly #fingerprintOf: (call: FingerprintedCall) => string;
  readonly #windowMs: number;
  readonly #waiting: WaitingOptions | undefined;
  readonly #newOwner: () => string;
  readonly #onWarning: (message: string) => void;
  readonly #flights = new Map<string, Flight>();

  /**
   * @param options See {@linkcode IdempotencyRegistryOptions}.
   * @throws {RangeError} If `windowMs` is not a positive integer.
   */
  constructor(options: IdempotencyRegistryOptions) {
    const { windowMs = 600_000 } = options;
    if (!Number.isInteger(windowMs) || windowMs < 1) {
      throw new RangeError(
        `Cannot create idempotency registry: windowMs is ${windowMs}. Give a positive integer`,
      );
    }
    this.#store = options.store;
    this.#fingerprintOf = createFingerprint(options.secret);
    this.#windowMs = windowMs;
    this.#waiting = options.waiting;
    this.#newOwner = options.newOwner ?? (() => crypto.randomUUID());
    this.#onWarning = options.onWarning ?? (() => {});
  }

  /** The store's name. */
  get storeName(): string {
    return this.#store.name;
  }

  /**
   * Runs the request unless an equal one runs or ran.
   *
   * @param call The request.
   * @param execute Carries it out.
   * @returns The result and where it came from.
   * @throws What `execute` throws, to all who share it; nothing is kept then.
   * @throws {ToolCallError} `unknown_outcome` if an equal write began and nobody knows how it ended; `in_progress` if
   *   another process is still at it; `unavailable` if the store cannot say.
   * @throws The signal's reason, as soon as this caller leaves.
   */
  async run(call: IdempotentCall, execute: ExecuteOnce): Promise<RunOutcome> {
    call.signal?.throwIfAborted();
    const key = this.#fingerprint(call);
    if (key === undefined) {
      const value = await execute({ signal: call.signal ?? new AbortController().signal });
      return { value: plainCopy(value), replayed: false, resultLost: false, key };
    }
    const known = this.#flights.get(key);
    // A flight that everybody left is coming down: its record, not its error, answers newcomers.
    const shared = known?.abort.signal.aborted ? undefined : known;
    if (shared) shared.isShared = true;
    const flight = shared ?? this.#launch(key, call, execute);
    const outcome = await this.#wait(flight, call.signal);
    return {
      ...outcome,
      // A caller who changes its result changes nobody else's. The store's is its own in any case.
      value: flight.isShared ? plainCopy(outcome.value) : outcome.value,
      // Sharing a read in flight is no replay: it is as fresh as an execution of its own.
      replayed: outcome.replayed || (shared !== undefined && call.repeat !== "share"),
      key,
    };
  }

  /**
   * Was an equal request made before, inside its window?
   *
   * @param call The request; nothing is run or claimed.
   * @returns False as well when the store cannot say.
   */
  async isRepeat(call: FingerprintedCall): Promise<boolean> {
    const key = this.#fingerprint(call);
    return key !== undefined &&
      await this.#store.read(key).then((record) => record !== undefined, () => false);
  }

  #fingerprint(call: FingerprintedCall): string | undefined {
    try {
      return this.#fingerprintOf(call);
    } catch (error) {
      this.#onWarning(`${call.tool} runs without protection against repetition: ${(error as Error).message}`);
      return undefined;
    }
  }

  #launch(key: string, call: IdempotentCall, execute: ExecuteOnce): Flight {
    const abort = new AbortController();
    const work =
      (call.repeat === "share"
        ? runUnrecorded(execute, abort.signal)
        : this.#claimAndRun(key, call, execute, abort.signal)).finally(() => {
          if (this.#flights.get(key) === flight) this.#flights.delete(key);
        });
    const flight: Flight = { work, abort, waiters: 0, isShared: false };
    this.#flights.set(key, flight);
    work.catch(() => {}); // every waiter hears of it; with none left it is nobody's unhandled rejection
    return flight;
  }

  /** Waits with others: leaving is each caller's own affair, and only the last one out stops the work. */
  #wait(flight: Flight, signal: AbortSignal | undefined): Promise<Omit<RunOutcome, "key">> {
    flight.waiters++;
    if (!signal) return flight.work;
    const { promise, resolve, reject } = Promise.withResolvers<Omit<RunOutcome, "key">>();
    const leave = () => {
      reject(signal.reason);
      if (--flight.waiters === 0) flight.abort.abort(signal.reason);
    };
    signal.addEventListener("abort", leave, { once: true });
    flight.work.then(resolve, reject).finally(() => signal.removeEventListener("abort", leave));
    return promise;
  }

  async #claimAndRun(
    key: string,
    call: IdempotentCall,
    execute: ExecuteOnce,
    signal: AbortSignal,
  ): Promise<Omit<RunOutcome, "key">> {
    const { tool, repeat } = call;
    const claim = await this.#claimOrAwait(key, call, signal);
    // Nothing says what a read would answer, and it changes nothing: it runs, for those who wait for it now.
    if (!claim || (repeat !== "once" && !claim.claimed && !claim.record.outcome)) {
      return await runUnrecorded(execute, signal);
    }
    const { claimed, record } = claim;
    if (!claimed) return replay(record, tool);
    if (signal.aborted) {
      await this.#change(() => this.#store.release(key, record.owner));
      throw signal.reason;
    }
    const running = execute({ requestId: `req_${record.owner}`, signal });
    let value: unknown;
    try {
      value = await untilAbandoned(running, signal);
    } catch (error) {
      await this.#afterFailure(key, record, repeat, error, running, signal.aborted);
      throw error;
    }
    return { value: await this.#keep(key, record, value), replayed: false, resultLost: false };
  }

  /** Claims the key, once a write of another process that is in the way has ended or is given up on. */
  async #claimOrAwait(key: string, call: IdempotentCall, signal: AbortSignal): Promise<Claim | undefined> {
    const { tool, repeat } = call;
    const windowMs = typeof repeat === "object" ? repeat.cacheMs : this.#windowMs;
    while (true) {
      const claim = await this.#ask(call, () => this.#store.claim(key, this.#newOwner(), windowMs, tool));
      const isTheirs = claim !== undefined && !claim.claimed && !claim.record.outcome;
      if (!isTheirs || repeat !== "once" || !this.#waiting) return claim;
      const read = () => this.#ask(call, () => this.#store.read(key));
      const awaited = await awaitOutcome(claim.record, read, this.#waiting, signal);
      if (awaited.state === "done") return { claimed: false, record: awaited.record };
      if (awaited.state === "gone") return claim;
      if (awaited.state === "in_progress") {
        throw new ToolCallError("in_progress", `Cannot run ${tool}: an equal call runs in another process`);
      }
    }
  }

  /** Asks the store. With one that fails a write is refused, and a read goes on without an answer. */
  async #ask<Answer>(
    { tool, repeat }: IdempotentCall,
    question: () => Promise<Answer>,
  ): Promise<Answer | undefined> {
    try {
      return await question();
    } catch (cause) {
      // Not the caller, but whoever runs the program can mend it.
      this.#onWarning(`The idempotency store failed: ${(cause as Error).message}`);
      if (repeat !== "once") return undefined;
      throw new ToolCallError("unavailable", `Cannot run ${tool}: the idempotency store failed`, { cause });
    }
  }

  /** A failure frees the key for a retry, unless the write may have taken effect in spite of it. */
  async #afterFailure(
    key: string,
    record: IdempotencyRecord,
    repeat: RepeatPolicy,
    error: unknown,
    running: Promise<unknown>,
    abandoned: boolean,
  ): Promise<void> {
    const { pending, type } = error instanceof ToolCallError ? error : {};
    const known = !pending && !abandoned && type !== "unknown_outcome";
    if (repeat !== "once" || known) {
      await this.#change(() => this.#store.release(key, record.owner));
      return;
    }
    await this.#change(() => this.#store.commit(key, record, { kind: "unknown" }));
    // Late news is still news: whoever repeats the request then gets the real result. A late error is none, unless it
    // says that nothing was begun.
    (pending ?? running).then(
      (value) => isFailure(value) ? undefined : this.#keep(key, record, value),
      (late) => late?.began === false && this.#change(() => this.#store.release(key, record.owner)),
    );
  }

  /** Keeps a result; whatever goes wrong here, the caller's result is not lost. */
  async #keep(key: string, record: IdempotencyRecord, value: unknown): Promise<unknown> {
    let kept: JsonValue;
    try {
      kept = normaliseJson(value);
    } catch (error) {
      this.#onWarning(`A result could not be kept: ${(error as Error).message}`);
      await this.#change(() => this.#store.commit(key, record, { kind: "result_lost" }));
      return value;
    }
    if (isKept(kept)) {
      const outcome: StoredOutcome = { kind: "result", value: kept };
      const stored = await this.#change(() => this.#store.commit(key, record, outcome));
      if (!stored) this.#onWarning("A result came too late: another owner holds its record");
    } else {
      await this.#change(() => this.#store.release(key, record.owner));
    }
    return kept;
  }

  async #change(change: () => Promise<boolean>): Promise<boolean> {
    try {
      return await change();
    } catch (error) {
      this.#onWarning(`The idempotency store failed: ${(error as Error).message}`);
      return true;
    }
  }
}

function replay(record: IdempotencyRecord, tool: string): Omit<RunOutcome, "key"> {
  const { outcome } = record;
  if (!outcome || outcome.kind === "unknown") {
    throw new ToolCallError(
      "unknown_outcome",
      `Cannot run ${tool} again: an equal call began and never reported back`,
    );
  }
  if (outcome.kind === "result_lost") return { value: null, replayed: true, resultLost: true };
  return { value: outcome.value, replayed: true, resultLost: false };
}

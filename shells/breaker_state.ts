/**
 * The circuit breaker's rules, apart from any clock, store or queue: a state and an event give a new state.
 *
 * @module
 */

/** When a breaker opens, and for how long. */
export interface BreakerRules {
  /** So many failures in a row open it. */
  readonly failures: number;
  /** Only failures of the last so many milliseconds count. */
  readonly windowMs: number;
  /** How long an open breaker refuses everything, in milliseconds. */
  readonly coolDownMs: number;
  /** After so many milliseconds a probe that was never heard of again counts as lost. Longer than any call may take. */
  readonly probeLeaseMs: number;
}

/** One failure that counts. */
export interface CountedFailure {
  /** On the store's clock, in milliseconds. */
  readonly at: number;
  /** Its `error_type`; never a message. */
  readonly type: string;
}

/** What is remembered of one tool. */
export interface BreakerState {
  /** The failures since the last success, oldest first. Once it has opened, those that opened it. */
  readonly failures: readonly CountedFailure[];
  /** Present while it is not closed. `at` is when the cool-down began. */
  readonly opening?: { readonly id: string; readonly at: number };
  /** The call that tries whether the tool works again. */
  readonly probe?: { readonly id: string; readonly at: number };
}

/** `half_open`: the cool-down is over, and one call may try. */
export type BreakerPhase = "closed" | "open" | "half_open";

/** What happens to a breaker. `id` names the call. */
export type BreakerEvent =
  /** A call wants to run. */
  | { readonly type: "asked"; readonly id: string }
  /** An execution failed in a way that counts. */
  | { readonly type: "failed"; readonly id: string; readonly errorType: string }
  /** An execution did what was asked. */
  | { readonly type: "succeeded"; readonly id: string }
  /** An execution ended in a way that says nothing, or never began. */
  | { readonly type: "released"; readonly id: string };

/** What comes of an event. */
export interface BreakerStep {
  /** The very same object when nothing changed. */
  readonly state: BreakerState;
  readonly phase: BreakerPhase;
  /** For `asked`: may the call run? */
  readonly admitted: boolean;
  /** The breaker was closed, and this event opened it. */
  readonly opened: boolean;
  /** What is left of the cool-down, in milliseconds; 0 when it is over. */
  readonly coolsForMs: number;
}

/** A breaker that nothing has happened to. */
export const CLOSED: BreakerState = { failures: [] };

/**
 * Applies an event.
 *
 * A time that lies in the future counts as long past: a clock that was set back, or forward, can end a window or a
 * cool-down early, and can neither open a breaker nor keep it open.
 *
 * @param state What was remembered.
 * @param event What happened.
 * @param now The store's time, in milliseconds.
 * @param rules See {@linkcode BreakerRules}.
 *
 * @example
 * ```ts
 * nextBreakerState(CLOSED, { type: "asked", id: "call-1" }, 0, rules).admitted; // true
 * ```
 */
export function nextBreakerState(
  state: BreakerState,
  event: BreakerEvent,
  now: number,
  rules: BreakerRules,
): BreakerStep {
  switch (event.type) {
    case "asked":
      return asked(state, event.id, now, rules);
    case "failed":
      return failed(state, event, now, rules);
    case "succeeded":
      return step(state.opening ? afterProbe(state, event.id, CLOSED) : cleared(state), now, rules);
    case "released": {
      const { probe: _, ...rest } = state;
      return step(afterProbe(state, event.id, rest), now, rules);
    }
  }
}

/**
 * The phase that a state is in.
 *
 * @param state What is remembered.
 * @param now The store's time, in milliseconds.
 * @param rules See {@linkcode BreakerRules}.
 *
 * @example
 * ```ts
 * breakerPhase(CLOSED, 0, rules); // "closed"
 * ```
 */
export function breakerPhase(state: BreakerState, now: number, rules: BreakerRules): BreakerPhase {
  if (!state.opening) return "closed";
  return coolsFor(state, now, rules) > 0 ? "open" : "half_open";
}

function asked(state: BreakerState, id: string, now: number, rules: BreakerRules): BreakerStep {
  const phase = breakerPhase(state, now, rules);
  if (phase === "closed") return step(state, now, rules, { admitted: true });
  if (phase === "open" || (state.probe && isWithin(state.probe.at, now, rules.probeLeaseMs))) {
    return step(state, now, rules);
  }
  return step({ ...state, probe: { id, at: now } }, now, rules, { admitted: true });
}

function failed(
  state: BreakerState,
  { id, errorType }: Extract<BreakerEvent, { type: "failed" }>,
  now: number,
  rules: BreakerRules,
): BreakerStep {
  const failure = { at: now, type: errorType };
  if (state.opening) {
    const again: BreakerState = {
      failures: [...state.failures, failure].slice(-rules.failures),
      opening: { ...state.opening, at: now },
    };
    return step(afterProbe(state, id, again), now, rules);
  }
  const recent = state.failures.filter(({ at }) => isWithin(at, now, rules.windowMs));
  const failures = [...recent, failure];
  if (failures.length < rules.failures) return step({ failures }, now, rules);
  return step({ failures, opening: { id, at: now } }, now, rules, { opened: true });
}

/** Of an open breaker's calls only the probe counts: the others began before it opened. */
function afterProbe(state: BreakerState, id: string, next: BreakerState): BreakerState {
  return state.probe?.id === id ? next : state;
}

function cleared(state: BreakerState): BreakerState {
  return state.failures.length === 0 ? state : CLOSED;
}

function step(
  state: BreakerState,
  now: number,
  rules: BreakerRules,
  { admitted = false, opened = false } = {},
): BreakerStep {
  const phase = breakerPhase(state, now, rules);
  return { state, phase, admitted, opened, coolsForMs: coolsFor(state, now, rules) };
}

function coolsFor({ opening }: BreakerState, now: number, { coolDownMs }: BreakerRules): number {
  return opening && isWithin(opening.at, now, coolDownMs) ? opening.at + coolDownMs - now : 0;
}

function isWithin(at: number, now: number, ms: number): boolean {
  return now >= at && now - at < ms;
}

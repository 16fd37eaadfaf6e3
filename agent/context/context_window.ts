/**
 * Keeps a conversation within what its model holds.
 *
 * @module
 */
import type { ModelMessage } from "ai";
import type { ContextChange } from "../agent_event.ts";
import { compactedView, type Compaction, WHOLE } from "./compacted_view.ts";
import { countOutputs } from "./drop_outputs.ts";
import { estimateMessages } from "./estimate_messages.ts";
import { planCompaction } from "./plan_compaction.ts";
import { splitTurns } from "./split_turns.ts";
import type { RoleOf } from "./tool_role.ts";

/** What was summed up of a session, as its file has it. */
export interface KeptSummary {
  /** Turns, from the beginning of the session. */
  readonly turns: number;
  /** Empty when nobody could sum them up. */
  readonly text: string;
}

/** What a turn lends to the window. */
export interface WindowTurn {
  /** The model that is asked: each counts in its own way. */
  readonly model: string;
  /** Where it is, when it is named by that. */
  readonly address?: string;
  /** What the model holds, in tokens; `Infinity` when it has no window. */
  readonly window: number;
  /** Estimated tokens of what goes with every request: instructions and tools. */
  readonly fixed: number;
  /**
   * Sums turns up; `undefined` when the model is none that could.
   *
   * @throws {Error} When it cannot be done.
   */
  readonly summarise:
    | ((
      request: {
        readonly messages: readonly ModelMessage[];
        readonly previous: string;
        readonly longest: number;
        readonly longestRequest: number;
      },
    ) => Promise<string>)
    | undefined;
  /** Ends the turn, and with it the wait for a summary. */
  readonly signal: AbortSignal;
  /** Keeps a summary in the session's file. */
  readonly keep: (summary: KeptSummary) => Promise<void>;
  /** Is told of every change; why a summary could not be made, if so. */
  readonly onChange: (change: ContextChange, failure?: unknown) => void;
}

/** Of the window, so much may be filled before anything goes; the rest is for the answer and for what we misjudge. */
const FILLED = 0.8;
/** Once something has to go, it comes down to so much of the window. */
const ROOMY = 0.5;
/** The longest summary, in tokens, and as a part of what may be filled. */
const LONGEST_SUMMARY = 1_500;
const SUMMARY_SHARE = 0.1;
/** A budget that nothing fits into. */
const NOTHING = -1;
/** What a model reports may differ from our estimate by so much; anything beyond is a mistake of somebody's. */
const [LEAST_RATIO, MOST_RATIO] = [0.2, 3];

/**
 * Knows how far a session is compacted. The conversation itself is never changed: a model is shown less of it.
 *
 * @example
 * ```ts
 * const shown = await window.fit(history, turn);
 * ```
 */
export class ContextWindow {
  readonly #roleOf: RoleOf;
  #compaction: Compaction = WHOLE;
  /** What each model counts for each token that we estimate. */
  readonly #ratios = new Map<string, number>();
  /** What each refused as too long, in its own tokens. */
  readonly #ceilings = new Map<string, number>();
  #sent = 0;

  /**
   * @param roleOf What a tool's output is worth.
   * @param summary What was summed up before.
   */
  constructor(roleOf: RoleOf, summary?: KeptSummary) {
    this.#roleOf = roleOf;
    this.adopt(summary);
  }

  /** What a model counts for each token that we estimate; 1 until it has told. */
  ratioOf(model: string): number {
    return this.#ratios.get(model) ?? 1;
  }

  /** Takes over what an earlier process has learnt of a model. */
  calibrate(model: string, ratio: number): void {
    this.#ratios.set(model, Math.min(MOST_RATIO, Math.max(LEAST_RATIO, ratio)));
  }

  /** Goes on from what another process, or an earlier one, has summed up. */
  adopt(summary: KeptSummary | undefined): void {
    if (!summary || summary.turns <= this.#compaction.summarised) return;
    this.#compaction = { ...this.#compaction, summarised: summary.turns, summary: summary.text };
  }

  /** Learns from what a model counted in the request that was made last, in tokens; `null` when it did not say. */
  measured(model: string, inputTokens: number | null): void {
    if (inputTokens === null || inputTokens <= 0 || this.#sent === 0) return;
    this.calibrate(model, inputTokens / this.#sent);
  }

  /**
   * What to send of a conversation.
   *
   * @param messages All of it, the running turn last.
   * @param turn See {@linkcode WindowTurn}.
   * @returns The messages to send. Never rejects.
   */
  async fit(messages: readonly ModelMessage[], turn: WindowTurn): Promise<ModelMessage[]> {
    const window = this.#windowOf(turn);
    if (Number.isFinite(window)) await this.#compact(messages, turn, window * FILLED, window * ROOMY);
    const shown = compactedView(messages, this.#compaction, this.#roleOf);
    this.#sent = turn.fixed + estimateMessages(shown);
    return shown;
  }

  /**
   * Makes room after a model has refused what was sent as too long, and remembers that it holds less than was thought.
   *
   * @returns Can it be asked again?
   */
  async shrink(messages: readonly ModelMessage[], turn: WindowTurn): Promise<boolean> {
    const before = this.#compaction;
    const refused = this.#tokens(messages, before, turn);
    // The next request must stay below what was refused, by our own measure.
    this.#ceilings.set(placeOf(turn), Math.min(this.#windowOf(turn), refused / FILLED * 0.9));
    await this.#compact(messages, turn, refused * ROOMY, refused * ROOMY);
    return this.#compaction !== before;
  }

  /** Compacts as far as it goes, if that makes the conversation shorter: only the last turn stays as it is. */
  async compact(messages: readonly ModelMessage[], turn: WindowTurn): Promise<void> {
    await this.#compact(messages, turn, NOTHING, NOTHING);
  }

  async #compact(
    messages: readonly ModelMessage[],
    turn: WindowTurn,
    budget: number,
    target: number,
  ): Promise<void> {
    const before = this.#compaction;
    const ratio = this.ratioOf(turn.model);
    const longest = Math.floor(
      budget === NOTHING ? LONGEST_SUMMARY : Math.min(LONGEST_SUMMARY, budget * SUMMARY_SHARE / ratio),
    );
    const plan = planCompaction(messages, before, {
      budget,
      target,
      estimate: (shown) => ratio * (turn.fixed + estimateMessages(shown)),
      roleOf: this.#roleOf,
      placeholder: "xx ".repeat(longest),
    });
    if (plan.summarised === before.summarised && plan.shortened === before.shortened) return;
    // A summary of a few words is longer than they are.
    const asked = budget === NOTHING;
    if (asked && this.#tokens(messages, plan, turn) >= this.#tokens(messages, before, turn)) return;
    const made = plan.summarised > before.summarised
      ? await this.#summarise(messages, plan, turn, longest)
      : { compaction: plan };
    if (made.compaction === before) return;
    this.#compaction = made.compaction;
    const change = this.#change(messages, before, turn);
    if (change.outputs_dropped + change.turns_summarised + change.turns_dropped > 0) {
      turn.onChange(change, made.failure);
    }
  }

  /** Without a summary the turns go all the same: what their writes did is kept by code. */
  async #summarise(
    messages: readonly ModelMessage[],
    plan: Compaction,
    turn: WindowTurn,
    longest: number,
  ): Promise<{ compaction: Compaction; failure?: unknown }> {
    const { summarised, summary: previous } = this.#compaction;
    const covered = splitTurns(messages).slice(summarised, plan.summarised).flat();
    const longestRequest = Number.isFinite(turn.window)
      ? Math.floor(this.#windowOf(turn) * ROOMY / this.ratioOf(turn.model))
      : Infinity;
    let summary = previous;
    let failure: unknown;
    try {
      summary = await turn.summarise?.({ messages: covered, previous, longest, longestRequest }) ?? previous;
    } catch (error) {
      // Whoever cancels a turn wants nothing forgotten.
      if (turn.signal.aborted) return { compaction: this.#compaction };
      failure = error;
    }
    await turn.keep({ turns: plan.summarised, text: summary });
    return { compaction: { ...plan, summary }, failure };
  }

  #windowOf(turn: WindowTurn): number {
    return Math.min(turn.window, this.#ceilings.get(placeOf(turn)) ?? Infinity);
  }

  #tokens(messages: readonly ModelMessage[], compaction: Compaction, { fixed, model }: WindowTurn): number {
    const shown = compactedView(messages, compaction, this.#roleOf);
    return Math.round(this.ratioOf(model) * (fixed + estimateMessages(shown)));
  }

  #change(messages: readonly ModelMessage[], before: Compaction, turn: WindowTurn): ContextChange {
    const after = this.#compaction;
    const turns = splitTurns(messages);
    const gone = after.summarised - before.summarised;
    const shortened = turns.slice(Math.max(before.shortened, after.summarised), after.shortened).flat();
    return {
      outputs_dropped: countOutputs(shortened, this.#roleOf),
      turns_summarised: gone > 0 && after.summary !== before.summary ? after.summarised : 0,
      turns_dropped: gone > 0 && after.summary === before.summary ? gone : 0,
      tokens_before: this.#tokens(messages, before, turn),
      tokens_after: this.#tokens(messages, after, turn),
    };
  }
}

function placeOf({ model, address = "" }: WindowTurn): string {
  return `${address}#${model}`;
}

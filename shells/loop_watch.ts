/**
 * Notices that a turn goes round in circles.
 *
 * @module
 */
import { hash } from "node:crypto";
import { encodeCanonical } from "./encode_canonical.ts";

/** What a call's history says about making it once more. */
export type LoopVerdict =
  /** It may run. */
  | "run"
  /** It kept giving the same result, and the model was told so. */
  | "stop";

interface Repetition {
  /** The last result, as a digest. */
  result: string;
  /** How often in a row it was this one. */
  count: number;
  /** How often the call was stopped. */
  stops: number;
}

/** So often the same call may give the same result: once, to make sure, and once more. */
const SAME_RESULTS = 3;
/** More different calls than any turn has; beyond it nothing is watched any more. */
const MOST_CALLS = 1_000;

/**
 * The memory of one turn. It keeps digests and counts, no values. A result that differs is progress and begins anew, so that
 * polling goes on.
 *
 * @example
 * ```ts
 * const watch = new LoopWatch();
 * const call = watch.callOf("order_query_status", { orderId: "A-1024" });
 * if (watch.verdict(call) === "run") watch.ended(call, result);
 * ```
 */
export class LoopWatch {
  readonly #calls = new Map<string, Repetition>();
  #isLooping = false;

  /** The model went on although it was stopped: the turn should end. */
  get isLooping(): boolean {
    return this.#isLooping;
  }

  /**
   * Names a call by what it is, not by when it is made.
   *
   * @param tool The tool's name.
   * @param input The input, before anything is filled in.
   * @returns `undefined` for an input that cannot be told from others; it is not watched.
   */
  callOf(tool: string, input: unknown): string | undefined {
    return digestOf([tool, input]);
  }

  /**
   * Says whether a call may run.
   *
   * @param call From {@linkcode LoopWatch.callOf}.
   */
  verdict(call: string | undefined): LoopVerdict {
    const known = call === undefined ? undefined : this.#calls.get(call);
    if (!known || known.count < SAME_RESULTS) return "run";
    if (known.stops++ > 0) this.#isLooping = true;
    return "stop";
  }

  /**
   * Takes a call's result.
   *
   * @param call From {@linkcode LoopWatch.callOf}.
   * @param result What of the result stands for progress.
   * @returns How often in a row the call has given this result.
   */
  ended(call: string | undefined, result: unknown): number {
    const digest = digestOf(result);
    if (call === undefined || digest === undefined) return 1;
    const known = this.#calls.get(call);
    if (known?.result === digest) return ++known.count;
    if (known || this.#calls.size < MOST_CALLS) this.#calls.set(call, { result: digest, count: 1, stops: 0 });
    return 1;
  }
}

function digestOf(value: unknown): string | undefined {
  try {
    return hash("sha256", encodeCanonical(value));
  } catch {
    return undefined;
  }
}

/**
 * What a line editor gets of the keys that are typed.
 *
 * @module
 */
import type { StandardInput } from "../standard_input.ts";
import { LINE_FEED_MARK, PasteFilter } from "./paste_filter.ts";

/** What it needs. Each signal gives up waiting. */
export interface KeySourceOptions {
  readonly input: StandardInput;
  /** For any key at all. @default {it is waited for} */
  readonly signal?: AbortSignal | undefined;
  /** For the end of a paste. @default {a signal of one second} */
  readonly pasteTimeout?: () => AbortSignal;
  /** For what follows Enter where a paste without marks is under way. @default {a signal of 50 ms} */
  readonly burstTimeout?: () => AbortSignal;
  /** For what was typed before the editor opened. @default {a signal of 25 ms} */
  readonly aheadTimeout?: () => AbortSignal;
}

const CR = 0x0d;
const LF = 0x0a;
const ENTER = [CR, LF];
const TAB = 0x09;
const BLANK = 0x20;
const NUL = 0x00;
const CTRL_D = 0x04;
const DELETE = 0x7f;
const PASTE_TIMEOUT_MS = 1_000;
const BURST_TIMEOUT_MS = 50;
/** So many bytes at once were not typed, and may be the beginning of more. */
const LONG_BURST = 256;
const AHEAD_TIMEOUT_MS = 25;

/**
 * Gives keys up to the next Enter, made harmless:
 *
 * - A paste becomes text, see {@linkcode PasteFilter}.
 * - In a terminal without paste marks, a paste is a burst of keys with Enter in the middle. Such an Enter is a line feed
 *   of the message; the last one, which nothing follows, sends it. A line that was typed while a turn ran is no burst:
 *   its Enter came through the terminal's line editing, as a line feed.
 * - Ctrl-D that was typed while a turn ran comes as NUL (the Linux terminal marks the end of input with it), and is
 *   Ctrl-D again. A NUL that is typed later is Ctrl-Space.
 *
 * @example
 * ```ts
 * const keys = new KeySource({ input });
 * for (let bytes = await keys.next(); bytes !== null; bytes = await keys.next()) editor.type(bytes);
 * ```
 */
export class KeySource {
  readonly #options: KeySourceOptions;
  readonly #paste = new PasteFilter();
  #isFirst = true;
  /** The keys before came at once, and so may those that follow. */
  #inBurst = false;

  /** @param options See {@linkcode KeySourceOptions}. */
  constructor(options: KeySourceOptions) {
    this.#options = options;
  }

  /** Is a paste under way, with or without marks? What was given is not all of it then. */
  get pasting(): boolean {
    return this.#paste.pasting || this.#inBurst;
  }

  /**
   * The next keys.
   *
   * @returns Them; `null` at the end of input.
   * @throws The reason of `signal`.
   */
  async next(): Promise<Uint8Array | null> {
    const { input, signal: outer, pasteTimeout = () => AbortSignal.timeout(PASTE_TIMEOUT_MS) } =
      this.#options;
    const wasAhead = await this.#wasTypedAhead();
    const buffer = new Uint8Array(65_536);
    const signals = [...(outer ? [outer] : []), ...(this.#paste.pasting ? [pasteTimeout()] : [])];
    const signal = signals.length > 0 ? AbortSignal.any(signals) : undefined;
    try {
      // What was typed behind Enter is for whoever reads next.
      const count = await input.read(buffer, { stopAfter: ENTER, ...(signal && { signal }) });
      if (count === null) return null;
      const keys = buffer.subarray(0, count);
      return this.#take(wasAhead ? keys.map((key) => key === NUL ? CTRL_D : key) : keys);
    } catch (error) {
      if (!signal?.aborted || outer?.aborted) throw error;
      return this.#paste.giveUp();
    }
  }

  async #wasTypedAhead(): Promise<boolean> {
    if (!this.#isFirst) return false;
    this.#isFirst = false;
    const { input, aheadTimeout = () => AbortSignal.timeout(AHEAD_TIMEOUT_MS) } = this.#options;
    return await input.hasMore(aheadTimeout());
  }

  async #take(keys: Uint8Array): Promise<Uint8Array> {
    const taken = this.#paste.take(keys);
    const wasInBurst = this.#inBurst;
    const endsInEnter = keys.at(-1) === CR && taken.at(-1) === CR;
    // One line and Enter at once is what scripts type. To wait behind that would leave a read open for the whole turn,
    // and such a read swallows Ctrl-D.
    const waits = wasInBurst || keys.length >= LONG_BURST;
    this.#inBurst = endsInEnter && (wasInBurst || keys.length > 1) && await this.#goesOn(waits);
    // Nobody asks for completions in the middle of a paste.
    const text = wasInBurst || this.#inBurst ? taken.map((key) => key === TAB ? BLANK : key) : taken;
    if (!this.#inBurst) return text;
    return new Uint8Array([...text.subarray(0, -1), ...new TextEncoder().encode(LINE_FEED_MARK)]);
  }

  /** Does text follow at once? A key that is no text, such as an arrow, is meant for what Enter brings up. */
  async #goesOn(waits: boolean): Promise<boolean> {
    const { input, burstTimeout = () => AbortSignal.timeout(BURST_TIMEOUT_MS) } = this.#options;
    if (waits) await input.hasMore(burstTimeout());
    const next = input.peek() ?? NUL;
    return next === TAB || next === CR || (next >= BLANK && next !== DELETE);
  }
}

/**
 * Shows that the model is being waited for.
 *
 * @module
 */
import type { Clock } from "../shells/clock.ts";
import type { OutputStream } from "./output_stream.ts";
import type { TextStyle } from "./text/text_style.ts";
import { cutToWidth } from "./text/text_width.ts";

/** What the indicator needs. */
export interface WaitingIndicatorOptions {
  /** A terminal. */
  readonly output: OutputStream;
  readonly clock: Clock;
  readonly style: TextStyle;
  /** What is said, given the whole seconds that have passed. */
  readonly say: (seconds: number) => string;
}

const FRAMES = [..."⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"];
/** A model that answers sooner is not waited for. */
const FIRST_FRAME_MS = 400;
const FRAME_MS = 120;
/** To the line's beginning, and clears it (ECMA-48, erase in line). */
const CLEAR = "\r\x1b[K";

/**
 * A line that turns while nothing else is written. It stands where the next text will, and is cleared before that.
 *
 * @example
 * ```ts
 * waiting.start();
 * await waiting.stop(); // before anything else is written
 * ```
 */
export class WaitingIndicator {
  readonly #options: WaitingIndicatorOptions;
  #cancel: (() => void) | undefined;
  #startedAt = 0;
  #frame = 0;
  #isShown = false;

  /** @param options See {@linkcode WaitingIndicatorOptions}. */
  constructor(options: WaitingIndicatorOptions) {
    this.#options = options;
  }

  /** Begins to wait; the cursor must stand at a line's beginning. */
  start(): void {
    if (this.#cancel) return;
    const { clock } = this.#options;
    this.#startedAt = clock.now();
    this.#frame = 0;
    this.#cancel = clock.after(FIRST_FRAME_MS, () => this.#draw());
  }

  /** Stops, and clears the line; resolves once that is written. */
  async stop(): Promise<void> {
    this.#cancel?.();
    this.#cancel = undefined;
    if (!this.#isShown) return;
    this.#isShown = false;
    await this.#options.output.write(CLEAR);
  }

  #draw(): void {
    const { output, clock, style, say } = this.#options;
    const seconds = Math.floor((clock.now() - this.#startedAt) / 1_000);
    const frame = FRAMES[this.#frame++ % FRAMES.length];
    this.#isShown = true;
    // A stream that is closed is noticed by whoever writes the answer.
    output.write(`${CLEAR}${style.dim(this.#fit(`${frame} ${say(seconds)}`))}`).catch(() => {});
    this.#cancel = clock.after(FRAME_MS, () => this.#draw());
  }

  /** Of two rows only the second would be cleared. The last column stays free: some terminals go on at once behind it. */
  #fit(text: string): string {
    return cutToWidth(text, Math.max(1, this.#options.output.columns() - 1));
  }
}

/**
 * What a session took so far.
 *
 * @module
 */
import type { TokenCount } from "./agent_event.ts";
import type { ContextWindow } from "./context/context_window.ts";
import type { NamedModel } from "./models/create_model.ts";
import { modelName } from "./models/model_name.ts";
import type { KeptUsage } from "./sessions/session_file.ts";
import { addTokens, NO_TOKENS, UNKNOWN_TOKENS } from "./models/token_count.ts";

/**
 * Counts a session's tokens, across processes and models.
 *
 * @example
 * ```ts
 * meter.add(outcome.usage);
 * await journal.count(meter.kept(model));
 * ```
 */
export class UsageMeter {
  readonly #window: ContextWindow;
  #total: TokenCount;

  /**
   * @param window Knows how models count.
   * @param begun The session has begun before, so that without a word about it nobody knows what it took.
   */
  constructor(window: ContextWindow, begun: boolean) {
    this.#window = window;
    this.#total = begun ? UNKNOWN_TOKENS : NO_TOKENS;
  }

  /** All tokens so far. */
  get total(): TokenCount {
    return this.#total;
  }

  /** Counts tokens. */
  add(tokens: TokenCount): void {
    this.#total = addTokens(this.#total, tokens);
  }

  /** Goes on from what was kept. */
  take(kept: KeptUsage | undefined): void {
    if (!kept) return;
    this.#total = kept.session;
    this.#window.calibrate(kept.model, kept.ratio);
  }

  /** What to keep. */
  kept(model: NamedModel): KeptUsage {
    const name = modelName(model);
    return { session: this.#total, model: name, ratio: this.#window.ratioOf(name) };
  }
}

/**
 * What a session took so far.
 *
 * @module
 */
import type { TokenCount } from "./agent_event.ts";
import type { ContextWindow } from "./context/context_window.ts";
import type { NamedModel } from "./create_model.ts";
import type { KeptUsage } from "./session_file.ts";
import { addTokens, NO_TOKENS } from "./token_count.ts";

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
  #total: TokenCount = NO_TOKENS;

  /** @param window Knows how the model counts. */
  constructor(window: ContextWindow) {
    this.#window = window;
  }

  /** All tokens so far. */
  get total(): TokenCount {
    return this.#total;
  }

  /** Counts tokens. */
  add(tokens: TokenCount): void {
    this.#total = addTokens(this.#total, tokens);
  }

  /** Goes on from what was kept; how a model counts says nothing about another one. */
  take({ session, model, ratio }: KeptUsage, current: NamedModel): void {
    this.#total = session;
    if (model === nameOf(current)) this.#window.calibrate(ratio);
  }

  /** What to keep. */
  kept(model: NamedModel): KeptUsage {
    return { session: this.#total, model: nameOf(model), ratio: this.#window.ratio };
  }
}

function nameOf({ provider, id }: NamedModel): string {
  return `${provider}:${id}`;
}

/**
 * What a turn's model is shown of the conversation.
 *
 * @module
 */
import { type LanguageModel, type ModelMessage, wrapLanguageModel } from "ai";
import type { Clock } from "../../shells/clock.ts";
import type { AgentEvent, ContextChange, TokenCount } from "../agent_event.ts";
import { classifyError } from "../models/classify_error.ts";
import type { NamedModel } from "../models/create_model.ts";
import { retryEvent } from "../models/retry_event.ts";
import { earlyErrors } from "../vendors/early_errors.ts";
import { modelName } from "../models/model_name.ts";
import { RequestCounter } from "../models/request_counter.ts";
import { retryModel } from "../models/retry_model.ts";
import type { SessionJournal } from "../sessions/session_journal.ts";
import { ASSUMED_WINDOW } from "../models/context_windows.ts";
import type { ContextWindow, WindowTurn } from "./context_window.ts";
import { summariseTurns } from "./summarise_turns.ts";

/** Settings of {@linkcode TurnContext}. */
export interface TurnContextOptions {
  readonly turnId: string;
  readonly window: ContextWindow;
  readonly model: NamedModel;
  /** Keeps what is summed up. */
  readonly journal: Pick<SessionJournal, "summarise">;
  /** What the model may see of a text. */
  readonly mask: (text: string) => string;
  readonly emit: (event: AgentEvent) => void;
  readonly newId: (prefix: string) => string;
  readonly clock: Clock;
  /** How often a failed request for a summary is repeated. */
  readonly maxRetries: number;
  readonly signal: AbortSignal;
}

/**
 * Ties a session's {@linkcode ContextWindow} to a turn: who sums up, where summaries are kept, and who is told.
 *
 * @example
 * ```ts
 * const shown = await context.fit(history, fixedTokens);
 * ```
 */
export class TurnContext {
  readonly #options: TurnContextOptions;
  readonly #requests = new RequestCounter();

  /** @param options See {@linkcode TurnContextOptions}. */
  constructor(options: TurnContextOptions) {
    this.#options = options;
  }

  /** What summing up took so far, in this turn. */
  get usage(): TokenCount {
    return this.#requests.total;
  }

  /** See {@linkcode ContextWindow.fit}; `fixed` is what goes with every request, in estimated tokens. */
  fit(messages: readonly ModelMessage[], fixed: number): ReturnType<ContextWindow["fit"]> {
    return this.#options.window.fit(messages, this.#turn(fixed));
  }

  /** See {@linkcode ContextWindow.shrink}. */
  shrink(messages: readonly ModelMessage[], fixed: number): ReturnType<ContextWindow["shrink"]> {
    return this.#options.window.shrink(messages, this.#turn(fixed));
  }

  /** See {@linkcode ContextWindow.compact}. */
  compact(messages: readonly ModelMessage[]): Promise<void> {
    return this.#options.window.compact(messages, this.#turn(0));
  }

  /** See {@linkcode ContextWindow.measured}. */
  measured(inputTokens: number | null): void {
    this.#options.window.measured(modelName(this.#options.model), inputTokens);
  }

  #turn(fixed: number): WindowTurn {
    const { model, journal, mask, newId, signal } = this.#options;
    // What the built-in model says of a record is no summary of it.
    const isOffline = model.provider === "handrail";
    return {
      model: modelName(model),
      ...(model.address !== undefined && { address: model.address }),
      window: model.contextWindow ?? ASSUMED_WINDOW,
      fixed,
      signal,
      summarise: isOffline ? undefined : async (request) => {
        const summary = await summariseTurns({
          ...request,
          model: this.#patient(model.model),
          marker: newId("rec"),
          signal,
        });
        return mask(summary);
      },
      keep: (summary) => journal.summarise(summary),
      onChange: (change, failure) => this.#announce(change, failure),
    };
  }

  #patient(model: LanguageModel): LanguageModel {
    const { turnId, emit, maxRetries, clock } = this.#options;
    if (typeof model === "string") return model;
    const retries = retryModel({
      maxRetries,
      clock,
      onRetry: (retry) => emit(retryEvent(turnId, retry, maxRetries)),
    });
    return wrapLanguageModel({ model, middleware: [retries, this.#requests.middleware, earlyErrors] });
  }

  #announce(change: ContextChange, failure: unknown): void {
    const { emit, turnId } = this.#options;
    const reason = failure === undefined ? undefined : classifyError(failure).message;
    emit({
      type: "warning",
      turn_id: turnId,
      code: "context_trimmed",
      message: messageOf(change),
      ...(reason !== undefined && {
        hint: `No summary could be made: ${reason}. What was done by tools is still told`,
      }),
      retryable: false,
      context: change,
    });
  }
}

function messageOf(change: ContextChange): string {
  const what = [
    ...(change.outputs_dropped > 0 ? [`${change.outputs_dropped} old tool outputs were dropped`] : []),
    ...(change.turns_summarised > 0 ? [`the first ${change.turns_summarised} turns were summarised`] : []),
    ...(change.turns_dropped > 0 ? [`${change.turns_dropped} turns were left out`] : []),
  ];
  return `The conversation was made shorter for the model: ${what.join(", ")}. The session keeps everything`;
}

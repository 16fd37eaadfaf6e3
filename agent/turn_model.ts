/**
 * A model as a turn uses it: with what weak models and weak networks need around it.
 *
 * @module
 */
import { type LanguageModel, wrapLanguageModel } from "ai";
import type { Clock } from "../shells/clock.ts";
import type { CallFault, ToolTable } from "../tools/types.ts";
import type { AgentEvent } from "./agent_event.ts";
import { CallMender, type CallRepair } from "./calls/call_mender.ts";
import { earlyErrors } from "./vendors/early_errors.ts";
import { hideTools } from "./calls/hide_tools.ts";
import { RequestCounter } from "./models/request_counter.ts";
import { retryEvent } from "./models/retry_event.ts";
import { retryModel } from "./models/retry_model.ts";
import { TextCalls } from "./calls/text_calls.ts";
import { withoutBlankAnswers } from "./vendors/without_blank_answers.ts";

/** What a turn's model is made of. */
export interface TurnModelOptions {
  readonly turnId: string;
  readonly model: LanguageModel;
  readonly tools: ToolTable;
  /** How often a failed request to the model is repeated. */
  readonly maxRetries: number;
  readonly clock: Clock;
  readonly emit: (event: AgentEvent) => void;
  readonly newId: (prefix: string) => string;
  readonly hiddenTools: () => ReadonlySet<string>;
  readonly resolveName: (name: string) => string | undefined;
}

/**
 * Wraps a model for one turn: failed requests are repeated, calls written as text become calls, and calls are mended.
 *
 * @example
 * ```ts
 * const turnModel = new TurnModel(options);
 * streamText({ model: turnModel.model, tools, messages });
 * ```
 */
export class TurnModel {
  /** For `streamText`. */
  readonly model: LanguageModel;
  /** What its requests took. */
  readonly requests = new RequestCounter();
  readonly #options: TurnModelOptions;
  readonly #mender: CallMender;

  /** @param options See {@linkcode TurnModelOptions}. */
  constructor(options: TurnModelOptions) {
    this.#options = options;
    const { tools, newId, resolveName, maxRetries, clock } = options;
    const textCalls = new TextCalls({ newId, resolveName });
    this.#mender = new CallMender({
      tools,
      resolveName,
      isUnclosed: (callId) => textCalls.isUnclosed(callId),
    });
    const retries = retryModel({
      maxRetries,
      clock,
      onRetry: (retry) => options.emit(retryEvent(options.turnId, retry, maxRetries)),
    });
    const model = hideTools(options.model, options.hiddenTools);
    this.model = typeof model === "string" ? model : wrapLanguageModel({
      model,
      middleware: [
        this.#mender.middleware,
        textCalls.middleware,
        withoutBlankAnswers,
        retries,
        this.requests.middleware,
        earlyErrors,
      ],
    });
  }

  /** Why a call must not run; `undefined` when it may. */
  faultOf(callId: string): CallFault | undefined {
    return this.#mender.faultOf(callId);
  }

  /** How much was done to a call; `undefined` when nothing was. */
  repairOf(callId: string): CallRepair | undefined {
    return this.#mender.tierOf(callId);
  }

  /** Tells what was done to a call, if anything was. */
  announceRepair(callId: string): void {
    const message = this.#mender.repairsOf(callId);
    if (message !== undefined) this.#warn({ code: "tool_call_repaired", message, retryable: false });
  }

  #warn(warning: { code: string; message: string; hint?: string; retryable: boolean }): void {
    this.#options.emit({ type: "warning", turn_id: this.#options.turnId, ...warning });
  }
}

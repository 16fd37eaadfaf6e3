/**
 * One turn: a model speaks, its calls run, it speaks again, until it has answered or a limit is reached.
 *
 * @module
 */
import {
  isStepCount,
  type LanguageModel,
  type ModelMessage,
  streamText,
  type TextStreamPart,
  type ToolSet,
} from "ai";
import type { AuditRecord } from "../shells/audit.ts";
import { type Clock, systemClock } from "../shells/clock.ts";
import type { ToolTable } from "../tools/types.ts";
import type { AgentEvent, AgentEventOf, ErrorFields, TokenCount } from "./agent_event.ts";
import { CallGate } from "./calls/call_gate.ts";
import { classifyError } from "./models/classify_error.ts";
import { fixedTokens } from "./context/fixed_tokens.ts";
import type { TurnContext } from "./context/turn_context.ts";
import { invalidCallEvents } from "./calls/invalid_call_events.ts";
import { interruptedStep } from "./calls/interrupted_step.ts";
import { MessageAssembler, type TextFilter } from "./message_assembler.ts";
import { type ObservedCall, observeTools } from "./calls/observe_tools.ts";
import { addTokens, NO_TOKENS } from "./models/token_count.ts";
import { TurnModel } from "./turn_model.ts";

/** What a turn needs. */
export interface ToolLoopOptions {
  readonly turnId: string;
  readonly model: LanguageModel;
  /** The tools with their shells around them. */
  readonly tools: ToolTable;
  readonly instructions: string;
  /** The conversation, the new user message last. */
  readonly messages: readonly ModelMessage[];
  /** Decides what of it the model is shown, each time it speaks. @default {all of it is} */
  readonly context?: Pick<TurnContext, "fit" | "shrink" | "measured" | "usage">;
  /** How many times the model may speak. */
  readonly maxSteps: number;
  /** How many bytes of a tool's output the model sees. */
  readonly maxOutputBytes: number;
  /** How often a failed request to the model is repeated. */
  readonly maxRetries: number;
  /** Times the pauses before those repetitions. @default {the machine's} */
  readonly clock?: Clock;
  /** Ends the turn. */
  readonly signal: AbortSignal;
  readonly emit: (event: AgentEvent) => void;
  readonly newId: (prefix: string) => string;
  /** Takes the audit record of a call that has just ended. */
  readonly takeRecord: (callId: string) => AuditRecord | undefined;
  /** The tools that the model is not to see now; asked each time it speaks. */
  readonly hiddenTools: () => ReadonlySet<string>;
  /** Does the model go round in circles although it was told? */
  readonly isLooping: () => boolean;
  /** Turns the name a model used into a tool's name, by aliases. */
  readonly resolveName: (name: string) => string | undefined;
  /** The passages that a text cites, given the outputs of this turn's calls. */
  readonly citationsOf: (
    text: string,
    calls: readonly ObservedCall[],
  ) => AgentEventOf<"message.completed">["citations"];
  /** Makes what the model's words go through. @default {nothing is changed} */
  readonly newFilter?: () => TextFilter;
}

/** How a turn ended, and what it adds to the conversation. */
export interface ToolLoopOutcome {
  readonly end: "answered" | "limit" | "cancelled" | "failed";
  /** The model's own word for why it stopped, or ours. */
  readonly stopReason: string;
  /** The answer; of a turn without one, the last message. */
  readonly text: string;
  readonly error?: ErrorFields;
  /** Times the model spoke. */
  readonly steps: number;
  readonly usage: TokenCount;
  readonly lastCall: TokenCount;
  /** To append to the conversation; every call in it has its result, however the turn ended. */
  readonly messages: ModelMessage[];
}

/**
 * Runs a turn on the AI SDK's `streamText`. Never rejects: failures are part of the outcome.
 *
 * @param options See {@linkcode ToolLoopOptions}.
 * @returns How the turn ended, after the last of its events was emitted and the last of its calls has settled.
 *
 * @example
 * ```ts
 * const outcome = await runToolLoop({ ...services, tools: composeToolShells(registry.getAll(), shells), messages });
 * ```
 */
export async function runToolLoop(options: ToolLoopOptions): Promise<ToolLoopOutcome> {
  const turn = new Turn(options);
  try {
    do await turn.consume(await turn.start()); while (await turn.makeRoom());
  } catch (error) {
    turn.fail(error);
  }
  return await turn.finish();
}

class Turn {
  readonly #options: ToolLoopOptions;
  readonly #gate = new CallGate();
  readonly #messages: ModelMessage[] = [];
  readonly #calls: ObservedCall[] = [];
  readonly #running = new Set<Promise<unknown>>();
  readonly #assembler: MessageAssembler;
  readonly #model: TurnModel;
  #callsBeforeStep = 0;
  #steps = 0;
  #stopReason = "";
  #error: unknown;
  #tools: { readonly set: ToolSet; readonly fixed: number } | undefined;
  /** Messages of the steps before the model was asked anew. */
  #earlier: readonly ModelMessage[] = [];
  #madeRoom = false;
  /** How far the running step is. */
  #step: "not begun" | "begun" | "speaking" = "not begun";
  #failedWhen = this.#step;
  /** What was said in it. */
  #said = "";
  /** What was said last in the one before. */
  #answer = "";

  constructor(options: ToolLoopOptions) {
    this.#options = options;
    this.#model = new TurnModel({ ...options, clock: options.clock ?? systemClock });
    const { turnId, emit, newId, citationsOf, newFilter } = options;
    this.#assembler = new MessageAssembler({
      turnId,
      emit,
      newId,
      ...(newFilter && { newFilter }),
      citationsOf: (text) => citationsOf(text, this.#calls),
    });
  }

  async start(): Promise<AsyncIterable<TextStreamPart<ToolSet>>> {
    const { instructions, messages, maxSteps, isLooping, signal, context } = this.#options;
    const { set, fixed } = this.#tools ??= await this.#observed();
    const before = [...messages, ...this.#earlier];
    return streamText({
      model: this.#model.model,
      instructions,
      messages: before,
      tools: set,
      stopWhen: [isStepCount(maxSteps - this.#steps), isLooping],
      maxRetries: 0, // see TurnModel
      abortSignal: signal,
      onError: () => {}, // errors come as stream parts; the default would print them
      ...(context && {
        prepareStep: async ({ responseMessages }) => {
          return { messages: await context.fit([...before, ...responseMessages], fixed) };
        },
      }),
      onStepEnd: ({ response }) => {
        this.#messages.push(...response.messages);
      },
    }).stream;
  }

  /** A model that refused what it was sent as too long is asked once more, with less. */
  async makeRoom(): Promise<boolean> {
    const { context, messages, signal } = this.#options;
    if (!context || this.#madeRoom || this.#error === undefined || signal.aborted) return false;
    // What was said to the user cannot be taken back.
    if (this.#failedWhen === "speaking" || classifyError(this.#error).code !== "context_overflow") {
      return false;
    }
    this.#madeRoom = true;
    if (this.#failedWhen === "begun") this.#steps--;
    this.#earlier = [...this.#messages];
    const fixed = this.#tools?.fixed ?? 0;
    const again = await context.shrink([...messages, ...this.#earlier], fixed);
    if (again) this.#error = undefined;
    return again;
  }

  async #observed(): Promise<{ set: ToolSet; fixed: number }> {
    const { turnId, emit, takeRecord, maxOutputBytes, instructions } = this.#options;
    const observed = await observeTools(this.#options.tools, {
      turnId,
      emit,
      takeRecord,
      maxOutputBytes,
      step: () => this.#steps,
      onCall: (call) => this.#calls.push(call),
      faultOf: (callId) => this.#model.faultOf(callId),
      repairOf: (callId) => this.#model.repairOf(callId),
    });
    return { set: this.#gated(observed), fixed: await fixedTokens(instructions, observed) };
  }

  async consume(stream: AsyncIterable<TextStreamPart<ToolSet>>): Promise<void> {
    for await (const part of stream) this.#take(part);
  }

  fail(error: unknown): void {
    if (this.#error === undefined) this.#failedWhen = this.#step;
    this.#error ??= error;
  }

  async finish(): Promise<ToolLoopOutcome> {
    this.#gate.openAll();
    await Promise.allSettled(this.#running);
    this.#assembler.complete();
    const cancelled = this.#options.signal.aborted;
    const failed = !cancelled && this.#error !== undefined;
    if (cancelled || failed) {
      this.#messages.push(...interruptedStep(this.#said, this.#calls.slice(this.#callsBeforeStep)));
    }
    const unanswered = this.#stopReason === "tool-calls";
    const looping = unanswered && this.#options.isLooping();
    const limit = looping || (unanswered && this.#steps >= this.#options.maxSteps);
    const end = cancelled ? "cancelled" : failed ? "failed" : limit ? "limit" : "answered";
    return {
      end,
      stopReason: end === "answered"
        ? this.#stopReason
        : end === "limit"
        ? (looping ? "loop" : "max_steps")
        : end,
      text: end === "answered" ? this.#answer : this.#assembler.lastText,
      ...(failed && { error: classifyError(this.#error) }),
      steps: this.#steps,
      usage: addTokens(this.#model.requests.total, this.#options.context?.usage ?? NO_TOKENS),
      lastCall: this.#model.requests.last,
      messages: this.#messages,
    };
  }

  #take(part: TextStreamPart<ToolSet>): void {
    const { turnId, emit } = this.#options;
    switch (part.type) {
      case "start-step":
        this.#steps++;
        this.#step = "begun";
        this.#said = "";
        this.#callsBeforeStep = this.#calls.length;
        return;
      case "text-delta":
        this.#step = "speaking";
        this.#said += part.text;
        return this.#assembler.add("text", part.text);
      case "reasoning-delta":
        this.#step = "speaking";
        return this.#assembler.add("reasoning", part.text);
      case "text-end":
      case "tool-input-start":
        return this.#assembler.complete();
      case "tool-call":
        this.#step = "speaking";
        this.#assembler.complete();
        this.#model.announceRepair(part.toolCallId);
        this.#gate.open(part.toolCallId);
        if (part.invalid) invalidCallEvents(part, turnId, this.#steps).forEach(emit);
        return;
      case "finish-step":
        this.#step = "not begun";
        this.#assembler.complete();
        this.#answer = this.#said === "" ? "" : this.#assembler.lastText;
        this.#said = "";
        this.#callsBeforeStep = this.#calls.length;
        this.#stopReason = part.finishReason;
        this.#options.context?.measured(this.#model.requests.last.input_tokens);
        return;
      case "error":
        return this.fail(part.error);
    }
  }

  #gated(tools: ToolSet): ToolSet {
    return Object.fromEntries(
      Object.entries(tools).map(([name, tool]) => {
        const { execute } = tool;
        if (!execute) return [name, tool];
        const gated: typeof execute = (input, call) => {
          const work = this.#gate.passed(call.toolCallId).then(() => execute(input, call));
          this.#running.add(work);
          work.catch(() => {}).finally(() => this.#running.delete(work));
          return work;
        };
        return [name, { ...tool, execute: gated }];
      }),
    ) as ToolSet;
  }
}

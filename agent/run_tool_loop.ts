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
import { CallGate } from "./call_gate.ts";
import { classifyError } from "./classify_error.ts";
import { interruptedStep } from "./interrupted_step.ts";
import { MessageAssembler, type TextFilter } from "./message_assembler.ts";
import { type ObservedCall, observeTools } from "./observe_tools.ts";
import { addTokens, NO_TOKENS, tokensOf } from "./token_count.ts";
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
  /** The last message. */
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
    await turn.consume(await turn.start());
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
  #usage = NO_TOKENS;
  #lastCall = NO_TOKENS;
  #error: unknown;

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
    const { turnId, emit, takeRecord, maxOutputBytes } = this.#options;
    const observed = await observeTools(this.#options.tools, {
      turnId,
      emit,
      takeRecord,
      maxOutputBytes,
      step: () => this.#steps,
      onCall: (call) => this.#calls.push(call),
      refusalOf: (callId) => this.#model.refusalOf(callId),
      repairOf: (callId) => this.#model.repairOf(callId),
    });
    return streamText({
      model: this.#model.model,
      instructions: this.#options.instructions,
      messages: [...this.#options.messages],
      tools: this.#gated(observed),
      stopWhen: [isStepCount(this.#options.maxSteps), this.#options.isLooping],
      maxRetries: 0, // see TurnModel
      abortSignal: this.#options.signal,
      onError: () => {}, // errors come as stream parts; the default would print them
      onStepEnd: ({ response }) => {
        this.#messages.push(...response.messages);
      },
    }).stream;
  }

  async consume(stream: AsyncIterable<TextStreamPart<ToolSet>>): Promise<void> {
    for await (const part of stream) this.#take(part);
  }

  fail(error: unknown): void {
    this.#error ??= error;
  }

  async finish(): Promise<ToolLoopOutcome> {
    this.#gate.openAll();
    await Promise.allSettled(this.#running);
    const openText = this.#assembler.settle();
    this.#assembler.complete();
    const cancelled = this.#options.signal.aborted;
    const failed = !cancelled && this.#error !== undefined;
    if (cancelled || failed) {
      this.#messages.push(...interruptedStep(openText, this.#calls.slice(this.#callsBeforeStep)));
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
      text: this.#assembler.lastText,
      ...(failed && { error: classifyError(this.#error) }),
      steps: this.#steps,
      usage: this.#usage,
      lastCall: this.#lastCall,
      messages: this.#messages,
    };
  }

  #take(part: TextStreamPart<ToolSet>): void {
    switch (part.type) {
      case "start-step":
        this.#steps++;
        this.#callsBeforeStep = this.#calls.length;
        return;
      case "text-delta":
        return this.#assembler.add("text", part.text);
      case "reasoning-delta":
        return this.#assembler.add("reasoning", part.text);
      case "text-end":
      case "tool-input-start":
        return this.#assembler.complete();
      case "tool-call":
        this.#assembler.complete();
        this.#model.announceRepair(part.toolCallId);
        this.#gate.open(part.toolCallId);
        if (part.invalid) this.#announceInvalid(part);
        return;
      case "finish-step":
        this.#assembler.complete();
        this.#callsBeforeStep = this.#calls.length;
        this.#stopReason = part.finishReason;
        this.#lastCall = tokensOf(part.usage);
        this.#usage = addTokens(this.#usage, this.#lastCall);
        return;
      case "error":
        return this.fail(part.error);
    }
  }

  /** A call that never reached a tool (no such tool, or arguments that are no JSON) still starts and ends, visibly. */
  #announceInvalid(part: { toolCallId: string; toolName: string; input: unknown; error?: unknown }): void {
    const { turnId, emit } = this.#options;
    const common = { turn_id: turnId, call_id: part.toolCallId, tool: part.toolName };
    const message = part.error instanceof Error ? part.error.name : "the call could not be read";
    emit({
      type: "tool.started",
      ...common,
      kind: "read",
      title: part.toolName,
      input: part.input,
      step: this.#steps,
    });
    emit({
      type: "tool.completed",
      ...common,
      status: "error",
      output: null,
      truncated: false,
      error: { code: "invalid_input", message, recoverable: false },
      duration_ms: 0,
      attempts: 0,
    });
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

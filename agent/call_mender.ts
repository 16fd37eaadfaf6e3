/**
 * Stands between a model and the AI SDK, and makes of every call one that can be read, or one that is refused.
 *
 * @module
 */
import type {
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolCall,
} from "@ai-sdk/provider";
import { asSchema, type LanguageModelMiddleware } from "ai";
import type { ToolFailure, ToolTable } from "../tools/types.ts";
import { repairArguments, type RepairTier } from "./repair_arguments.ts";
import { resolveCallName, type ResolvedName } from "./resolve_call_name.ts";

type Controller = TransformStreamDefaultController<LanguageModelV4StreamPart>;

/** What had to be done to a call: nothing was lost, something was guessed, or it was not run. */
export type CallRepair = "lossless" | "ambiguous" | "refused";

/** Settings of {@linkcode CallMender}. */
export interface CallMenderOptions {
  readonly tools: ToolTable;
  /** Turns the name a model used into a tool's name, by aliases. */
  readonly resolveName: (name: string) => string | undefined;
  /** Did the call stand in the model's text without its closing mark? @default {no call did} */
  readonly isUnclosed?: (callId: string) => boolean;
}

/**
 * Mends the calls of one turn in three tiers: what is lossless for every tool, what is ambiguous only for tools that
 * change nothing, and nothing of an answer that was cut off. A call that is not mended goes on with empty arguments,
 * so that broken ones never get into the history, and is to be answered with {@linkcode CallMender.refusalOf}.
 *
 * Calls are held back to the end of the model's answer: only its finish reason tells whether it was cut off. The AI SDK
 * would not run them earlier.
 *
 * @example
 * ```ts
 * const mender = new CallMender({ tools, resolveName });
 * wrapLanguageModel({ model, middleware: mender.middleware });
 * ```
 */
export class CallMender {
  readonly #options: CallMenderOptions;
  readonly #repairs = new Map<string, string>();
  readonly #tiers = new Map<string, CallRepair>();
  readonly #refusals = new Map<string, ToolFailure>();
  readonly #uses = new Map<string, number>();

  /** @param options See {@linkcode CallMenderOptions}. */
  constructor(options: CallMenderOptions) {
    this.#options = options;
  }

  /** For `wrapLanguageModel`. */
  readonly middleware: LanguageModelMiddleware = {
    specificationVersion: "v4",
    wrapStream: async ({ doStream }) => {
      const { stream, ...rest } = await doStream();
      return { ...rest, stream: stream.pipeThrough(this.#transform()) };
    },
  };

  /** What was done to a call, in a sentence without values; `undefined` when nothing was. */
  repairsOf(callId: string): string | undefined {
    return this.#repairs.get(callId);
  }

  /** How much was done to a call; `undefined` when nothing was. */
  tierOf(callId: string): CallRepair | undefined {
    return this.#tiers.get(callId);
  }

  /** What a call that must not run is answered with. */
  refusalOf(callId: string): ToolFailure | undefined {
    return this.#refusals.get(callId);
  }

  #transform(): TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart> {
    const held: LanguageModelV4ToolCall[] = [];
    return new TransformStream({
      transform: async (part, controller) => {
        if (part.type === "tool-call" && !part.providerExecuted) held.push(part);
        else if (part.type === "finish" && held.length > 0) {
          await this.#finish(part, held.splice(0), controller);
        } else controller.enqueue(part);
      },
    });
  }

  async #finish(
    part: Extract<LanguageModelV4StreamPart, { type: "finish" }>,
    calls: readonly LanguageModelV4ToolCall[],
    controller: Controller,
  ): Promise<void> {
    const { unified } = part.finishReason;
    // A filter or a fault ends the turn: nothing of it is to be run, or asked for again.
    if (unified === "content-filter" || unified === "error") return controller.enqueue(part);
    const isWhole = unified === "stop" || unified === "tool-calls";
    for (const call of calls) controller.enqueue(await this.#mend(call, isWhole));
    // The refusals go back to the model, which the SDK does only after this reason.
    const finishReason: LanguageModelV4FinishReason = { ...part.finishReason, unified: "tool-calls" };
    controller.enqueue({ ...part, finishReason });
  }

  async #mend(call: LanguageModelV4ToolCall, isWhole: boolean): Promise<LanguageModelV4ToolCall> {
    const { tools, resolveName, isUnclosed } = this.#options;
    const unclosed = isUnclosed?.(call.toolCallId) === true;
    const toolCallId = this.#uniqueId(call.toolCallId);
    const resolved = resolveCallName(resolveName(call.toolName) ?? call.toolName, tools);
    const tool = resolved && tools[resolved.name];
    // The SDK answers a call of a tool that there is not, and lists those that there are.
    if (!resolved || !tool) {
      return { ...call, toolCallId, input: isJsonObject(call.input) ? call.input : "{}" };
    }
    const toolName = resolved.name;
    const { properties = {} } = await asSchema(tool.inputSchema).jsonSchema;
    const { tier, value, repairs } = repairArguments(call.input, {
      tool: toolName,
      fields: Object.keys(properties),
    });
    const refuse = (why: string, todo: string) => {
      this.#refusals.set(toolCallId, refusal(toolName, why, todo));
      this.#tiers.set(toolCallId, "refused");
      return { ...call, toolCallId, toolName, input: "{}" };
    };
    if (!isWhole) return refuse("the answer was cut off", "Call it again, with less text around it.");
    const isSure = (tier === "intact" || tier === "lossless") && !unclosed;
    if (tier === "unreadable" || (!isSure && tool.traits.kind === "write")) {
      return refuse("its arguments are no whole JSON object", AGAIN);
    }
    // Exact JSON that came through untouched stays as it was written.
    if (tier === "intact" && resolved.how === "exact") return { ...call, toolCallId, toolName };
    this.#note(toolCallId, resolved, tier, repairs);
    return { ...call, toolCallId, toolName, input: JSON.stringify(value) };
  }

  #note(callId: string, { name, how }: ResolvedName, tier: RepairTier, repairs: readonly string[]): void {
    const renamed = how === "normalised" || how === "nearest" ? [`the ${how} name`] : [];
    const done = [...renamed, ...repairs.filter((repair) => repair !== "empty arguments")];
    if (done.length === 0) return;
    this.#repairs.set(callId, `Read a call of ${name} by mending ${done.join(", ")}`);
    this.#tiers.set(callId, tier === "ambiguous" || how === "nearest" ? "ambiguous" : "lossless");
  }

  /** Some models reuse an id within one answer. */
  #uniqueId(id: string): string {
    const uses = (this.#uses.get(id) ?? 0) + 1;
    this.#uses.set(id, uses);
    return uses === 1 ? id : `${id}#${uses}`;
  }
}

const AGAIN =
  "Call it again with one complete JSON object: double quotes, every bracket closed, nothing around it.";

function refusal(tool: string, why: string, suggestion: string): ToolFailure {
  return {
    status: "error",
    error_type: "invalid_input",
    message: `${tool} was not run: ${why}.`,
    recoverable: true,
    suggestion,
  };
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

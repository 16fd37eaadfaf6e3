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
import type { CallFault, ToolTable } from "../../tools/types.ts";
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
 * so that broken ones never get into the history, and {@linkcode CallMender.faultOf} says why it must not run.
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
  readonly #faults = new Map<string, CallFault>();
  readonly #ids = new Set<string>();
  readonly #tiers = new Map<string, CallRepair>();

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

  /** Why a call must not run; `undefined` when it may. */
  faultOf(callId: string): CallFault | undefined {
    return this.#faults.get(callId);
  }

  /** How much was done to a call; `undefined` when nothing was. */
  tierOf(callId: string): CallRepair | undefined {
    return this.#tiers.get(callId);
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
      const toolName = unknownName(call.toolName, tools);
      return { ...call, toolCallId, toolName, input: isJsonObject(call.input) ? call.input : "{}" };
    }
    const toolName = resolved.name;
    const { properties = {} } = await asSchema(tool.inputSchema).jsonSchema;
    const { tier, value, repairs } = repairArguments(call.input, {
      tool: toolName,
      fields: Object.keys(properties),
    });
    const refuse = (fault: CallFault) => {
      this.#faults.set(toolCallId, fault);
      this.#tiers.set(toolCallId, "refused");
      return { ...call, toolCallId, toolName, input: "{}" };
    };
    if (!isWhole) return refuse("cut_off");
    const isSure = (tier === "intact" || tier === "lossless") && !unclosed;
    if (tier === "unreadable" || (!isSure && tool.traits.kind === "write")) {
      return refuse("no_object");
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
    let unique = id;
    // Of the characters that vendors allow in an id.
    for (let use = 2; this.#ids.has(unique); use++) unique = `${id}__${use}`;
    this.#ids.add(unique);
    return unique;
  }
}

/** Longer names than this no vendor takes. */
const NAME_LENGTH = 64;

/** A name of no tool, as vendors let it stand in a conversation: one that they refuse would end it for good. */
function unknownName(called: string, tools: ToolTable): string {
  const name = called.replaceAll(/[^\w-]/g, "_").slice(0, NAME_LENGTH) || "unnamed";
  return Object.hasOwn(tools, name) ? `unknown_${name}`.slice(0, NAME_LENGTH) : name;
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

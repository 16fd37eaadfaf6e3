import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
} from "@ai-sdk/provider";
import { callId } from "./call_id.ts";
import { countTokens } from "./count_tokens.ts";
import { decideAction } from "./decide_action.ts";
import type { Language } from "../../tools/types.ts";
import { streamParts } from "./stream_parts.ts";

/** Settings of the offline model. */
export interface OfflineModelOptions {
  /**
   * The clock behind "tomorrow".
   *
   * @default {Date.now}
   */
  readonly now?: () => number;
  /**
   * The language for messages that hold neither Han characters nor Latin letters.
   *
   * @default {"en"}
   */
  readonly locale?: Language;
}

/**
 * Creates the built-in offline model: deterministic, stateless, and no language model. It picks a tool by the
 * likeness of the request to the tools' descriptions and examples, reads arguments by the schema, asks for what
 * is missing, and phrases answers from results. It works with any table of function tools.
 *
 * @param options Clock and fallback language.
 * @returns A model for `generateText` and `streamText`.
 *
 * @example
 * ```ts
 * import { generateText } from "ai";
 *
 * const { text } = await generateText({ model: createOfflineModel(), prompt: "Who are you?" });
 * ```
 */
export function createOfflineModel(options: OfflineModelOptions = {}): LanguageModelV4 {
  const { now = Date.now, locale = "en" } = options;
  const generate = (call: LanguageModelV4CallOptions) => {
    call.abortSignal?.throwIfAborted();
    return result(call, decideAction(call, { now: now(), locale }));
  };
  return {
    specificationVersion: "v4",
    provider: "handrail",
    modelId: "offline",
    supportedUrls: {},
    doGenerate: (call) => Promise.resolve().then(() => generate(call)),
    doStream: (call) =>
      Promise.resolve().then(() => ({ stream: streamParts(generate(call), call.abortSignal) })),
  };
}

function result(
  call: LanguageModelV4CallOptions,
  action: ReturnType<typeof decideAction>,
): LanguageModelV4GenerateResult {
  const content: LanguageModelV4Content[] = action.type === "say"
    ? [{ type: "text", text: action.text }]
    : action.calls.map(({ toolName, input }, index) => {
      const text = JSON.stringify(input);
      return {
        type: "tool-call",
        toolCallId: callId(call.prompt, toolName, text, index),
        toolName,
        input: text,
      };
    });
  const unified = action.type === "say" ? "stop" : "tool-calls";
  const output = content.map((part) =>
    part.type === "text" ? part.text : part.type === "tool-call" ? part.input : ""
  );
  const text = countTokens(output.join(" "));
  const input = countTokens(promptText(call));
  return {
    content,
    finishReason: { unified, raw: unified },
    usage: {
      inputTokens: { total: input, noCache: input, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: { total: text, text, reasoning: undefined },
    },
    warnings: call.responseFormat?.type === "json"
      ? [{ type: "unsupported", feature: "responseFormat json" }]
      : [],
    response: { modelId: "offline" },
  };
}

/** The words of the prompt; files count nothing. */
function promptText({ prompt }: LanguageModelV4CallOptions): string {
  return prompt.map(({ content }) =>
    typeof content === "string"
      ? content
      : content.map((part) => part.type === "text" ? part.text : "").join(" ")
  ).join(" ");
}

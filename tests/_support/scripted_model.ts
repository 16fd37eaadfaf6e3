/**
 * A language model that says what a test tells it to say.
 *
 * @module
 */
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FinishReason,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from "@ai-sdk/provider";

/** One answer of the model. */
export interface ScriptedAnswer {
  readonly reasoning?: string;
  /** Streamed in these pieces. */
  readonly text?: readonly string[];
  readonly calls?: readonly { readonly id: string; readonly name: string; readonly input: string }[];
  /** Why the answer ends. @default {"tool-calls" with calls, else "stop"} */
  readonly finish?: LanguageModelV4FinishReason["unified"];
  /** Streamed last, in place of the end. */
  readonly error?: unknown;
  /** What the request is refused with, before an answer begins. */
  readonly refusal?: unknown;
  /** What it reports to have counted. @default {10 tokens in, 5 out, nothing cached or thought} */
  readonly usage?: LanguageModelV4Usage;
  /** Never ends by itself: the stream waits for the signal. */
  readonly hangs?: true;
}

/**
 * A model that answers from a list, in order, and keeps what it was asked.
 *
 * @example
 * ```ts
 * const model = new ScriptedModel([{ calls: [{ id: "c1", name: "kb_query", input: "{}" }] }, { text: ["Done."] }]);
 * ```
 */
export class ScriptedModel implements LanguageModelV4 {
  readonly specificationVersion = "v4";
  readonly provider = "scripted";
  readonly modelId = "scripted";
  readonly supportedUrls: Record<string, RegExp[]> = {};
  /** The prompts of all calls so far. */
  readonly prompts: LanguageModelV4Prompt[] = [];
  /** The tools that each call offered. */
  readonly toolTables: string[][] = [];
  readonly #answers: ScriptedAnswer[];

  /** The tools that the last call offered. */
  get toolNames(): string[] {
    return this.toolTables.at(-1) ?? [];
  }

  constructor(answers: readonly ScriptedAnswer[]) {
    this.#answers = [...answers];
  }

  doGenerate(): never {
    throw new Error("The loop streams; nothing should generate");
  }

  doStream(options: LanguageModelV4CallOptions): ReturnType<LanguageModelV4["doStream"]> {
    this.prompts.push(options.prompt);
    this.toolTables.push((options.tools ?? []).map(({ name }) => name));
    const answer = this.#answers.shift();
    if (!answer) return Promise.reject(new Error("The script has ended"));
    if (answer.refusal !== undefined) return Promise.reject(answer.refusal);
    return Promise.resolve({ stream: streamOf(answer, options.abortSignal) });
  }
}

/** What a model reports that does not say what it counted. */
export const UNREPORTED: LanguageModelV4Usage = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};

const USAGE: LanguageModelV4Usage = {
  inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 5, text: 5, reasoning: 0 },
};

function streamOf(
  answer: ScriptedAnswer,
  signal: AbortSignal | undefined,
): ReadableStream<LanguageModelV4StreamPart> {
  return new ReadableStream({
    start(controller) {
      for (const part of partsOf(answer)) controller.enqueue(part);
      if (answer.hangs) signal?.addEventListener("abort", () => controller.error(signal.reason));
      else controller.close();
    },
  });
}

function partsOf(
  { reasoning, text = [], calls = [], finish, error, hangs, usage = USAGE }: ScriptedAnswer,
): LanguageModelV4StreamPart[] {
  const parts: LanguageModelV4StreamPart[] = [{ type: "stream-start", warnings: [] }];
  if (reasoning !== undefined) {
    parts.push(
      { type: "reasoning-start", id: "r" },
      { type: "reasoning-delta", id: "r", delta: reasoning },
      { type: "reasoning-end", id: "r" },
    );
  }
  if (text.length > 0) {
    parts.push({ type: "text-start", id: "t" });
    parts.push(...text.map((delta) => ({ type: "text-delta" as const, id: "t", delta })));
    if (!hangs) parts.push({ type: "text-end", id: "t" });
  }
  for (const { id, name, input } of calls) {
    parts.push({ type: "tool-call", toolCallId: id, toolName: name, input });
  }
  if (hangs) return parts;
  if (error !== undefined) return [...parts, { type: "error", error }];
  parts.push({
    type: "finish",
    finishReason: { unified: finish ?? (calls.length > 0 ? "tool-calls" : "stop"), raw: undefined },
    usage,
  });
  return parts;
}

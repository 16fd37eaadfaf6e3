/**
 * Turns calls that a model wrote as text into calls.
 *
 * @module
 */
import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { LanguageModelMiddleware } from "ai";
import { type FoundCall, TextCallScanner } from "./text_call_scanner.ts";

/** Settings of {@linkcode TextCalls}. */
export interface TextCallsOptions {
  /** Makes ids: `newId("call")` gives `call_…`. */
  readonly newId: (prefix: string) => string;
  /** Turns the name a model used into a tool's name, by aliases. */
  readonly resolveName: (name: string) => string | undefined;
}

/**
 * Recognises calls in a model's text while it streams. Where a model really calls, or quotes what others
 * wrote, its text is text: what looks like a call in it is given back.
 *
 * @example
 * ```ts
 * const texts = new TextCalls({ newId, resolveName });
 * wrapLanguageModel({ model, middleware: texts.middleware });
 * ```
 */
export class TextCalls {
  readonly #options: TextCallsOptions;
  readonly #unclosed = new Set<string>();

  /** @param options See {@linkcode TextCallsOptions}. */
  constructor(options: TextCallsOptions) {
    this.#options = options;
  }

  /** For `wrapLanguageModel`. */
  readonly middleware: LanguageModelMiddleware = {
    specificationVersion: "v4",
    wrapStream: async ({ doStream, params }) => {
      const { stream, ...rest } = await doStream();
      return { ...rest, stream: stream.pipeThrough(this.#transform(params)) };
    },
  };

  /** Did this call, found in a text, not end as it should? */
  isUnclosed(callId: string): boolean {
    return this.#unclosed.has(callId);
  }

  #transform(
    params: LanguageModelV4CallOptions,
  ): TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart> {
    const fieldTypes = (tool: string) => fieldTypesOf(params, this.#options.resolveName(tool) ?? tool);
    // One for all texts of an answer: who goes on in the next one has not made the call either.
    const scanner = new TextCallScanner(fieldTypes);
    let hasCall = false;
    return new TransformStream({
      transform: (part, controller) => {
        if (part.type === "text-delta") {
          const delta = scanner.push(part.delta);
          if (delta !== "") controller.enqueue({ ...part, delta });
          return;
        }
        if (part.type === "text-end") {
          const delta = scanner.flush();
          if (delta !== "") controller.enqueue({ type: "text-delta", id: part.id, delta });
        }
        if (part.type === "tool-call") hasCall = true;
        if (part.type === "finish") {
          const found = scanner.calls;
          const isText = hasCall || found.some(isQuoteOf(params));
          for (const one of isText ? textOf(found) : this.#callsOf(found)) controller.enqueue(one);
        }
        controller.enqueue(part);
      },
    });
  }

  #callsOf(found: readonly FoundCall[]): LanguageModelV4StreamPart[] {
    return found.map(({ name, input, isClosed }) => {
      const toolCallId = this.#options.newId("call");
      if (!isClosed) this.#unclosed.add(toolCallId);
      return { type: "tool-call", toolCallId, toolName: name, input };
    });
  }
}

function textOf(found: readonly FoundCall[]): LanguageModelV4StreamPart[] {
  if (found.length === 0) return [];
  const id = "unused-calls";
  const delta = found.map(({ source }) => source).join("\n");
  return [{ type: "text-start", id }, { type: "text-delta", id, delta }, { type: "text-end", id }];
}

/**
 * Markup that stands in a document, a result or the user's message is quoted from there: whoever wrote it must not call
 * through the model's mouth. Compared line by line and by letters and digits alone, because passages are fenced.
 */
function isQuoteOf({ prompt }: LanguageModelV4CallOptions): (call: FoundCall) => boolean {
  const letters = (text: string) => text.replaceAll(/\\[nrt]|[^\p{L}\p{N}]/gu, "");
  let said: string | undefined;
  return ({ source }) => {
    said ??= letters(
      JSON.stringify(
        prompt.filter(({ role }) => role === "tool" || role === "user").map(({ content }) => content),
      ),
    );
    return source.split("\n").map(letters).every((line) => said?.includes(line));
  };
}

/** A parameter's type is what the schema says it is, when it says one. */
function fieldTypesOf(
  { tools = [] }: LanguageModelV4CallOptions,
  name: string,
): Readonly<Record<string, unknown>> | undefined {
  const tool = tools.find((one) => one.type === "function" && one.name === name);
  if (tool?.type !== "function") return undefined;
  const properties = Object.entries(tool.inputSchema.properties ?? {});
  return Object.fromEntries(properties.map(([key, schema]) => [key, Object(schema).type]));
}

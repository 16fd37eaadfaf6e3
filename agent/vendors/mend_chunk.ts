/**
 * Brings a piece of a streamed answer into the shape that OpenAI gives it.
 *
 * @module
 */

type Fields = Readonly<Record<string, unknown>>;

/** What some vendors call a content filter. */
const FINISH_REASONS: Readonly<Record<string, string>> = { sensitive: "content_filter" };
/** What some send in place of none: read as a reason it would be one that nobody knows, also behind the real one. */
const NO_REASON: readonly string[] = ["", "null"];

/**
 * Mends where a vendor or a server departs from the format without any doubt about what is meant: arguments that are an
 * object instead of its text, a call without `function`, the usage inside a choice or as text, an error that is a plain
 * sentence. The AI SDK would give up the whole answer at most of these.
 *
 * @param chunk What stood behind `data:`, parsed.
 * @returns The chunk, or a mended copy of it.
 *
 * @example
 * ```ts
 * mendChunk({ code: "unavailable", error: "Try later" }); // { error: { message: "Try later", … } }
 * ```
 */
export function mendChunk(chunk: unknown): unknown {
  if (!isFields(chunk)) return chunk;
  const sentence = errorSentence(chunk);
  if (sentence !== undefined) {
    return { error: { message: sentence, type: textOrNull(chunk.type), code: chunk.code ?? null } };
  }
  if (!Array.isArray(chunk.choices)) return isFields(chunk.error) ? chunk : { ...chunk, choices: [] };
  const choices = chunk.choices.map((choice: unknown) => isFields(choice) ? mendChoice(choice) : choice);
  const usage = chunk.usage ?? Object(chunk.choices[0]).usage;
  return { ...chunk, choices, ...(usage !== undefined && { usage: mendUsage(usage) }) };
}

/** Counts that are text are counts; what else is no number is unknown, and no reason to lose the answer. */
function mendUsage(usage: unknown): Fields | null {
  if (!isFields(usage)) return null;
  return Object.fromEntries(
    Object.entries(usage).map(([name, value]) => [
      name,
      name.endsWith("_tokens") ? countOf(value) : isFields(value) ? mendUsage(value) : value,
    ]),
  );
}

function countOf(value: unknown): number | null {
  if (typeof value === "number") return value;
  return isNumber(value) ? Number(value) : null;
}

/** An error that is not an object with a message, as OpenAI's are. */
function errorSentence({ choices, error, message, msg, detail }: Fields): string | undefined {
  if (choices !== undefined || isFields(error)) return undefined;
  return [error, message, msg, detail].find((text) => typeof text === "string");
}

function mendChoice(choice: Fields): Fields {
  const { finish_reason } = choice;
  // Only in its place: beside a delta, a message says everything a second time.
  const delta = choice.delta === undefined ? choice.message : choice.delta;
  return {
    ...choice,
    ...(isFields(delta) && { delta: mendDelta(delta) }),
    ...(typeof finish_reason === "string" && {
      finish_reason: finishReason(finish_reason),
    }),
  };
}

function finishReason(given: string): string | null {
  if (NO_REASON.includes(given)) return null;
  return (Object.hasOwn(FINISH_REASONS, given) && FINISH_REASONS[given]) || given;
}

function mendDelta({ tool_calls, function_call, ...delta }: Fields): Fields {
  // The older form of a call, of which there is only one.
  const given = tool_calls ?? (isFields(function_call) ? [{ index: 0, function: function_call }] : undefined);
  const calls = Array.isArray(given) || given === undefined || given === null ? given : [given];
  return {
    ...delta,
    ...(typeof delta.role === "string" && { role: "assistant" }),
    ...(calls !== undefined && { tool_calls: calls?.map((call) => isFields(call) ? mendCall(call) : call) }),
  };
}

function mendCall(call: Fields): Fields {
  const { id, index, name, arguments: input } = call;
  const called = isFields(call.function) ? call.function : { name, arguments: input };
  return {
    ...call,
    ...(id !== undefined && { id: idOf(id) }),
    ...(index !== undefined && { index: isNumber(index) ? Number(index) : null }),
    function: {
      ...called,
      ...(called.name !== undefined && { name: textOrNull(called.name) }),
      ...(called.arguments !== undefined && { arguments: textOf(called.arguments) }),
    },
  };
}

function textOf(input: unknown): string | null {
  return typeof input === "string" || input === null ? input : JSON.stringify(input);
}

/** An id that is no word is none; some number their calls. */
function idOf(id: unknown): string | null {
  return typeof id === "string" || typeof id === "number" ? String(id) : null;
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function isNumber(value: unknown): boolean {
  return typeof value === "number" || (typeof value === "string" && /^\d+$/.test(value));
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The one way in which shells wrap a call.
 *
 * @module
 */
import type { AgentTool, CallOptions } from "../tools/types.ts";

/** Runs what the shell wraps: the next shell, or the tool itself. */
export type Next = (input: unknown, options: CallOptions) => Promise<unknown>;

/** What a shell does around a call. */
export type Around = (input: unknown, options: CallOptions, next: Next) => Promise<unknown>;

/**
 * Returns a copy of the tool whose calls go through `around`; all other fields, traits included, are kept.
 *
 * A tool that yields is drained to its last value: the AI SDK asks synchronously whether a result is an async
 * iterable, so a promise of one would reach the model as `{}`.
 *
 * @param tool The tool; one without `execute` comes back as it is.
 * @param around What happens around each call.
 *
 * @example
 * ```ts
 * const counted = wrapExecute(tool, (input, options, next) => (calls++, next(input, options)));
 * ```
 */
export function wrapExecute(tool: AgentTool, around: Around): AgentTool {
  const { execute } = tool;
  if (!execute) return tool;
  const next: Next = async (input, options) => await drain(await execute.call(tool, input, options));
  return { ...tool, execute: (input, options) => around(input, options, next) };
}

async function drain(result: unknown): Promise<unknown> {
  if (!isAsyncIterable(result)) return result;
  let last: unknown;
  for await (const value of result) last = value;
  return last;
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

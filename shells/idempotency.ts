/**
 * Makes calls safe to repeat.
 *
 * @module
 */
import type { JsonValue, Language, ToolSuccess } from "../tools/types.ts";
import type { IdempotencyRegistry } from "./idempotency_registry.ts";
import type { Shell } from "./shell.ts";
import { wrapExecute } from "./wrap_execute.ts";

/** Settings of {@linkcode idempotency}. */
export interface IdempotencyOptions {
  /** Lives as long as the process, so that turns share what runs and what ran. */
  readonly registry: IdempotencyRegistry;
  /** Whose calls these are, asked at each call: normally the session and its epoch. */
  readonly scope: () => JsonValue;
  /** The language of a conversation's replies. */
  readonly language: (messages: readonly { readonly role: string; readonly content: unknown }[]) => Language;
}

/**
 * Runs a write once per scope, input and window, and shares reads while they are in flight; the tool's
 * `traits.repeat` decides. A replay is labelled `replayed: true`, so that a model does not announce it as new.
 * Interactive tools are left alone.
 *
 * @param options See {@linkcode IdempotencyOptions}.
 * @returns The shell.
 *
 * @example
 * ```ts
 * const shell = idempotency({ registry, scope: () => [sessionId, epoch], language });
 * ```
 */
export function idempotency({ registry, scope, language }: IdempotencyOptions): Shell {
  return (tool, { name }) => {
    const { repeat, interactive } = tool.traits;
    if (interactive) return tool;
    return wrapExecute(tool, async (input, options, next) => {
      let executions = 0;
      const outcome = await registry.run(
        { scope: scope(), tool: name, input, repeat, signal: options.abortSignal },
        ({ requestId, signal }) => {
          executions++;
          return next(input, {
            ...options,
            abortSignal: signal,
            // A shell inside may refuse, or the caller may leave, before the tool has begun.
            report: (facts) => {
              if (facts.attempts === 0) executions--;
              options.report?.(facts);
            },
            ...(requestId !== undefined && { requestId }),
          });
        },
      ).finally(() => options.report?.({ attempts: executions }));
      const { key, replayed } = outcome;
      options.report?.({
        replayed,
        ...(key !== undefined && repeat !== "share" && {
          idempotency: { key: key.slice(0, 16), hit: replayed, store: registry.storeName },
        }),
      });
      if (outcome.resultLost) return resultLost(name, language(options.messages));
      return replayed ? labelled(outcome.value) : outcome.value;
    });
  };
}

function labelled(value: unknown): unknown {
  const isEnvelope = typeof value === "object" && value !== null &&
    (value as { status?: unknown }).status === "success";
  return isEnvelope ? { ...value, replayed: true } : value;
}

function resultLost(tool: string, language: Language): ToolSuccess {
  return {
    status: "success",
    summary: language === "zh"
      ? `${tool} 之前已经执行过，没有重复执行，但当时的结果没能保存下来。`
      : `${tool} was carried out before and was not repeated; its result could not be kept.`,
    structured: { status: "result_lost" },
    replayed: true,
  };
}

/**
 * Stops calling a tool that keeps failing.
 *
 * @module
 */
import { type CallOptions, ToolCallError, type ToolErrorType } from "../tools/types.ts";
import type { AdmittedCall, Breaker, BreakerOpening, ExecutionEnd } from "./breaker.ts";
import { errorTypeOf } from "./error_type.ts";
import { isFailure } from "./is_kept.ts";
import { COUNTED_FAILURES } from "./counted_failures.ts";
import type { Shell } from "./shell.ts";
import { wrapExecute } from "./wrap_execute.ts";

/** Settings of {@linkcode circuitBreaker}. */
export interface CircuitBreakerOptions {
  /** Lives as long as the process, so that sessions learn from each other's failures. */
  readonly breaker: Breaker;
  /** Names of tools that are never switched off: what a person is reached by. @default {[]} */
  readonly exempt?: readonly string[];
  /**
   * Is told when a call has opened the breaker. What it answers reaches the model as the failure's `reason`; the call
   * waits for it.
   */
  readonly onOpen?: (opening: BreakerOpening, call: CallOptions) => Promise<string | undefined>;
}

/**
 * Counts the executions of a tool, and refuses them for a while after too many failures in a row. It stands inside
 * idempotency, so that a replay counts nothing, and outside the timeout, so that what takes too long counts once: the late
 * success of a write that timed out clears nothing. Interactive tools are left alone.
 *
 * @param options See {@linkcode CircuitBreakerOptions}.
 * @returns The shell. A refused call throws a {@linkcode ToolCallError} of type `circuit_open`.
 *
 * @example
 * ```ts
 * const shell = circuitBreaker({ breaker, exempt: ["handoff_create"] });
 * ```
 */
export function circuitBreaker({ breaker, exempt = [], onOpen }: CircuitBreakerOptions): Shell {
  return (tool, { name }) => {
    if (tool.traits.interactive || exempt.includes(name)) return tool;
    return wrapExecute(tool, async (input, options, next) => {
      const { abortSignal } = options;
      const call = await enter(breaker, name, options);
      // The caller's leaving frees the slot, whether the tool listens or not; what comes afterwards counts no more.
      const release = () => void call.end({ type: "released" });
      abortSignal?.addEventListener("abort", release, { once: true });
      const settle = async (how: ExecutionEnd): Promise<string | undefined> => {
        abortSignal?.removeEventListener("abort", release);
        const { phase, opening } = await call.end(how);
        if (phase) options.report?.({ circuit: { state: phase } });
        return opening && await tell(onOpen, opening, options);
      };
      let value: unknown;
      try {
        value = await next(input, options);
      } catch (error) {
        const told = await settle(endOfError(error));
        throw told === undefined ? error : withReason(error, told);
      }
      const told = await settle(endOfValue(value));
      return told === undefined ? value : { ...(value as object), reason: told };
    });
  };
}

async function enter(breaker: Breaker, name: string, options: CallOptions): Promise<AdmittedCall> {
  const { abortSignal, report } = options;
  try {
    return await breaker.enter(name, abortSignal);
  } catch (error) {
    const refused = error instanceof ToolCallError;
    report?.({ attempts: 0, ...(refused && { circuit: { state: "open" } }) });
    if (refused) throw error;
    throw new ToolCallError("cancelled", `Cannot run ${name}: its caller left before it began`, {
      cause: error,
      began: false,
    });
  }
}

function endOfValue(value: unknown): ExecutionEnd {
  if (!isFailure(value)) return { type: "succeeded" };
  return endOfType((value as { error_type?: ToolErrorType }).error_type ?? "internal");
}

function endOfError(error: unknown): ExecutionEnd {
  return endOfType(errorTypeOf(error));
}

function endOfType(errorType: ToolErrorType): ExecutionEnd {
  return COUNTED_FAILURES.has(errorType) ? { type: "failed", errorType } : { type: "released" };
}

/** Whoever is told may fail; the call's own failure is what matters. */
async function tell(
  onOpen: CircuitBreakerOptions["onOpen"],
  opening: BreakerOpening,
  call: CallOptions,
): Promise<string | undefined> {
  try {
    return await onOpen?.(opening, call);
  } catch {
    return undefined;
  }
}

function withReason(error: unknown, reason: string): ToolCallError {
  const { message } = error instanceof Error ? error : new Error(String(error));
  const pending = error instanceof ToolCallError ? error.pending : undefined;
  return new ToolCallError(errorTypeOf(error), message, { cause: error, pending, reason });
}

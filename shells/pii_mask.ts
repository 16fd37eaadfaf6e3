/**
 * Keeps personal data from the model and from whatever remembers calls.
 *
 * @module
 */
import { type CallFacts, ToolCallError } from "../tools/types.ts";
import type { PersonalDataGuard } from "./pii/personal_data_guard.ts";
import type { Shell } from "./shell.ts";
import { wrapExecute } from "./wrap_execute.ts";

/**
 * Restores the session's aliases on the way in, so that the tool, and whoever approves, sees what is real; masks
 * results, errors and reported facts on the way out. Stands outside validation, approval and idempotency, which need
 * the real values, and inside audit and friendly errors, which must not have them.
 *
 * @param guard The session's.
 * @returns The shell.
 *
 * @example
 * ```ts
 * const shells = [audit(options), friendlyErrors({ language }), piiMask(guard), inputValidation()];
 * ```
 */
export function piiMask(guard: PersonalDataGuard): Shell {
  return (tool) =>
    wrapExecute(tool, async (input, options, next) => {
      const { report } = options;
      const inner = {
        ...options,
        ...(report && { report: (facts: CallFacts) => report(maskFacts(facts, guard)) }),
      };
      try {
        const { value, count, kinds } = guard.maskValue(await next(guard.restore(input), inner));
        if (count > 0) report?.({ pii: { masked: count, kinds } });
        return value;
      } catch (error) {
        throw maskError(error, guard);
      }
    });
}

function maskFacts(facts: CallFacts, guard: PersonalDataGuard): CallFacts {
  if (facts.approval?.reason === undefined && facts.effectiveInput === undefined) return facts;
  return guard.maskValue(facts).value as CallFacts;
}

/**
 * What was thrown stays the same object where it can: an aborted call is known by its very reason. Messages and stacks
 * go to the log, and are changed in place.
 */
function maskError(error: unknown, guard: PersonalDataGuard): unknown {
  if (error instanceof ToolCallError) {
    const { type, message, reason, pending, began, cause } = error;
    return new ToolCallError(type, guard.mask(message), {
      cause: maskError(cause, guard),
      ...(!began && { began: false as const }),
      ...(pending && { pending }),
      ...(reason !== undefined && { reason: guard.mask(reason) }),
    });
  }
  if (!(error instanceof Error)) return guard.maskValue(error).value;
  for (const name of ["message", "stack"] as const) {
    const text = error[name];
    if (text === undefined) continue;
    const masked = guard.mask(text);
    if (masked !== text) {
      Reflect.defineProperty(error, name, { value: masked, configurable: true, writable: true });
    }
  }
  return error;
}

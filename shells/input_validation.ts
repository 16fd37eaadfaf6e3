/**
 * Checks a call's input against the tool's schema.
 *
 * @module
 */
import type { Shell } from "./shell.ts";
import { validateInput } from "./validate_input.ts";
import { wrapExecute } from "./wrap_execute.ts";

/**
 * Validates inside the shells rather than in the AI SDK, which would show the model, and its history, a raw schema
 * dump; here a refused input is audited and explained like every other failure. Stands right inside friendly errors.
 *
 * @returns The shell. A misfit throws a `ToolCallError` of type `invalid_input` with the issues as cause.
 *
 * @example
 * ```ts
 * const safe = composeToolShells(tools, [friendlyErrors({ language }), inputValidation()]);
 * ```
 */
export function inputValidation(): Shell {
  return (tool, { name }) =>
    wrapExecute(
      tool,
      async (input, options, next) => await next(await validateInput(tool, name, input, options), options),
    );
}

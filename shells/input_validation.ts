/**
 * Checks a call's input against the tool's schema.
 *
 * @module
 */
import type { Language } from "../tools/types.ts";
import type { Shell } from "./shell.ts";
import { unreadableCall } from "./unreadable_call.ts";
import { validateInput } from "./validate_input.ts";
import { wrapExecute } from "./wrap_execute.ts";

/** Settings of {@linkcode inputValidation}. */
export interface InputValidationOptions {
  /** The language of a conversation's replies. @default {English} */
  readonly language?: (
    messages: readonly { readonly role: string; readonly content: unknown }[],
  ) => Language;
}

/**
 * Validates inside the shells rather than in the AI SDK, which would show the model, and its history, a raw schema
 * dump; here a refused input is audited and explained like every other failure. Stands right inside friendly errors.
 *
 * @param options See {@linkcode InputValidationOptions}.
 * @returns The shell. A misfit throws a `ToolCallError` of type `invalid_input` with the issues as cause; a call that could
 *   not be read gets a `ToolFailure` of that type.
 *
 * @example
 * ```ts
 * const safe = composeToolShells(tools, [friendlyErrors({ language }), inputValidation()]);
 * ```
 */
export function inputValidation({ language = () => "en" }: InputValidationOptions = {}): Shell {
  return (tool, { name }) =>
    wrapExecute(tool, async (input, options, next) => {
      if (options.unreadable !== undefined) {
        options.report?.({ attempts: 0 });
        return unreadableCall(name, options.unreadable, language(options.messages));
      }
      return await next(await validateInput(tool, name, input, options), options);
    });
}

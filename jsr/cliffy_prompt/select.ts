/**
 * Stand-in for `jsr:@cliffy/prompt/select`, over `@inquirer/prompts`.
 * Deleting `links` from deno.json switches to the published package.
 *
 * @module
 */
import { select } from "@inquirer/prompts";
import { type GenericPromptOptions, runPrompt } from "./_terminal.ts";

/** One entry of a select prompt. */
export interface SelectOption<T> {
  value: T;
  name?: string;
  disabled?: boolean;
}

/** Options of {@linkcode Select.prompt}. */
export interface SelectOptions<T> extends GenericPromptOptions<T> {
  options: SelectOption<T>[];
}

/** A list to choose one entry from. */
export class Select {
  /** Shows the list, `default` preselected, and resolves to the chosen value. */
  static prompt<T>(options: SelectOptions<T>): Promise<T> {
    return runPrompt(options, (context) =>
      select<T>({
        message: options.message,
        choices: options.options.map(({ value, name, disabled }) => ({
          value,
          name: name ?? String(value),
          disabled: disabled ?? false,
        })),
        ...(options.default !== undefined && { default: options.default }),
        loop: false,
      }, context));
  }
}

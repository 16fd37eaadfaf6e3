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
      }, context), translateKeys);
  }
}

// deno-lint-ignore no-control-regex -- arrow keys begin with an escape
const KEY = /\x1b(?:\[[\d;]*|O)[A-Za-z~]|[\s\S]/gu;

/**
 * inquirer goes to the entry whose number or first letters are typed; in cliffy's list some keys move and other
 * letters do nothing.
 */
function translateKeys(keys: string): string {
  return keys.replace(KEY, (key) => {
    if (/^[jdn2]$/.test(key)) return "\x1b[B";
    if (/^[kup8]$/.test(key)) return "\x1b[A";
    return /^\p{Cc}/u.test(key) ? key : "";
  });
}

/**
 * Stand-in for `jsr:@cliffy/prompt/input`, over `@inquirer/prompts`.
 * Deleting `links` from deno.json switches to the published package.
 *
 * @module
 */
import { input } from "@inquirer/prompts";
import { type GenericPromptOptions, runPrompt } from "./_terminal.ts";

/** Options of {@linkcode Input.prompt}. */
export interface InputOptions extends GenericPromptOptions<string> {
  /** Refuses answers shorter than this. */
  minLength?: number;
}

/** One line of text. */
export class Input {
  /** Asks for a line and resolves to it, or to `default` when it is empty. */
  static prompt(options: InputOptions): Promise<string> {
    const minLength = options.minLength ?? 0;
    return runPrompt(options, (context) =>
      input({
        message: options.message,
        ...(options.default !== undefined && { default: options.default }),
        validate: (value) =>
          value.length >= minLength ||
          `Value must be longer then ${minLength} but has a length of ${value.length}.`,
      }, context));
  }
}

/**
 * `handrail service`: each request goes to the worker that it is for.
 *
 * @module
 */
import type { CommandLine } from "../command_line.ts";
import type { Program } from "../program.ts";
import { UsageError } from "../usage_error.ts";
import { chatCommand } from "./chat.ts";
import { jsonCommand } from "./json.ts";

/**
 * The conversation, or with `--json` JSON mode, in the profile `service`.
 *
 * @param program The program.
 * @param line The command line.
 * @returns The exit code of chat or JSON mode.
 * @throws {UsageError} If JSON lines are to be in another encoding than UTF-8.
 *
 * @example
 * ```ts
 * Deno.exit(await serviceCommand(program, parseCommandLine(["service"])));
 * ```
 */
export async function serviceCommand(program: Program, line: CommandLine): Promise<number> {
  if (line.flags.json && line.flags.encoding !== undefined) {
    throw new UsageError({
      en: "Cannot use --encoding with --json: JSON lines are UTF-8. Leave it out",
      zh: "--encoding 不能与 --json 同用：JSON 行一律是 UTF-8。请去掉它",
    });
  }
  const routed = { ...line, flags: { ...line.flags, profile: "service" } };
  return line.flags.json ? await jsonCommand(program, routed) : await chatCommand(program, routed);
}

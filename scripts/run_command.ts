/** How to run it. */
export interface RunCommandOptions {
  /** The folder to run it in. */
  readonly cwd?: string | undefined;
  /** Variables beside those that are set. */
  readonly env?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/**
 * Runs a program to its end.
 *
 * @param program Its name or path.
 * @param args Its arguments.
 * @param options See {@linkcode RunCommandOptions}.
 * @returns What it wrote to standard output.
 * @throws {Error} When it is not there or fails, with the last of what it said.
 *
 * @example
 * ```ts
 * await runCommand("git", ["rev-parse", "HEAD"]);
 * ```
 */
export async function runCommand(
  program: string,
  args: readonly string[],
  options: RunCommandOptions = {},
): Promise<string> {
  const { cwd, env, signal } = options;
  const command = new Deno.Command(program, {
    args: [...args],
    stdin: "null",
    ...(cwd === undefined ? {} : { cwd }),
    env: { NO_COLOR: "1", ...env },
    ...(signal ? { signal } : {}),
  });
  const { success, code, stdout, stderr } = await command.output();
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes).trim();
  if (success) return text(stdout);
  const [said = ""] = text(stderr).split("\n\nStack backtrace:");
  throw new Error(`${program} ${args[0] ?? ""} ended with code ${code}: ${said}`);
}

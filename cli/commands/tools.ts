/**
 * `handrail tools list` and `handrail tools lint`.
 *
 * @module
 */
import type { CommandLine } from "../command_line.ts";
import { EXIT } from "../exit_code.ts";
import type { Program } from "../program.ts";
import { toolLines } from "../tool_lines.ts";
import { UsageError } from "../usage_error.ts";

/**
 * Lists the tools of a profile, or looks for what models trip over in them.
 *
 * @param program The program.
 * @param line The command line.
 * @returns The exit code.
 *
 * @example
 * ```ts
 * await toolsCommand(program, parseCommandLine(["tools", "list", "--json"]));
 * ```
 */
export async function toolsCommand(program: Program, { operands, flags }: CommandLine): Promise<number> {
  const [action, ...rest] = operands;
  if ((action !== "list" && action !== "lint") || rest.length > 0) {
    throw new UsageError(
      `Cannot run tools ${operands.join(" ")}: no such action. Use handrail tools list or lint`,
    );
  }
  // No model is asked here: a key that is not set must not stand in the way.
  const agent = await program.assembleAgent({ profile: flags.profile, model: "offline", approve: [] });
  if (action === "lint") {
    return await (await import("../tool_lint/lint_command.ts")).lintCommand(program, agent, flags);
  }
  if (!flags.json) {
    await program.output.write(`${toolLines(agent).join("\n")}\n`);
    return EXIT.completed;
  }
  const tools = Object.entries(agent.registry.getAll()).map(([name, { traits, description }]) => ({
    name,
    ...traits,
    approval: agent.policy.guards({ name, traits }),
    description,
  }));
  await program.output.write(`${JSON.stringify({ tools })}\n`);
  return EXIT.completed;
}

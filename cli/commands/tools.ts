/**
 * `handrail tools`: what the model can call, and how that went.
 *
 * @module
 */
import type { CommandLine } from "../command_line.ts";
import type { Flags } from "../flags.ts";
import { EXIT } from "../exit_code.ts";
import { inspectAgent } from "../inspect_agent.ts";
import type { Program } from "../program.ts";
import { toolLines } from "../tool_lines.ts";
import { UsageError } from "../usage_error.ts";
import { wordingOf } from "../wording.ts";

/** An action, and the flags that it takes beside `--json` and `--profile`. */
interface Action {
  readonly flags: readonly (keyof Flags)[];
  readonly run: (program: Program, flags: Flags) => Promise<number>;
}

const ACTIONS: Readonly<Record<string, Action>> = {
  list: { flags: [], run: list },
  stats: {
    flags: ["since", "session"],
    run: async (program, flags) =>
      await (await import("../tool_stats/show_statistics.ts")).showStatistics(program, flags),
  },
  lint: { flags: ["strict"], run: lint },
};

/** Flags that some actions take and others do not. */
const OWN_FLAGS: readonly (keyof Flags)[] = [
  ...new Set(Object.values(ACTIONS).flatMap(({ flags }) => flags)),
];

/**
 * Lists the tools of a profile, tells how their calls went, or looks for what models trip over in them.
 *
 * @param program The program.
 * @param line The command line.
 * @returns The exit code.
 * @throws {UsageError} If there is no such action, or a flag is none of its own.
 *
 * @example
 * ```ts
 * await toolsCommand(program, parseCommandLine(["tools", "list", "--json"]));
 * ```
 */
export async function toolsCommand(program: Program, { operands, flags }: CommandLine): Promise<number> {
  const [name = "", ...rest] = operands;
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (!action || rest.length > 0) {
    const known = Object.keys(ACTIONS);
    throw new UsageError({
      en: `Cannot run tools ${operands.join(" ")}: no such action. Use handrail tools ${known.join(" or ")}`,
      zh: `无法运行 tools ${operands.join(" ")}：没有这个操作。可用：handrail tools ${known.join("、")}`,
    });
  }
  const foreign = OWN_FLAGS.find((flag) =>
    flags[flag] !== undefined && flags[flag] !== false && !action.flags.includes(flag)
  );
  if (foreign !== undefined) {
    throw new UsageError({
      en: `Cannot use --${foreign} with tools ${name}: it has no such flag. See handrail tools --help`,
      zh: `tools ${name} 不能用 --${foreign}：它没有这个选项。见 handrail tools --help`,
    });
  }
  return await action.run(program, flags);
}

async function lint(program: Program, flags: Flags): Promise<number> {
  const agent = await inspectAgent(program, flags.profile);
  return await (await import("../tool_lint/lint_command.ts")).lintCommand(program, agent, flags);
}

async function list(program: Program, flags: Flags): Promise<number> {
  const agent = await inspectAgent(program, flags.profile);
  if (!flags.json) {
    await program.output.write(`${toolLines(agent, wordingOf(program.settings.language)).join("\n")}\n`);
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

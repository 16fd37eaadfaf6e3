/**
 * `handrail completions`: teaches a shell to complete.
 *
 * @module
 */
import { join } from "node:path";
import { sessionIds } from "../../agent/sessions/session_ids.ts";
import { cleanText } from "../text/clean_text.ts";
import type { CommandLine } from "../command_line.ts";
import { completeWords } from "../completions/complete_words.ts";
import { SHELLS, shellScript } from "../completions/shell_script.ts";
import { EXIT } from "../exit_code.ts";
import type { Program } from "../program.ts";
import { UsageError } from "../usage_error.ts";

/**
 * Prints a shell's script; or, for such a script, what could stand where the cursor is.
 *
 * @param program The program.
 * @param line The command line: the name of a shell, or `words` and the words.
 * @returns The exit code.
 * @throws {UsageError} If there is no such shell.
 *
 * @example
 * ```ts
 * await completionsCommand(program, parseCommandLine(["completions", "bash"]));
 * ```
 */
export async function completionsCommand(program: Program, { operands }: CommandLine): Promise<number> {
  const [first, ...words] = operands;
  if (first === "words") {
    await program.output.write(await answer(program, words));
    return EXIT.completed;
  }
  const shell = SHELLS.find((name) => name === first);
  if (!shell || words.length > 0) {
    const given = JSON.stringify(operands.join(" "));
    throw new UsageError({
      en: `Cannot write completions for ${given}: no such shell. Use ${SHELLS.join(", ")}`,
      zh: `无法为 ${given} 生成补全脚本：没有这个 shell。可用：${SHELLS.join("、")}`,
    });
  }
  await program.output.write(shellScript(shell));
  return EXIT.completed;
}

async function answer(program: Program, words: readonly string[]): Promise<string> {
  const { language, stateFolder } = program.settings;
  const { candidates, files } = await completeWords(words, {
    language,
    sources: {
      sessions: async () => (await sessionIds(join(stateFolder, "sessions"))).sort(),
      tools: async () => {
        const { inspectAgent } = await import("../inspect_agent.ts");
        return (await inspectAgent(program)).registry.names();
      },
    },
  });
  const lines = candidates.map(({ value, description }) =>
    description === "" ? `${value}\n` : `${value}\t${cleanText(description)}\n`
  );
  return lines.join("") + (files ? ":files\n" : "");
}

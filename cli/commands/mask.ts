/**
 * `handrail mask`: a filter from standard input to standard output.
 *
 * @module
 */
import type { PersonalDataRules } from "../../agent/session_privacy.ts";
import { MaskStream } from "../../shells/pii/mask_stream.ts";
import { numberAliases } from "../../shells/pii/number_aliases.ts";
import type { Language } from "../../tools/types.ts";
import type { CommandLine } from "../command_line.ts";
import { createPersonalDataRules } from "../create_personal_data_rules.ts";
import { EXIT } from "../exit_code.ts";
import { OutputClosedError } from "../output_stream.ts";
import type { Program } from "../program.ts";
import { TextPieces } from "../text/text_pieces.ts";
import { UsageError } from "../usage_error.ts";

const STRATEGIES = ["alias", "mask", "hash", "block"] as const;

/**
 * Masks standard input as it comes, in constant memory.
 *
 * @param program The program.
 * @param line The command line.
 * @returns The exit code; 141 when nobody reads the output any more.
 * @throws {UsageError} If a strategy or kind is unknown, or there is a word too many.
 *
 * @example
 * ```ts
 * await maskCommand(program, parseCommandLine(["mask", "--strategy", "block"]));
 * ```
 */
export async function maskCommand(program: Program, { operands, flags }: CommandLine): Promise<number> {
  if (operands.length > 0) {
    throw new UsageError({
      en: `Cannot mask ${operands[0]}: text comes from standard input. Write handrail mask < FILE`,
      zh: `无法遮蔽 ${operands[0]}：文字来自标准输入。请写 handrail mask < 文件`,
    });
  }
  const counts = new Map<string, number>();
  const { recognisers, replace = numberAliases() } = await rulesOf(program, flags);
  const stream = new MaskStream({
    recognisers,
    replace: (finding, original) => {
      counts.set(finding.kind, (counts.get(finding.kind) ?? 0) + 1);
      return replace(finding, original);
    },
  });
  const pieces = new TextPieces(program.settings.encoding);
  try {
    for await (const bytes of program.input.chunks()) await write(program, stream.push(pieces.decode(bytes)));
    await write(program, stream.push(pieces.end()) + stream.flush());
  } catch (error) {
    if (error instanceof OutputClosedError) return EXIT.outputClosed;
    throw error;
  }
  if (pieces.replaced) {
    const encoding = (program.settings.encoding ?? "utf-8").toUpperCase();
    const words = {
      en: `Some of the input was no ${encoding}: those bytes were replaced by U+FFFD`,
      zh: `输入中有些字节不是 ${encoding}，已替换为 U+FFFD`,
    };
    await program.errors.write(`${words[program.settings.language]}\n`);
  }
  if (flags.summary) await program.errors.write(summaryOf(counts, program.settings.language));
  return EXIT.completed;
}

async function write({ output }: Program, text: string): Promise<void> {
  if (text !== "") await output.write(text);
}

/** The kinds and patterns of `handrail.json` hold here as well; a flag wins. */
async function rulesOf(
  { settings, secret }: Program,
  flags: CommandLine["flags"],
): Promise<PersonalDataRules> {
  const strategy = STRATEGIES.find((known) => known === (flags.strategy ?? settings.personalData.strategy));
  if (strategy === undefined) {
    throw new UsageError({
      en: `Cannot mask with ${flags.strategy}: there is no such strategy. Choose from ${
        STRATEGIES.join(", ")
      }`,
      zh: `无法用 ${flags.strategy} 遮蔽：没有这种方式。可用：${STRATEGIES.join("、")}`,
    });
  }
  try {
    return await createPersonalDataRules({
      ...settings.personalData,
      strategy,
      ...(flags.kinds.length > 0 && { kinds: flags.kinds }),
    }, secret);
  } catch (error) {
    if (error instanceof TypeError) throw UsageError.of(error);
    throw error;
  }
}

function summaryOf(counts: ReadonlyMap<string, number>, language: Language): string {
  const lines = [...counts].map(([kind, count]) => `${kind.padEnd(16)} ${count}\n`).sort();
  if (lines.length > 0) return lines.join("");
  return language === "zh" ? "没有发现个人信息。\n" : "Nothing was found.\n";
}

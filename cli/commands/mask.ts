/**
 * `handrail mask`: a filter from standard input to standard output.
 *
 * @module
 */
import { blockLabel } from "../../shells/pii/block_label.ts";
import { DEFAULT_RECOGNISERS } from "../../shells/pii/default_recognisers.ts";
import { hashValue } from "../../shells/pii/hash_value.ts";
import { MaskStream } from "../../shells/pii/mask_stream.ts";
import { maskValue } from "../../shells/pii/mask_value.ts";
import { numberAliases } from "../../shells/pii/number_aliases.ts";
import type { Recogniser } from "../../shells/pii/recogniser.ts";
import type { Replacement } from "../../shells/pii/replace_findings.ts";
import type { CommandLine } from "../command_line.ts";
import { EXIT } from "../exit_code.ts";
import { OutputClosedError } from "../output_stream.ts";
import type { Program } from "../program.ts";
import { Utf8Pieces } from "../utf8_pieces.ts";
import { UsageError } from "../usage_error.ts";

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
    throw new UsageError(
      `Cannot mask ${operands[0]}: text comes from standard input. Write handrail mask < FILE`,
    );
  }
  const counts = new Map<string, number>();
  const replace = strategyOf(flags.strategy ?? "alias", program);
  const stream = new MaskStream({
    recognisers: recognisersOf(flags.kinds),
    replace: (finding, original) => {
      counts.set(finding.kind, (counts.get(finding.kind) ?? 0) + 1);
      return replace(finding, original);
    },
  });
  const pieces = new Utf8Pieces();
  try {
    for await (const bytes of program.input.chunks()) await write(program, stream.push(pieces.decode(bytes)));
    await write(program, stream.push(pieces.end()) + stream.flush());
  } catch (error) {
    if (error instanceof OutputClosedError) return EXIT.outputClosed;
    throw error;
  }
  if (pieces.replaced) {
    await program.errors.write("Some of the input was no UTF-8: those bytes were replaced by U+FFFD\n");
  }
  if (flags.summary) await program.errors.write(summaryOf(counts));
  return EXIT.completed;
}

async function write({ output }: Program, text: string): Promise<void> {
  if (text !== "") await output.write(text);
}

function recognisersOf(kinds: readonly string[]): readonly Recogniser[] {
  const known = DEFAULT_RECOGNISERS.map(({ kind }) => kind);
  const unknown = kinds.find((kind) => !known.includes(kind));
  if (unknown !== undefined) {
    throw new UsageError(`Cannot mask ${unknown}: there is no such kind. Choose from ${known.join(", ")}`);
  }
  return kinds.length === 0
    ? DEFAULT_RECOGNISERS
    : DEFAULT_RECOGNISERS.filter(({ kind }) => kinds.includes(kind));
}

function strategyOf(strategy: string, { settings, newId }: Program): Replacement {
  switch (strategy) {
    case "alias":
      return numberAliases();
    case "mask":
      return maskValue;
    case "hash":
      // Without a secret that lasts, digests of one run can be compared among each other only.
      return hashValue(settings.secret ?? newId("key"));
    case "block":
      return blockLabel;
    default:
      throw new UsageError(
        `Cannot mask with ${strategy}: there is no such strategy. Choose from alias, mask, hash, block`,
      );
  }
}

function summaryOf(counts: ReadonlyMap<string, number>): string {
  const lines = DEFAULT_RECOGNISERS.filter(({ kind }) => counts.has(kind))
    .map(({ kind }) => `${kind.padEnd(16)} ${counts.get(kind)}\n`);
  return lines.length === 0 ? "Nothing was found.\n" : lines.join("");
}

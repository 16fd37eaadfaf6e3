import { parseArgs } from "@std/cli/parse-args";

const SWITCHES = ["lite", "own-runtime"] as const;
const VALUES = ["target", "kb", "about", "output"] as const;

/** What `deno task compile` was told. */
export type CompileFlags =
  & { readonly [name in typeof SWITCHES[number]]: boolean }
  & { readonly [name in typeof VALUES[number]]: string | undefined };

const USAGE =
  "Use deno task compile [--target NAME] [--lite] [--kb INDEX [--about TEXT]] [--output FILE] [--own-runtime]";

/**
 * Reads the command line of `deno task compile`. A slip of the pen would make another binary than was meant: what is not
 * known is refused.
 *
 * @param args The words behind the task's name.
 * @throws {Error} If one is unknown, or lacks its value.
 *
 * @example
 * ```ts
 * readCompileFlags(["--lite"]).lite; // true
 * ```
 */
export function readCompileFlags(args: readonly string[]): CompileFlags {
  const refused: string[] = [];
  const { _: operands, ...flags } = parseArgs([...args], {
    boolean: [...SWITCHES],
    string: ["_", ...VALUES],
    unknown: (given, key) => {
      if (key !== undefined) refused.push(given);
    },
  });
  const [unknown] = [...refused, ...operands.map(String)];
  if (unknown !== undefined) throw new Error(`Cannot compile: ${unknown} is unknown. ${USAGE}`);
  const empty = VALUES.find((name) => flags[name] === "");
  if (empty !== undefined) throw new Error(`Cannot compile: --${empty} lacks its value. ${USAGE}`);
  if (flags.about !== undefined && flags.kb === undefined) {
    throw new Error(
      "Cannot compile: --about says what the documents of --kb INDEX are about. Name an index, too",
    );
  }
  const { lite, target, kb, about, output } = flags;
  return { lite, "own-runtime": flags["own-runtime"], target, kb, about, output };
}

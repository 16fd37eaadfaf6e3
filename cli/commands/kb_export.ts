/**
 * `handrail kb export`: what the index holds, as lines of JSON.
 *
 * @module
 */
import type { Flags } from "../flags.ts";
import { EXIT } from "../exit_code.ts";
import { pathInIndex } from "../path_in_index.ts";
import type { Program } from "../program.ts";

/**
 * Writes one object a chunk: `path, ordinal, title, text`, in order. That is all an index is made of; vectors are made
 * of it again.
 *
 * @param program The program.
 * @param flags `under` leaves out what does not lie below it.
 * @returns The exit code.
 *
 * @example
 * ```ts
 * await kbExport(program, flags);
 * ```
 */
export async function kbExport(program: Program, { under }: Pick<Flags, "under">): Promise<number> {
  const { index } = await program.openKnowledge();
  for (const chunk of index.chunks(under === undefined ? undefined : await pathInIndex(index, under))) {
    await program.output.write(`${JSON.stringify(chunk)}\n`);
  }
  return EXIT.completed;
}

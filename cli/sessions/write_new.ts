/**
 * Writes a file that must not be there yet.
 *
 * @module
 */

import { fileFault } from "../file_fault.ts";

/**
 * Writes a file, mode 0600. Never over another one: a slip of the fingers must not cost it.
 *
 * @param file Its path.
 * @param text Its text.
 * @throws {Error} If there is such a file, or it cannot be written.
 *
 * @example
 * ```ts
 * await writeNew("trip.md", text);
 * ```
 */
export async function writeNew(file: string, text: string): Promise<void> {
  try {
    await Deno.writeTextFile(file, text, { createNew: true, mode: 0o600 });
  } catch (error) {
    const why = error instanceof Deno.errors.AlreadyExists ? " is there already" : `: ${fileFault(error)}`;
    throw new Error(`Cannot export: ${file}${why}. Name another file`, { cause: error });
  }
}

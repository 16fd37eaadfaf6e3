/**
 * Can a folder be written to?
 *
 * @module
 */
import { dirname } from "node:path";
import { type Bilingual, wordsOf } from "../../kb/bilingual_error.ts";

/** What trying a folder showed. */
export interface FolderTrial {
  /** The folder, or the nearest one above it that there is. */
  readonly nearest: string;
  /** Why nothing can be written there; `undefined`: it can. */
  readonly problem: Bilingual | undefined;
}

/** A full disk still makes empty files. */
const SOME_BYTES = new Uint8Array(4_096);

/**
 * Tries a folder with a file of a few kilobytes that is removed at once. One that is not there yet is not made: the
 * nearest above it is tried.
 *
 * @param path The folder.
 *
 * @example
 * ```ts
 * const { nearest, problem } = await tryFolder("/home/me/.local/state/handrail");
 * ```
 */
export async function tryFolder(path: string): Promise<FolderTrial> {
  const nearest = await nearestFolder(path);
  try {
    const file = await Deno.makeTempFile({ dir: nearest, prefix: ".handrail-doctor-" });
    try {
      await Deno.writeFile(file, SOME_BYTES);
    } finally {
      await Deno.remove(file);
    }
    return { nearest, problem: undefined };
  } catch (error) {
    return { nearest, problem: wordsOf(error) };
  }
}

async function nearestFolder(path: string): Promise<string> {
  try {
    await Deno.stat(path);
    return path;
  } catch {
    const above = dirname(path);
    return above === path ? path : await nearestFolder(above);
  }
}

/**
 * Under which path an index knows what somebody names.
 *
 * @module
 */
import { basename, dirname, join, normalize, resolve } from "node:path";
import { isBelow } from "../kb/is_below.ts";
import type { KnowledgeIndex } from "../kb/knowledge_index.ts";

/**
 * Finds the path of a file or folder in an index. Documents stand there under the path that symbolic links resolve to; those
 * that come with the program under a relative one. What is named need not exist any more.
 *
 * @param index The index.
 * @param path A path as a person writes it.
 * @returns The path that documents of the index are at or below; where there are none, the absolute one.
 *
 * @example
 * ```ts
 * await pathInIndex(index, "docs"); // "/home/me/docs", or where the link /home/me/docs leads
 * ```
 */
export async function pathInIndex(
  index: Pick<KnowledgeIndex, "documentPaths">,
  path: string,
): Promise<string> {
  const absolute = resolve(path);
  const documents = index.documentPaths();
  const candidates = [absolute, await followLinks(absolute), normalize(path)];
  return candidates.find((candidate) => documents.some((document) => isBelow(document, candidate))) ??
    absolute;
}

/** The part of the path that is still there decides; the rest stays as it is. */
async function followLinks(absolute: string): Promise<string> {
  let [existing, rest] = [absolute, ""];
  for (;;) {
    try {
      return join(await Deno.realPath(existing), rest);
    } catch {
      if (dirname(existing) === existing) return absolute;
      [existing, rest] = [dirname(existing), join(basename(existing), rest)];
    }
  }
}

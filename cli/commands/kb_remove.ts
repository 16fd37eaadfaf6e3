/**
 * `handrail kb remove`: documents out.
 *
 * @module
 */
import { isBelow } from "../../kb/is_below.ts";
import { KnowledgeIndex } from "../../kb/knowledge_index.ts";
import { cleanLine } from "../text/clean_text.ts";
import type { Flags } from "../flags.ts";
import { EXIT } from "../exit_code.ts";
import { kbWording } from "../kb_wording.ts";
import { pathInIndex } from "../path_in_index.ts";
import type { Program } from "../program.ts";
import { UsageError } from "../usage_error.ts";

/**
 * Takes documents out of the index; the files stay.
 *
 * @param program The program.
 * @param paths Files, or folders for all that lies below them. They need not exist any more.
 * @param flags `json`.
 * @returns The exit code: 1 when a path names nothing in the index.
 * @throws {UsageError} If no path is given, or there is no index of the user's.
 *
 * @example
 * ```ts
 * await kbRemove(program, ["docs/old"], flags);
 * ```
 */
export async function kbRemove(
  program: Program,
  paths: readonly string[],
  { json }: Pick<Flags, "json">,
): Promise<number> {
  if (paths.length === 0) {
    throw new UsageError({
      en: "Cannot remove: no path was given. Write handrail kb remove PATH…",
      zh: "无法移除：没有给出路径。请写 handrail kb remove 路径…",
    });
  }
  if (!program.hasIndex()) {
    const path = program.settings.knowledgePath;
    throw new UsageError({
      en: `Cannot remove from ${path}: there is no index yet`,
      zh: `无法从 ${path} 移除：还没有索引`,
    });
  }
  using index = KnowledgeIndex.open(program.settings.knowledgePath);
  const removed: string[] = [];
  const unknown: string[] = [];
  for (const path of paths) {
    const place = await pathInIndex(index, path);
    const found = index.documentPaths().filter((document) => isBelow(document, place));
    removed.push(...found.filter((document) => index.remove(document)));
    if (found.length === 0) unknown.push(path);
  }
  const wording = kbWording(program.settings.language);
  const lines = [
    ...removed.map((path) => `${wording.removed(cleanLine(path))}\n`),
    ...unknown.map((path) => `${wording.notInIndex(cleanLine(path))}\n`),
  ];
  await program.output.write(json ? `${JSON.stringify({ removed, unknown })}\n` : lines.join(""));
  return unknown.length > 0 ? EXIT.failed : EXIT.completed;
}

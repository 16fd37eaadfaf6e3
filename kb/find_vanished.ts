import { basename, relative, sep } from "node:path";
import type { Bilingual } from "./bilingual_error.ts";
import { filePatterns } from "./file_patterns.ts";
import type { IngestFailure } from "./ingest_summary.ts";
import { isBelow } from "./is_below.ts";
import { resolvePath } from "./select_files.ts";

/** What an ingest found. */
export interface FoundFiles {
  /** Files that are there, whether or not they could be read. */
  readonly present: ReadonlySet<string>;
  /** Files that could not be read, and folders that could not be listed. */
  readonly failed: readonly IngestFailure[];
  /** Empty folders count as well. */
  readonly prune: boolean;
  /** Patterns that files had to match. */
  readonly globs: readonly string[];
}

/** What is gone, and what may only look so. */
export interface Vanished {
  /** Documents to remove. */
  readonly vanished: string[];
  /** Folders that hold no document any more, while the index does. */
  readonly kept: IngestFailure[];
}

/**
 * Finds the documents of an index whose files are gone (K5). What lies below a folder that could not be listed, or
 * was left out by patterns, has not been looked for, so it has not vanished.
 *
 * @param documents The documents of the index.
 * @param paths The files and folders that were read.
 * @param found See {@linkcode FoundFiles}.
 * @returns What is gone.
 *
 * @example
 * ```ts
 * await findVanished(["/docs/old.md"], ["/docs"], { present: new Set(["/docs/a.md"]), failed: [], prune: false, globs: [] });
 * // { vanished: ["/docs/old.md"], kept: [] }
 * ```
 */
export async function findVanished(
  documents: readonly string[],
  paths: readonly string[],
  { present, failed, prune, globs }: FoundFiles,
): Promise<Vanished> {
  const isWanted = await filePatterns(globs);
  const missing = documents.filter((path) =>
    !present.has(path) && !failed.some((failure) => isBelow(path, failure.path))
  );
  const vanished = new Set<string>();
  const kept: IngestFailure[] = [];
  for (const path of paths) {
    const root = await resolvePath(path);
    // A file that was named is looked for by its name alone.
    const nameOf = (document: string) => relative(root, document).replaceAll(sep, "/") || basename(root);
    const below = missing.filter((document) => isBelow(document, root) && isWanted(nameOf(document)));
    if (below.length === 0) continue;
    if (prune || [...present].some((document) => isBelow(document, root))) {
      for (const document of below) vanished.add(document);
    } else {
      kept.push({ path: root, reason: emptied(below.length) });
    }
  }
  return { vanished: [...vanished], kept };
}

function emptied(documents: number): Bilingual {
  return {
    en: `No document is left there, and ${documents} stay in the index. Ingest again with --prune`,
    zh: `那里已没有文档，索引中还留着 ${documents} 篇。要一并移除，请加 --prune 重新入库`,
  };
}

import { emptySummary, type IngestSummary } from "./ingest_summary.ts";
import type { KnowledgeIndex } from "./knowledge_index.ts";
import { isBelow, readDocuments, type ReadEvent, resolvePath } from "./read_documents.ts";

/** One file is done. */
export interface IngestProgress {
  /** The file. */
  readonly path: string;
  /** What became of it. */
  readonly outcome: "added" | "changed" | "unchanged" | "removed" | "failed" | "skipped";
  /** How many files are done, this one included. */
  readonly done: number;
}

/** How to ingest. */
export interface IngestPathsOptions {
  /** Told about every file as soon as it is done. */
  readonly onProgress?: (progress: IngestProgress) => void;
  /** Also empties the index below folders that hold no documents any more. @default {false} */
  readonly prune?: boolean;
  /** Stops between two files; what is done by then stays. */
  readonly signal?: AbortSignal;
}

/**
 * Brings an index up to date with files and folders: new files are added, changed ones replaced, and documents that
 * vanished below a named folder removed. A folder without any document removes nothing unless `prune` is set, because
 * it is more often a disk that is not mounted than an intention.
 *
 * @param index The index.
 * @param paths Files and folders.
 * @param options See {@linkcode IngestPathsOptions}.
 * @returns What happened; files that failed are named in it. A file that fails keeps what the index held of it.
 * @throws {Error} when a path does not exist, or the signal is aborted.
 *
 * @example
 * ```ts
 * const { added, failed } = await ingestPaths(index, ["docs"], { onProgress: ({ path }) => show(path) });
 * ```
 */
export async function ingestPaths(
  index: KnowledgeIndex,
  paths: readonly string[],
  options: IngestPathsOptions = {},
): Promise<IngestSummary> {
  const { onProgress, prune = false, signal } = options;
  const summary = emptySummary();
  const present = new Set<string>();
  let done = 0;
  const report = (path: string, outcome: IngestProgress["outcome"]) =>
    onProgress?.({ path, outcome, done: ++done });
  const isKnown = (path: string, contentHash: string) => index.contentHashOf(path) === contentHash;
  for await (const event of readDocuments(paths, { isKnown })) {
    signal?.throwIfAborted();
    if (event.kind !== "skipped") present.add(event.path);
    report(event.path, takeEvent(index, event, summary));
  }
  for (const path of paths) {
    removeVanished(index, await resolvePath(path), present, { prune, summary, report });
  }
  return summary;
}

function takeEvent(
  index: KnowledgeIndex,
  event: ReadEvent,
  summary: IngestSummary,
): IngestProgress["outcome"] {
  if (event.kind === "document") return takeDocument(index, event, summary);
  if (event.kind === "unchanged") summary.unchanged++;
  else summary[event.kind].push({ path: event.path, reason: event.reason });
  return event.kind;
}

function takeDocument(
  index: KnowledgeIndex,
  event: ReadEvent & { kind: "document" },
  summary: IngestSummary,
): IngestProgress["outcome"] {
  const one = index.ingest([event.document]);
  summary.failed.push(...one.failed);
  for (const outcome of ["added", "changed", "unchanged"] as const) {
    summary[outcome] += one[outcome];
    if (one[outcome] > 0) return outcome;
  }
  return "failed";
}

interface Removal {
  readonly prune: boolean;
  readonly summary: IngestSummary;
  readonly report: (path: string, outcome: "removed") => void;
}

function removeVanished(
  index: KnowledgeIndex,
  root: string,
  present: ReadonlySet<string>,
  { prune, summary, report }: Removal,
): void {
  // What lies below a folder that could not be listed has not been looked for, so it has not vanished.
  const unlisted = summary.failed.map((failure) => failure.path);
  const vanished = index.documentPaths().filter((path) =>
    isBelow(path, root) && !present.has(path) && !unlisted.some((folder) => isBelow(path, folder))
  );
  if (vanished.length === 0) return;
  if (!prune && ![...present].some((path) => isBelow(path, root))) {
    const reason =
      `No document is left there, and ${vanished.length} stay in the index. Ingest again with --prune`;
    summary.skipped.push({ path: root, reason });
    return;
  }
  for (const path of vanished) {
    if (!index.remove(path)) continue;
    summary.removed++;
    report(path, "removed");
  }
}

import { emptySummary, type IngestSummary } from "./ingest_summary.ts";
import type { KnowledgeIndex } from "./knowledge_index.ts";
import { readDocuments } from "./read_documents.ts";
import type { ReadEvent, ReadStart } from "./read_document.ts";
import { findVanished } from "./find_vanished.ts";

/** One file is done. */
export interface IngestProgress {
  /** The file. */
  readonly path: string;
  /** What became of it, or would have in a dry run. */
  readonly outcome: "added" | "changed" | "unchanged" | "removed" | "failed" | "skipped";
  /** How many files are done, this one included. */
  readonly done: number;
  /** How many files there are; those that are removed come on top. */
  readonly total: number;
}

/** How to ingest. */
export interface IngestPathsOptions {
  /** Told before a new or changed file is taken apart and in; waited for. */
  readonly onStart?: (start: ReadStart) => void | Promise<void>;
  /** Told about every file as soon as it is done. */
  readonly onProgress?: (progress: IngestProgress) => void;
  /** Also empties the index below folders that hold no documents any more. @default {false} */
  readonly prune?: boolean;
  /** Only finds out what would happen. @default {false} */
  readonly dryRun?: boolean;
  /** Patterns of files below a folder: see {@linkcode filePatterns}. What they leave out is not removed either. */
  readonly globs?: readonly string[];
  /** The largest file, in bytes. @default {by format} */
  readonly maxBytes?: number;
  /** Stops between two files, or two folders that are looked through; what is done by then stays. */
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
  const { onProgress, prune = false, dryRun = false, globs = [], signal, ...reading } = options;
  const summary = emptySummary();
  const present = new Set<string>();
  let [done, total] = [0, 0];
  const report = (path: string, outcome: IngestProgress["outcome"]) =>
    onProgress?.({ path, outcome, done: ++done, total });
  const isKnown = (path: string, contentHash: string) => index.contentHashOf(path) === contentHash;
  const onSelected = (files: number) => total = files;
  signal?.throwIfAborted();
  for await (const event of readDocuments(paths, { ...reading, globs, isKnown, onSelected, signal })) {
    signal?.throwIfAborted();
    if (event.kind !== "skipped") present.add(event.path);
    report(event.path, takeEvent(index, event, summary, dryRun));
  }
  signal?.throwIfAborted();
  const found = await findVanished(index.documentPaths(), paths, {
    present,
    prune,
    globs,
    failed: summary.failed,
  });
  summary.skipped.push(...found.kept);
  for (const path of found.vanished) {
    if (!dryRun && !index.remove(path)) continue;
    summary.removed++;
    report(path, "removed");
  }
  return summary;
}

function takeEvent(
  index: KnowledgeIndex,
  event: ReadEvent,
  summary: IngestSummary,
  dryRun: boolean,
): IngestProgress["outcome"] {
  if (event.kind === "document") return takeDocument(index, event, summary, dryRun);
  if (event.kind === "unchanged") summary.unchanged++;
  else summary[event.kind].push({ path: event.path, reason: event.reason });
  return event.kind;
}

function takeDocument(
  index: KnowledgeIndex,
  { path, document, notice }: ReadEvent & { kind: "document" },
  summary: IngestSummary,
  dryRun: boolean,
): IngestProgress["outcome"] {
  if (notice !== undefined) summary.notices.push({ path, reason: notice });
  if (dryRun) {
    const outcome = index.contentHashOf(path) === undefined ? "added" : "changed";
    summary[outcome]++;
    return outcome;
  }
  const one = index.ingest([document]);
  summary.failed.push(...one.failed);
  for (const outcome of ["added", "changed", "unchanged"] as const) {
    summary[outcome] += one[outcome];
    if (one[outcome] > 0) return outcome;
  }
  return "failed";
}

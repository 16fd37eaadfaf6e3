import type { Bilingual } from "./bilingual_error.ts";

/** A document or file that was not taken in, and why. */
export interface IngestFailure {
  /** The file's path as it was found. */
  readonly path: string;
  /** A sentence for the person who asked for it. */
  readonly reason: Bilingual;
}

/** What an ingest did, counted in documents. */
export interface IngestSummary {
  /** Documents that were not in the index before. */
  added: number;
  /** Documents whose chunks were replaced because their content differed. */
  changed: number;
  /** Documents whose content was the same as before. */
  unchanged: number;
  /** Documents that are in the index no more. */
  removed: number;
  /** Documents that could not be taken in. */
  failed: IngestFailure[];
  /** Files that were named by the caller but are of no known kind, or lie outside the root. */
  skipped: IngestFailure[];
  /** Documents that were taken in but for a part that could not be read. */
  notices: IngestFailure[];
}

/**
 * Makes a summary of nothing.
 *
 * @returns A summary to count in.
 *
 * @example
 * ```ts
 * emptySummary().added; // 0
 * ```
 */
export function emptySummary(): IngestSummary {
  return { added: 0, changed: 0, unchanged: 0, removed: 0, failed: [], skipped: [], notices: [] };
}

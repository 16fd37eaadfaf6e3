import { readDocument, type ReadDocumentOptions, type ReadEvent } from "./read_document.ts";
import { selectFiles, type SelectOptions } from "./select_files.ts";

/** How to read. */
export interface ReadDocumentsOptions extends ReadDocumentOptions, SelectOptions {
  /** Told how many files there are, before the first is read. */
  readonly onSelected?: (files: number) => void;
}

/**
 * Reads the files that are named, or that lie below the folders that are named. Which ones is up to
 * {@linkcode selectFiles}. A file that cannot be read is reported and the rest goes on (K14).
 *
 * @param paths Files and folders.
 * @param options See {@linkcode ReadDocumentsOptions}.
 * @returns One event a file, in the order of their names.
 * @throws {Error} when a path does not exist; nothing has been read then.
 *
 * @example
 * ```ts
 * for await (const event of readDocuments(["docs"])) {
 *   if (event.kind === "document") index.ingest([event.document]);
 * }
 * ```
 */
export async function* readDocuments(
  paths: readonly string[],
  options: ReadDocumentsOptions = {},
): AsyncGenerator<ReadEvent> {
  const files = await selectFiles(paths, options);
  options.onSelected?.(files.length);
  for (const file of files) yield file.kind === "file" ? await readDocument(file.path, options) : file;
}

import { backup } from "node:sqlite";
import { leaveOneFile, openIndexDatabase } from "../kb/open_index_database.ts";

/**
 * Takes a copy of a user's index that can be read where nothing can be written.
 *
 * @param path The index.
 * @param copy Where the copy goes; no file may be there.
 * @throws {Error} When it is no index, or one of another version.
 *
 * @example
 * ```ts
 * await copyIndex("kb.sqlite", "dist/build/kb.sqlite");
 * ```
 */
export async function copyIndex(path: string, copy: string): Promise<void> {
  await Deno.stat(path).catch((error) =>
    Promise.reject(
      new Error(`Cannot read index: ${error.message}. Make it with: handrail kb ingest PATH`, {
        cause: error,
      }),
    )
  );
  {
    // SQLite makes the copy, and not the file system: a log that stands beside the index belongs to it.
    using source = openIndexDatabase(path, { readOnly: true });
    await backup(source, copy);
  }
  const target = openIndexDatabase(copy);
  leaveOneFile(target);
  target.close();
}

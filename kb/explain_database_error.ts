const OURS = /^Cannot \w+ knowledge base: /;

/**
 * Turns SQLite's complaint about a file into one that says what to do.
 *
 * @param error What SQLite threw, or anything else.
 * @param path The index file.
 * @returns An error to throw: a new one for a file that is no database, damage, a file that another process writes, a full
 * disk and a file that cannot be written, otherwise the one given.
 *
 * @example
 * ```ts
 * throw explainDatabaseError(new Error("database disk image is malformed"), "kb.sqlite");
 * ```
 */
export function explainDatabaseError(error: unknown, path: string): unknown {
  const message = error instanceof Error ? error.message : String(error);
  // What stood nearer to the file has explained it already.
  if (OURS.test(message)) return error;
  const explained = explain(message, path);
  return explained === undefined ? error : new Error(explained, { cause: error });
}

function explain(message: string, path: string): string | undefined {
  // A path may be mistyped: nobody should be told to delete a file that was never an index.
  if (/not a database/i.test(message)) {
    return `Cannot read knowledge base: ${path} is no index. ` +
      "Name an index in HANDRAIL_KB, or make one at a new path with: handrail kb ingest PATH";
  }
  if (/malformed|disk I\/O/i.test(message)) {
    return `Cannot read knowledge base: ${path} is damaged (${message}). ` +
      "Delete the file and make it again with: handrail kb ingest PATH";
  }
  if (/database is locked/i.test(message)) {
    return `Cannot use knowledge base: ${path} is being written by another process. ` +
      "Try again once that has ended";
  }
  if (/disk is full/i.test(message)) {
    return `Cannot write knowledge base: no space is left for ${path}. Free some and ingest again`;
  }
  if (/readonly database|unable to open database file/i.test(message)) {
    return `Cannot write knowledge base: ${path}: ${message}. ` +
      "Name a file in a folder that can be written to in HANDRAIL_KB";
  }
  return undefined;
}

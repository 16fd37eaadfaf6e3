/**
 * Turns SQLite's complaint about a damaged file into one that says what to do.
 *
 * @param error What SQLite threw, or anything else.
 * @param path The index file.
 * @returns An error to throw: a new one for damage, otherwise the one given.
 *
 * @example
 * ```ts
 * throw explainDamage(new Error("database disk image is malformed"), "kb.sqlite");
 * ```
 */
export function explainDamage(error: unknown, path: string): unknown {
  const message = error instanceof Error ? error.message : String(error);
  if (!/malformed|not a database|disk I\/O/i.test(message)) return error;
  return new Error(
    `Cannot read knowledge base: ${path} is damaged (${message}). ` +
      "Delete the file and make it again with: handrail kb ingest PATH",
    { cause: error },
  );
}

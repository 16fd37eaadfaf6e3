import type { DatabaseSync } from "node:sqlite";
import { explainDatabaseError } from "./explain_database_error.ts";

/**
 * Does something in one transaction: all of it, or nothing.
 *
 * @param database The database.
 * @param path Its file, for messages.
 * @param begin `BEGIN IMMEDIATE` for what writes: it waits for other writers now and not in the middle.
 * @param work What to do.
 * @returns What it returned.
 * @throws {Error} what it threw, or what is wrong with the file, in words that say what to do.
 *
 * @example
 * ```ts
 * inTransaction(database, path, "BEGIN IMMEDIATE", () => store.insert(document, hash, chunks));
 * ```
 */
export function inTransaction<Result>(
  database: DatabaseSync,
  path: string,
  begin: "BEGIN" | "BEGIN IMMEDIATE",
  work: () => Result,
): Result {
  try {
    database.exec(begin);
    const result = work();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    rollBack(database);
    throw explainDatabaseError(error, path);
  }
}

function rollBack(database: DatabaseSync): void {
  try {
    database.exec("ROLLBACK");
  } catch {
    // There is nothing to roll back: the transaction did not begin, or SQLite has ended it by itself.
  }
}

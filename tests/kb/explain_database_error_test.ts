import { assertEquals, assertStrictEquals } from "@std/assert";
import { explainDatabaseError } from "../../kb/explain_database_error.ts";

function explained(message: string): string {
  return (explainDatabaseError(new Error(message), "/data/kb.sqlite") as Error).message;
}

Deno.test("explainDatabaseError() says what to do about a damaged file, a full disk and another writer", () => {
  assertEquals(
    explained("database disk image is malformed"),
    "Cannot read knowledge base: /data/kb.sqlite is damaged (database disk image is malformed). " +
      "Delete the file and make it again with: handrail kb ingest PATH",
  );
  assertEquals(
    explained("database or disk is full"),
    "Cannot write knowledge base: no space is left for /data/kb.sqlite. Free some and ingest again",
  );
  assertEquals(
    explained("database is locked"),
    "Cannot use knowledge base: /data/kb.sqlite is being written by another process. Try again once that has ended",
  );
});

Deno.test("explainDatabaseError() never tells anybody to delete what is no index", () => {
  assertEquals(
    explained("file is not a database"),
    "Cannot read knowledge base: /data/kb.sqlite is no index. " +
      "Name an index in HANDRAIL_KB, or make one at a new path with: handrail kb ingest PATH",
  );
});

Deno.test("explainDatabaseError() leaves other errors alone", () => {
  const error = new Error("no such table: chunks");
  assertStrictEquals(explainDatabaseError(error, "/data/kb.sqlite"), error);
});

Deno.test("explainDatabaseError() does not explain what has been explained already", () => {
  const once = explainDatabaseError(new Error("database disk image is malformed"), "/data/kb.sqlite");
  assertStrictEquals(explainDatabaseError(once, "/data/kb.sqlite"), once);
});

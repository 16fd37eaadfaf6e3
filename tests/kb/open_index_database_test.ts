import { assertEquals, assertThrows } from "@std/assert";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { leaveOneFile, openIndexDatabase } from "../../kb/open_index_database.ts";
import { tempFolder } from "../_support/temp_folder.ts";

/** An index file whose last writer has closed it, and another process's connection in the middle of a write. */
function beingWritten(path: string): DatabaseSync {
  const maker = openIndexDatabase(path);
  leaveOneFile(maker);
  maker.close();
  const other = new DatabaseSync(path);
  other.exec("BEGIN IMMEDIATE");
  return other;
}

Deno.test("openIndexDatabase() waits for a writer where SQLite itself does not (K9)", async () => {
  await using folder = await tempFolder();
  const path = join(folder.path, "kb.sqlite");
  using other = beingWritten(path);
  const pauses: number[] = [];
  using database = openIndexDatabase(path, {
    sleep: (ms) => {
      pauses.push(ms);
      if (pauses.length === 3) other.exec("COMMIT");
    },
  });
  assertEquals(pauses, [20, 20, 20]);
  assertEquals(database.prepare("PRAGMA journal_mode").get()?.["journal_mode"], "wal");
});

Deno.test("openIndexDatabase() gives up on a writer after ten seconds, and says what to do (K9)", async () => {
  await using folder = await tempFolder();
  const path = join(folder.path, "kb.sqlite");
  using other = beingWritten(path);
  let waitedMs = 0;
  assertThrows(
    () => openIndexDatabase(path, { sleep: (ms) => void (waitedMs += ms) }),
    Error,
    `Cannot use knowledge base: ${path} is being written by another process. Try again once that has ended`,
  );
  assertEquals([waitedMs, other.isOpen], [10_000, true]);
});

Deno.test({
  name: "openIndexDatabase() makes files that nobody but their owner can read",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    await using folder = await tempFolder();
    const path = join(folder.path, "kb.sqlite");
    using database = openIndexDatabase(path);
    database.exec("BEGIN IMMEDIATE; UPDATE totals SET chunks = 1; COMMIT");
    for (const file of [path, `${path}-wal`]) {
      assertEquals((Deno.statSync(file).mode ?? 0) & 0o777, 0o600, file);
    }
  },
});

import { assertEquals, assertRejects } from "@std/assert";
import { join } from "node:path";
import { writeNew } from "../../../cli/sessions/write_new.ts";
import { tempFolder } from "../../_support/temp_folder.ts";

Deno.test("writeNew() writes for its owner only, and never over a file", async () => {
  await using folder = await tempFolder();
  const path = join(folder.path, "trip.md");
  await writeNew(path, "text");
  assertEquals([await Deno.readTextFile(path), ((await Deno.stat(path)).mode ?? 0) & 0o777], ["text", 0o600]);
  await assertRejects(
    () => writeNew(path, "other"),
    Error,
    `Cannot export: ${path} is there already. Name another file`,
  );
});

Deno.test("writeNew() says why a file cannot be written", async () => {
  await using folder = await tempFolder();
  const path = join(folder.path, "missing", "trip.md");
  await assertRejects(
    () => writeNew(path, "text"),
    Error,
    `Cannot export: ${path}: No such file or directory (os error 2). Name another file`,
  );
});

import { assertEquals } from "@std/assert";
import { join } from "node:path";
import { LineHistory } from "../../../cli/repl/line_history.ts";
import { tempFolder } from "../../_support/temp_folder.ts";

Deno.test("lines come back in a later program, the last one first, with their line feeds", async () => {
  await using folder = await tempFolder();
  const path = join(folder.path, "state", "history");
  const history = await LineHistory.open(path);
  await history.add("first");
  await history.add("第二行\nsecond half");
  assertEquals((await LineHistory.open(path)).newestFirst, ["第二行\nsecond half", "first"]);
  assertEquals(((await Deno.stat(path)).mode ?? 0) & 0o777, 0o600);
});

Deno.test("a line with a key or personal data, or a blank before it, stays out of the file (T36)", async () => {
  await using folder = await tempFolder();
  const path = join(folder.path, "history");
  const history = await LineHistory.open(path);
  await history.add("call me at 13800138000");
  await history.add("my key is sk-proj-abcdefghijklmnop1234567890");
  await history.add(" not for later");
  await history.add("plain");
  assertEquals(history.newestFirst.length, 4);
  assertEquals(await Deno.readTextFile(path), '"plain"\n');
});

Deno.test("a line of more than 10,000 characters comes back in this program only", async () => {
  await using folder = await tempFolder();
  const path = join(folder.path, "history");
  const history = await LineHistory.open(path);
  const [long, longer] = ["长".repeat(10_000), "长".repeat(10_001)];
  await history.add(long);
  await history.add(longer);
  assertEquals(history.newestFirst, [longer, long]);
  assertEquals((await LineHistory.open(path)).newestFirst, [long]);
});

Deno.test("a line that repeats the last one, and an empty one, are not added", async () => {
  await using folder = await tempFolder();
  const history = await LineHistory.open(join(folder.path, "history"));
  for (const line of ["a", "a", " ", "", "b", "a"]) await history.add(line);
  assertEquals(history.newestFirst, ["a", "b", "a"]);
});

Deno.test("a spoilt line costs itself only; a long file is shortened to a thousand lines", async () => {
  await using folder = await tempFolder();
  const path = join(folder.path, "history");
  const lines = Array.from({ length: 2_001 }, (_, index) => `"line ${index}"\n`);
  await Deno.writeTextFile(path, `{"not":"a string"}\nhalf a li\n${lines.join("")}`);
  const history = await LineHistory.open(path);
  assertEquals([history.newestFirst.length, history.newestFirst[0]], [1_000, "line 2000"]);
  assertEquals((await Deno.readTextFile(path)).split("\n")[0], '"line 1001"');
});

Deno.test("a line that a program left torn does not spoil the one behind it", async () => {
  await using folder = await tempFolder();
  const path = join(folder.path, "history");
  await Deno.writeTextFile(path, '"whole"\n"to');
  const history = await LineHistory.open(path);
  await history.add("a");
  await history.add("b");
  assertEquals((await LineHistory.open(path)).newestFirst, ["b", "a", "whole"]);
});

Deno.test("a history that cannot be written is kept for this program", async () => {
  await using folder = await tempFolder();
  await Deno.writeTextFile(join(folder.path, "file"), "");
  const history = await LineHistory.open(join(folder.path, "file", "history"));
  await history.add("a");
  assertEquals(history.newestFirst, ["a"]);
});

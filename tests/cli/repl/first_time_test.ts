import { assertEquals } from "@std/assert";
import { join } from "node:path";
import { isFirstTime } from "../../../cli/repl/first_time.ts";
import { tempFolder } from "../../_support/temp_folder.ts";

Deno.test("the first time is only once, also without a state folder", async () => {
  await using folder = await tempFolder();
  const state = join(folder.path, "state", "handrail");
  assertEquals([await isFirstTime(state), await isFirstTime(state)], [true, false]);
  assertEquals(((await Deno.stat(state)).mode ?? 0) & 0o777, 0o700);
  assertEquals(((await Deno.stat(join(state, "greeted"))).mode ?? 0) & 0o777, 0o600);
});

Deno.test("whoever has a history is no beginner", async () => {
  await using folder = await tempFolder();
  await Deno.writeTextFile(join(folder.path, "history"), '"hi"\n');
  assertEquals(await isFirstTime(folder.path), false);
});

Deno.test("a state folder that cannot be made keeps nobody from talking", async () => {
  await using folder = await tempFolder();
  const file = join(folder.path, "file");
  await Deno.writeTextFile(file, "");
  const below = join(file, "handrail");
  assertEquals([await isFirstTime(below), await isFirstTime(below)], [true, true]);
});

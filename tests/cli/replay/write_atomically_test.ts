import { assertEquals, assertRejects } from "@std/assert";
import { join } from "node:path";
import { writeAtomically } from "../../../cli/replay/write_atomically.ts";
import { tempFolder } from "../../_support/temp_folder.ts";

Deno.test("writeAtomically() makes a file that only its owner reads, and leaves nothing beside it", async () => {
  await using folder = await tempFolder();
  const path = join(folder.path, "a.json");
  await writeAtomically(path, "one");
  assertEquals(await Deno.readTextFile(path), "one");
  assertEquals(((await Deno.stat(path)).mode ?? 0) & 0o777, 0o600);
  assertEquals([...Deno.readDirSync(folder.path)].map(({ name }) => name), ["a.json"]);
});

Deno.test("writeAtomically() keeps the mode of a file that is there, and a link to it", async () => {
  await using folder = await tempFolder();
  const [path, link] = [join(folder.path, "a.json"), join(folder.path, "link.json")];
  await Deno.writeTextFile(path, "one", { mode: 0o640 });
  await Deno.chmod(path, 0o640);
  await Deno.symlink(path, link);
  await writeAtomically(link, "two");
  assertEquals([await Deno.readTextFile(path), ((await Deno.stat(path)).mode ?? 0) & 0o777], ["two", 0o640]);
  assertEquals((await Deno.lstat(link)).isSymlink, true);
});

Deno.test("writeAtomically() leaves everything as it was where it cannot write", async () => {
  await using folder = await tempFolder();
  await assertRejects(() => writeAtomically(join(folder.path, "none", "a.json"), "x"), Deno.errors.NotFound);
  assertEquals([...Deno.readDirSync(folder.path)], []);
});

Deno.test({
  name: "writeAtomically() writes into a pipe, and leaves it a pipe",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    await using folder = await tempFolder();
    const path = join(folder.path, "pipe");
    await new Deno.Command("mkfifo", { args: [path] }).output();
    const reader = new Deno.Command("cat", { args: [path], stdout: "piped" }).spawn();
    await writeAtomically(path, "one");
    assertEquals((await Deno.stat(path)).isFifo, true);
    assertEquals(new TextDecoder().decode((await reader.output()).stdout), "one");
  },
});

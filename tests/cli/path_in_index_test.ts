import { assertEquals } from "@std/assert";
import { join } from "node:path";
import { pathInIndex } from "../../cli/path_in_index.ts";
import { tempFolder } from "../_support/temp_folder.ts";

const indexOf = (...paths: string[]) => ({ documentPaths: () => paths });

Deno.test("pathInIndex() finds documents under the path that a symbolic link resolves to, there or not any more", async () => {
  await using folder = await tempFolder();
  const real = await Deno.realPath(folder.path);
  await Deno.mkdir(join(real, "docs"));
  await Deno.symlink("docs", join(real, "link"));
  const index = indexOf(join(real, "docs/gone/a.md"));
  assertEquals(await pathInIndex(index, join(real, "link")), join(real, "docs"));
  assertEquals(await pathInIndex(index, join(real, "link/gone/a.md")), join(real, "docs/gone/a.md"));
  assertEquals(await pathInIndex(index, join(real, "docs/./x/..")), join(real, "docs"));
});

Deno.test("pathInIndex() finds a document under its own name, when a link stands there now", async () => {
  await using folder = await tempFolder();
  const real = await Deno.realPath(folder.path);
  await Deno.symlink("/elsewhere.md", join(real, "a.md"));
  assertEquals(await pathInIndex(indexOf(join(real, "a.md")), join(real, "a.md")), join(real, "a.md"));
});

Deno.test("pathInIndex() finds what came with the program under its relative path", async () => {
  assertEquals(await pathInIndex(indexOf("samples/kb/a.md"), "samples/kb/"), "samples/kb/");
});

Deno.test("pathInIndex() gives the absolute path of what is not in the index", async () => {
  await using folder = await tempFolder();
  assertEquals(await pathInIndex(indexOf(), `${folder.path}/no/../b.md`), join(folder.path, "b.md"));
});

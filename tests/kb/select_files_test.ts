import { assertEquals, assertRejects } from "@std/assert";
import { dirname, join } from "node:path";
import { selectFiles } from "../../kb/select_files.ts";
import { tempFolder } from "../_support/temp_folder.ts";

/** Makes files (their names end in `/` for folders), and lists those that are chosen, relative to the folder. */
async function select(files: Readonly<Record<string, string>>, ...globs: string[]): Promise<string[]> {
  await using temp = await tempFolder();
  const folder = await Deno.realPath(temp.path);
  for (const [name, text] of Object.entries(files)) {
    await Deno.mkdir(dirname(join(folder, name)), { recursive: true });
    await Deno.writeTextFile(join(folder, name), text);
  }
  return (await selectFiles([folder], { globs })).map(({ path }) => path.slice(folder.length + 1));
}

const FILES = {
  "a.md": "",
  "b.pdf": "",
  "drafts/c.md": "",
  "en/d.HTML": "",
  "en/deep/e.csv": "",
  "f.png": "",
};

Deno.test("selectFiles() chooses the files of every format that is read", async () => {
  assertEquals(await select(FILES), ["a.md", "b.pdf", "drafts/c.md", "en/d.HTML", "en/deep/e.csv"]);
});

Deno.test("selectFiles() takes patterns that files must match, and with ! must not", async () => {
  assertEquals(await select(FILES, "*.md"), ["a.md", "drafts/c.md"]);
  assertEquals(await select(FILES, "*.md", "*.pdf", "!drafts/"), ["a.md", "b.pdf"]);
  assertEquals(await select(FILES, "!*.md"), ["b.pdf", "en/d.HTML", "en/deep/e.csv"]);
  assertEquals(await select(FILES, "/en/*"), ["en/d.HTML", "en/deep/e.csv"]);
  assertEquals(await select(FILES, "en/**/*.csv"), ["en/deep/e.csv"]);
  assertEquals(await select(FILES, "*.html"), ["en/d.HTML"]);
});

Deno.test("selectFiles() heeds .gitignore and .handrailignore, of each folder and those above it", async () => {
  const files = {
    ".gitignore": "*.csv\n/drafts/\n",
    ".handrailignore": "!keep.csv\nold*\n",
    "a.md": "",
    "old.md": "",
    "keep.csv": "",
    "lost.csv": "",
    "drafts/c.md": "",
    "en/.gitignore": "!mine.csv\nkeep.csv\n",
    "en/mine.csv": "",
    "en/keep.csv": "",
    "en/drafts/d.md": "",
    "en/OLD.md": "",
  };
  assertEquals(await select(files), ["a.md", "en/OLD.md", "en/drafts/d.md", "en/mine.csv", "keep.csv"]);
});

Deno.test({
  name: "selectFiles() waits for no pipe that is called as an ignore file",
  ignore: Deno.build.os === "windows",
  fn: async () => {
    await using temp = await tempFolder();
    const folder = await Deno.realPath(temp.path);
    const made = await new Deno.Command("mkfifo", { args: [join(folder, ".gitignore")] }).output();
    assertEquals(made.success, true);
    await Deno.writeTextFile(join(folder, "a.md"), "x");
    assertEquals(await selectFiles([folder]), [{ kind: "file", path: join(folder, "a.md") }]);
  },
});

Deno.test({
  name: "selectFiles() names an ignore file that it cannot read, and what is below counts as not looked for",
  ignore: Deno.build.os !== "linux",
  fn: async () => {
    await using temp = await tempFolder();
    const folder = await Deno.realPath(temp.path);
    await Deno.symlink(".gitignore", join(folder, ".gitignore"));
    assertEquals(await selectFiles([folder]), [{
      kind: "failed",
      path: folder,
      reason: {
        en: `Cannot read ${folder}/.gitignore: Too many levels of symbolic links (os error 40). ` +
          "Make it readable or remove it",
        zh: `无法读取 ${folder}/.gitignore：链接循环（os error 40）。请让它可读，或将它删除`,
      },
    }]);
  },
});

Deno.test("selectFiles() chooses a file that is named, even when it is ignored", async () => {
  await using temp = await tempFolder();
  const folder = await Deno.realPath(temp.path);
  await Deno.writeTextFile(join(folder, ".gitignore"), "*.md");
  await Deno.writeTextFile(join(folder, "a.md"), "x");
  assertEquals(await selectFiles([join(folder, "a.md"), folder]), [{
    kind: "file",
    path: join(folder, "a.md"),
  }]);
});

Deno.test("selectFiles() keeps look-alike names apart (K26)", async () => {
  const names = ["a b.md", "a\u00a0b.md", "a_b.md", "e\u0301.md", "\u00e9.md", "\u0435.md", "e.md"];
  assertEquals(
    (await select(Object.fromEntries(names.map((name) => [name, ""])))).toSorted(),
    names.toSorted(),
  );
});

Deno.test("selectFiles() looks through no further folder once it is stopped (K10)", async () => {
  await using temp = await tempFolder();
  await assertRejects(() => selectFiles([temp.path], { signal: AbortSignal.abort() }), DOMException);
});

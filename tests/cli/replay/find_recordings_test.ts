import { assertEquals, assertRejects } from "@std/assert";
import { join } from "node:path";
import { findRecordings } from "../../../cli/replay/find_recordings.ts";
import { UsageError } from "../../../cli/usage_error.ts";
import { tempFolder } from "../../_support/temp_folder.ts";

Deno.test("findRecordings() takes files as they are, and of folders all recordings by name", async () => {
  await using folder = await tempFolder();
  await Deno.mkdir(join(folder.path, "suite", "inner"), { recursive: true });
  await Deno.mkdir(join(folder.path, "suite", ".hidden"));
  const paths = [
    "suite/b.recording.json",
    "suite/a.recording.json",
    "suite/inner/c.recording.json",
    "suite/.hidden/d.recording.json",
    "suite/notes.json",
    "one.json",
  ].map((name) => join(folder.path, name));
  for (const path of paths) await Deno.writeTextFile(path, "{}");
  const found = await findRecordings([join(folder.path, "one.json"), join(folder.path, "suite")]);
  assertEquals(found.map((path) => path.slice(folder.path.length + 1)), [
    "one.json",
    "suite/a.recording.json",
    "suite/b.recording.json",
    "suite/inner/c.recording.json",
  ]);
});

Deno.test("findRecordings() says what to do about a path that there is not, and a folder without recordings", async () => {
  await using folder = await tempFolder();
  await assertRejects(
    () => findRecordings([join(folder.path, "none")]),
    UsageError,
    "there is no such file or folder. Name a recording, or a folder of them",
  );
  const file = join(folder.path, "a.json");
  await Deno.writeTextFile(file, "{}");
  await assertRejects(
    () => findRecordings([join(file, "b.json")]),
    UsageError,
    `Cannot replay ${file}/b.json: Not a directory (os error 20). Name a recording, or a folder of them`,
  );
  await assertRejects(
    () => findRecordings([folder.path]),
    UsageError,
    "it holds no *.recording.json. Make one with handrail sessions export ID --format recording",
  );
});

Deno.test({
  name: "findRecordings() leaves a pipe in a folder alone, and a link to one: nobody may ever write into it",
  ignore: Deno.build.os === "windows",
  async fn() {
    await using folder = await tempFolder();
    const [file, pipe] = [join(folder.path, "a.recording.json"), join(folder.path, "b.recording.json")];
    await Deno.writeTextFile(file, "{}");
    assertEquals((await new Deno.Command("mkfifo", { args: [pipe] }).output()).success, true);
    await Deno.symlink(pipe, join(folder.path, "c.recording.json"));
    await Deno.symlink(folder.path, join(folder.path, "d.recording.json"));
    const gone = join(folder.path, "e.recording.json");
    await Deno.symlink(join(folder.path, "gone"), gone);
    assertEquals(await findRecordings([folder.path]), [file, gone]);
  },
});

import { assertEquals, assertRejects } from "@std/assert";
import { join } from "node:path";
import { KnowledgeIndex } from "../../kb/knowledge_index.ts";
import { copyIndex } from "../../scripts/own_index.ts";
import { tempFolder } from "../_support/temp_folder.ts";

Deno.test("copyIndex() takes along what stands in the log of an index that is open, in one file", async () => {
  await using folder = await tempFolder();
  const [path, copy] = [join(folder.path, "kb.sqlite"), join(folder.path, "copy.sqlite")];
  using index = KnowledgeIndex.open(path);
  index.ingest([{ path: "a.md", text: "Penguins live in Antarctica." }]);
  await copyIndex(path, copy);
  const names = (await Array.fromAsync(Deno.readDir(folder.path))).map(({ name }) => name);
  assertEquals(names.filter((name) => name.startsWith("copy")), ["copy.sqlite"]);
  await Deno.chmod(copy, 0o400);
  using copied = KnowledgeIndex.open(copy, { readOnly: true });
  assertEquals(copied.search("penguins").map(({ documentPath }) => documentPath), ["a.md"]);
});

Deno.test("copyIndex() says how an index is made where there is none, and refuses what is none", async () => {
  await using folder = await tempFolder();
  const [path, copy] = [join(folder.path, "kb.sqlite"), join(folder.path, "copy.sqlite")];
  await assertRejects(() => copyIndex(path, copy), Error, "Make it with: handrail kb ingest PATH");
  await Deno.writeTextFile(path, "no database at all, but long enough to be looked at".repeat(30));
  await assertRejects(() => copyIndex(path, copy), Error, "kb.sqlite");
});

import { assertEquals, assertRejects } from "@std/assert";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BuildFacts, readBuildFacts } from "../../cli/build_facts.ts";
import { openKnowledge } from "../../cli/open_knowledge.ts";
import { readSettings } from "../../cli/settings/settings.ts";
import { tempFolder } from "../_support/temp_folder.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const SOURCE = readBuildFacts(ROOT, false, "/usr/bin/deno");

/** A program that brings the samples' index along. */
async function compiled(replace: Partial<BuildFacts> = {}): Promise<BuildFacts> {
  const path = join(ROOT, "samples", "kb.sqlite");
  const bytes = await Deno.readFile(path);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const file = {
    name: "kb.sqlite",
    path,
    offset: 0,
    length: bytes.length,
    size: bytes.length,
    sha256,
    gzip: false,
  };
  return { ...SOURCE, variant: "full", index: file, ...replace };
}

/** An index that is not there, and of which no run of a real program has left a copy anywhere. */
async function missing(): Promise<NonNullable<BuildFacts["index"]>> {
  const { index } = await compiled();
  return { ...index, path: "/nowhere/handrail", sha256: "0".repeat(64) } as NonNullable<BuildFacts["index"]>;
}

function open(build: BuildFacts, cache: string, told: string[] = []) {
  return openKnowledge({
    settings: readSettings({ HOME: "/nowhere", HANDRAIL_CACHE: cache }, "/nowhere"),
    hasIndex: false,
    build,
    embedder: () => Promise.resolve(undefined),
    onLexicalOnly: (why) => told.push(why),
  });
}

Deno.test("openKnowledge() opens the index that a program brings along, from a copy in the cache", async () => {
  await using folder = await tempFolder();
  const opened = await open(await compiled(), folder.path);
  using index = opened.index;
  assertEquals(opened.origin, "bundled");
  assertEquals(index.info().path.startsWith(join(folder.path, "handrail", "copies")), true);
  assertEquals((await opened.knowledge.search("出差住宿标准")).length > 0, true);
});

Deno.test("openKnowledge() says of an index that the program was built around that it is embedded", async () => {
  await using folder = await tempFolder();
  const { origin, index } = await open(await compiled({ ownIndex: true }), folder.path);
  assertEquals(origin, "embedded");
  index[Symbol.dispose]();
});

Deno.test("openKnowledge() reads the samples' words when their index cannot be copied anywhere", async () => {
  const index = await missing();
  await using folder = await tempFolder();
  const told: string[] = [];
  const opened = await open(await compiled({ index }), folder.path, told);
  using found = opened.index;
  assertEquals(found.info().vectors, 0);
  const [best] = await opened.knowledge.search("出差住宿标准");
  assertEquals(best?.documentPath, "samples/kb/company-faq.md");
  assertEquals(told.length, 1);
  assertEquals(told[0]?.endsWith("Name a folder that can be written in HANDRAIL_CACHE"), true);
});

Deno.test("openKnowledge() has nothing to put in the place of an index that the program was built around", async () => {
  const index = await missing();
  await using folder = await tempFolder();
  await assertRejects(
    async () => await open(await compiled({ index, ownIndex: true }), folder.path),
    Error,
    "Cannot copy the documents that are built in: ",
  );
});

Deno.test("openKnowledge() opens the samples beside a program from source where they are", async () => {
  const opened = await open(SOURCE, "/nowhere");
  using index = opened.index;
  assertEquals([opened.origin, index.info().path], ["bundled", join(ROOT, "samples", "kb.sqlite")]);
});

import { assertEquals, assertThrows } from "@std/assert";
import { join } from "node:path";
import { BUILD_FILE, type BuildFile, describeVersion, readBuildFacts } from "../../cli/build_facts.ts";
import { tempFolder } from "../_support/temp_folder.ts";

const PACKED = { name: "a", path: "", offset: 7, length: 3, size: 3, sha256: "00", gzip: false };
const LITE: BuildFile = {
  variant: "lite",
  commit: "abc1234",
  index: { ...PACKED, path: "parts/kb.sqlite" },
  ownIndex: true,
  documentsAbout: "gardening",
  model: null,
  native: [],
  wasm: null,
};

Deno.test("readBuildFacts() knows nothing of a program from source, and reads no file", () => {
  const facts = readBuildFacts("/nowhere", false, "/usr/bin/deno");
  assertEquals([facts.variant, facts.commit, facts.index, facts.runtime], [
    "source",
    undefined,
    undefined,
    undefined,
  ]);
});

Deno.test("readBuildFacts() finds parts in the program's own file and among its files", async () => {
  await using folder = await tempFolder();
  const file: BuildFile = {
    ...LITE,
    variant: "full",
    model: { weights: PACKED, tokenizer: PACKED },
    native: [PACKED],
    wasm: PACKED,
  };
  await Deno.writeTextFile(join(folder.path, BUILD_FILE), JSON.stringify(file));
  const facts = readBuildFacts(folder.path, true, "/opt/handrail");
  assertEquals(facts.index?.path, join(folder.path, "parts/kb.sqlite"));
  assertEquals(facts.model?.weights, { ...PACKED, path: "/opt/handrail" });
  assertEquals(facts.runtime?.native.map(({ path }) => path), ["/opt/handrail"]);
  assertEquals(
    facts.runtime?.workers.wasm.href,
    `file://${folder.path}/kb/embedders/wasm_worker.js`,
  );
});

Deno.test("readBuildFacts() finds neither a model nor a runtime in the small program", async () => {
  await using folder = await tempFolder();
  await Deno.writeTextFile(join(folder.path, BUILD_FILE), JSON.stringify(LITE));
  const { variant, ownIndex, documentsAbout, model, runtime } = readBuildFacts(
    folder.path,
    true,
    "/opt/handrail",
  );
  assertEquals(
    [variant, ownIndex, documentsAbout, model, runtime],
    ["lite", true, "gardening", undefined, undefined],
  );
});

Deno.test("readBuildFacts() refuses a compiled program that says nothing about itself", () => {
  assertThrows(() => readBuildFacts("/nowhere", true, "/opt/handrail"), Deno.errors.NotFound);
});

Deno.test("describeVersion() names the commit of a binary, and the small one by its name", () => {
  const source = readBuildFacts("/nowhere", false, "/usr/bin/deno");
  assertEquals(describeVersion("0.1.0", source), "handrail 0.1.0");
  assertEquals(
    describeVersion("0.1.0", { ...source, variant: "full", commit: "abc1234" }),
    "handrail 0.1.0 (abc1234)",
  );
  assertEquals(
    describeVersion("0.1.0", { ...source, variant: "lite", commit: "abc1234+" }),
    "handrail-lite 0.1.0 (abc1234+)",
  );
});

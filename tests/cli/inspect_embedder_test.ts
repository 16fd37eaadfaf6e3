import { assertEquals } from "@std/assert";
import { join } from "node:path";
import { type BuildFacts, readBuildFacts } from "../../cli/build_facts.ts";
import { inspectEmbedder } from "../../cli/inspect_embedder.ts";
import { readSettings } from "../../cli/settings/settings.ts";
import { copyName } from "../../kb/copy_out.ts";
import type { SessionWay } from "../../kb/embedders/session_opener.ts";
import type { PackedFile } from "../../kb/packed_file.ts";
import { FakeSession } from "../_support/fake_session.ts";
import { tempFolder } from "../_support/temp_folder.ts";

const SOURCE = readBuildFacts("/nowhere", false, "/usr/bin/deno");
const PACKED: PackedFile = {
  name: "kb.sqlite",
  path: "/opt/handrail",
  offset: 0,
  length: 1,
  size: 1,
  sha256: "00",
  gzip: false,
};
const FULL: BuildFacts = {
  ...SOURCE,
  variant: "full",
  index: PACKED,
  model: { weights: PACKED, tokenizer: PACKED },
};

function settings(cache: string, embedder = "local") {
  return readSettings({ HOME: "/nowhere", HANDRAIL_CACHE: cache, HANDRAIL_EMBEDDER: embedder }, "/nowhere");
}

function way(backend: "native" | "wasm", reason?: string): SessionWay {
  return {
    backend,
    open: () =>
      reason === undefined ? Promise.resolve(new FakeSession(backend)) : Promise.reject(new Error(reason)),
  };
}

Deno.test("inspectEmbedder() names the fastest way that works, and why a faster one does not", async () => {
  const native = await inspectEmbedder(settings("/nowhere"), FULL, () => [way("native"), way("wasm")]);
  assertEquals([native.backend, native.problems], ["native", []]);
  assertEquals([native.weights, native.copiesFolder], ["/opt/handrail", "/nowhere/handrail/copies"]);
  const wasm = await inspectEmbedder(
    settings("/nowhere"),
    FULL,
    () => [way("native", "no space left\nsecond line"), way("wasm")],
  );
  assertEquals([wasm.backend, wasm.problems], ["wasm", ["native: no space left"]]);
  const none = await inspectEmbedder(
    settings("/nowhere"),
    FULL,
    () => [way("native", "no ffi"), way("wasm", "no memory")],
  );
  assertEquals([none.backend, none.problems], [undefined, ["native: no ffi", "wasm: no memory"]]);
});

Deno.test("inspectEmbedder() says that a program from source has not fetched the model yet", async () => {
  const state = await inspectEmbedder(settings("/nowhere"), SOURCE);
  assertEquals(state, {
    choice: "local",
    backend: undefined,
    problems: ["model: not fetched yet"],
    weights: undefined,
    copiesFolder: undefined,
    otherCopies: [],
  });
});

Deno.test("inspectEmbedder() loads nothing when a server embeds, or in the small program", async () => {
  const early = () => [way("native", "loaded for nothing")];
  const openai = await inspectEmbedder(settings("/nowhere", "openai:x"), FULL, early);
  assertEquals([openai.choice, openai.backend, openai.problems], ["openai", undefined, []]);
  const lite = await inspectEmbedder(settings("/nowhere"), { ...FULL, variant: "lite" }, early);
  assertEquals([lite.choice, lite.backend, lite.problems], ["local", undefined, []]);
});

Deno.test("inspectEmbedder() lists the copies of other versions, and not its own", async () => {
  await using folder = await tempFolder();
  const copies = join(folder.path, "handrail", "copies");
  for (const name of [copyName([PACKED]), "0123456789abcdef"]) {
    await Deno.mkdir(join(copies, name), { recursive: true });
  }
  const { otherCopies } = await inspectEmbedder(settings(folder.path), FULL, () => [way("wasm")]);
  assertEquals(otherCopies, [join(copies, "0123456789abcdef")]);
});

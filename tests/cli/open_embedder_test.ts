import { assertEquals, assertRejects } from "@std/assert";
import { readBuildFacts } from "../../cli/build_facts.ts";
import { openEmbedder } from "../../cli/open_embedder.ts";
import { readSettings } from "../../cli/settings/settings.ts";
import { wordsOf } from "../../kb/bilingual_error.ts";
import { EmbedderUnavailableError } from "../../kb/embedders/embedder_unavailable_error.ts";

const SOURCE = readBuildFacts("/nowhere", false, "/usr/bin/deno");
const LITE = { ...SOURCE, variant: "lite" } as const;
const SERVICES = {
  networkFetch: () => Promise.reject(new Error("nothing is to be sent")),
  keyFiles: {
    readFile: () => Promise.reject(new Error("nothing is to be read")),
    modeOf: () => Promise.resolve(null),
    warn: () => {},
    language: "en" as const,
  },
};

function settings(embedder: string, language = "en") {
  return readSettings({ HOME: "/nowhere", HANDRAIL_EMBEDDER: embedder, LANG: language }, "/nowhere");
}

Deno.test("openEmbedder() says what handrail-lite lacks and what takes its place, and fetches nothing", async () => {
  await assertRejects(
    () => openEmbedder(settings("local"), LITE, { mayFetch: true }, SERVICES),
    EmbedderUnavailableError,
    "Cannot search by meaning: handrail-lite has no embedding model. " +
      "Use handrail, or a server's: HANDRAIL_EMBEDDER=openai:MODEL",
  );
  const error = await assertRejects(() =>
    openEmbedder(settings("local"), LITE, { mayFetch: true }, SERVICES)
  );
  assertEquals(
    wordsOf(error).zh,
    "无法按语义检索：handrail-lite 不含向量模型。请改用 handrail，或使用服务器上的模型：HANDRAIL_EMBEDDER=openai:MODEL",
  );
});

Deno.test("openEmbedder() opens none when none is wanted, in handrail-lite too", async () => {
  assertEquals(await openEmbedder(settings("none"), LITE, { mayFetch: true }, SERVICES), undefined);
});

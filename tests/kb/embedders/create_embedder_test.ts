import { assertEquals, assertRejects } from "@std/assert";
import { createEmbedder, type EmbedderServices } from "../../../kb/embedders/create_embedder.ts";
import { ModelFilesError } from "../../../kb/embedders/model_files.ts";
import { FakeClock } from "../../_support/fake_clock.ts";
import { tempFolder } from "../../_support/temp_folder.ts";

function services(asked: string[] = []): EmbedderServices {
  const fetch = (url: URL | RequestInfo) => {
    asked.push(String(url));
    return Promise.resolve(Response.json({ data: [{ embedding: [1, 2, 3] }] }));
  };
  return { fetch, clock: new FakeClock(), cores: 2 };
}

Deno.test("createEmbedder() makes none when none is wanted, and asks nobody", async () => {
  const asked: string[] = [];
  const settings = { choice: { kind: "none" }, cacheFolder: "/nowhere" } as const;
  assertEquals(await createEmbedder(settings, services(asked)), undefined);
  assertEquals(asked, []);
});

Deno.test("createEmbedder() takes OpenAI's own address when the settings name none", async () => {
  const asked: string[] = [];
  const settings = { choice: { kind: "openai", model: "m" }, cacheFolder: "/nowhere" } as const;
  await using embedder = await createEmbedder(settings, services(asked));
  assertEquals([embedder?.identity.name, embedder?.identity.dimensions], ["m", 3]);
  await createEmbedder({ ...settings, openaiBaseUrl: "http://127.0.0.1:11434/v1" }, services(asked));
  assertEquals(asked, ["https://api.openai.com/v1/embeddings", "http://127.0.0.1:11434/v1/embeddings"]);
});

Deno.test("createEmbedder() fetches nothing when it may not, and says what does", async () => {
  await using folder = await tempFolder();
  const asked: string[] = [];
  const error = await assertRejects(
    () =>
      createEmbedder(
        { choice: { kind: "local" }, cacheFolder: folder.path },
        { ...services(asked), mayFetch: false },
      ),
    ModelFilesError,
  );
  assertEquals(
    error.message,
    `Cannot use embedding model: ${folder.path}/handrail/models/bge-small-zh-v1.5 does not hold it yet. ` +
      "It is fetched by: handrail kb ingest PATH",
  );
  assertEquals(asked, []);
});

Deno.test("createEmbedder() asks the address of the settings for a model that is nowhere", async () => {
  await using folder = await tempFolder();
  const asked: string[] = [];
  await assertRejects(
    () =>
      createEmbedder(
        { choice: { kind: "local" }, cacheFolder: folder.path, modelUrl: "http://mirror/bge" },
        services(asked),
      ),
    ModelFilesError,
    "Cannot fetch embedding model: mirror: tokenizer.json was cut off after",
  );
  assertEquals(asked, ["http://mirror/bge/tokenizer.json"]);
});

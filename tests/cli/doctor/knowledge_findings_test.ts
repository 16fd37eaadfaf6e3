import { assertEquals } from "@std/assert";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { BilingualError } from "../../../kb/bilingual_error.ts";
import { knowledgeFindings } from "../../../cli/doctor/knowledge_findings.ts";
import type { EmbedderState } from "../../../cli/inspect_embedder.ts";
import type { Program } from "../../../cli/program.ts";
import { KnowledgeIndex } from "../../../kb/knowledge_index.ts";
import { tempFolder } from "../../_support/temp_folder.ts";

type Examined = Parameters<typeof knowledgeFindings>[0];

/** What is said of search by meaning, on a machine whose embedder is in that state. */
async function embedding(state: Partial<EmbedderState>, variant: Program["build"]["variant"] = "source") {
  const program = {
    settings: { language: "en", knowledgePath: "/nowhere/kb.sqlite" },
    build: { variant },
    hasIndex: () => false,
    inspectEmbedder: () =>
      Promise.resolve({ choice: "local", backend: undefined, problems: [], otherCopies: [], ...state }),
    openEmbedder: () => Promise.reject(new Error("Cannot embed: the server is away")),
  };
  const [index, ...rest] = await knowledgeFindings(program as unknown as Examined);
  assertEquals([index?.name, index?.state], ["index", "ok"]);
  return rest;
}

Deno.test("knowledgeFindings() is content with the fastest way to embed", async () => {
  assertEquals(await embedding({ backend: "native" }), [{
    name: "embedding",
    state: "ok",
    detail: "native",
  }]);
});

Deno.test("knowledgeFindings() warns when a slower way takes its place, and when there is none", async () => {
  assertEquals(await embedding({ backend: "wasm", problems: ["native: no such library"] }), [
    { name: "embedding", state: "warning", detail: "wasm; native: no such library" },
  ]);
  assertEquals(await embedding({ backend: "wasm", problems: ["native: No space left on device"] }, "full"), [{
    name: "embedding",
    state: "warning",
    detail: "wasm; native: No space left on device",
    advice: "Until then search by meaning is slower. " +
      "Set HANDRAIL_CACHE to a folder with 50 MB of room, on a disk that lets programs run",
  }]);
  assertEquals(await embedding({ problems: ["model: not fetched yet"] }), [{
    name: "embedding",
    state: "warning",
    detail: "model: not fetched yet",
    advice:
      "Until then documents are searched by words alone. handrail kb ingest PATH fetches the model; HANDRAIL_EMBEDDER=none says that none is wanted",
  }]);
});

Deno.test("knowledgeFindings() says what a server answers, and what the small binary lacks", async () => {
  assertEquals(await embedding({ choice: "openai" }), [{
    name: "embedding",
    state: "warning",
    detail: "Cannot embed: the server is away",
    advice:
      "Until then documents are searched by words alone. Check OPENAI_BASE_URL and OPENAI_API_KEY; HANDRAIL_EMBEDDER=none says that none is wanted",
  }]);
  assertEquals(
    (await embedding({}, "lite"))[0]?.detail,
    "none in this make: documents are searched by words, or HANDRAIL_EMBEDDER=openai:MODEL",
  );
  assertEquals(
    (await embedding({ choice: "none" }))[0]?.detail,
    "none wanted (HANDRAIL_EMBEDDER=none): documents are searched by words",
  );
});

Deno.test("knowledgeFindings() lists what other versions left in the cache", async () => {
  assertEquals((await embedding({ backend: "native", otherCopies: ["/c/a", "/c/b"] }))[1], {
    name: "copies",
    state: "ok",
    detail: "of other versions, left in the cache: /c/a, /c/b",
    advice: "They may be deleted once no such version is in use",
  });
});

Deno.test("knowledgeFindings() says where it looked for an index, and leaves a file of somebody else's alone", async () => {
  await using folder = await tempFolder();
  const knowledgePath = join(folder.path, "kb.sqlite");
  const about = async (hasIndex: boolean) => {
    const program = {
      settings: { language: "en", knowledgePath },
      build: { variant: "source" },
      hasIndex: () => hasIndex,
      inspectEmbedder: () => Promise.resolve({ choice: "none", problems: [], otherCopies: [] }),
    };
    return (await knowledgeFindings(program as unknown as Examined))[0];
  };
  assertEquals(
    (await about(false))?.detail,
    `none of yours yet at ${knowledgePath}; the bundled samples answer. Take yours in with: handrail kb ingest PATH`,
  );
  await Deno.writeTextFile(knowledgePath, "my diary, and no index");
  assertEquals(await about(true), {
    name: "index",
    state: "failure",
    detail: `Cannot read knowledge base: ${knowledgePath} is no index. ` +
      "Name an index in HANDRAIL_KB, or make one at a new path with: handrail kb ingest PATH",
  });
});

Deno.test("knowledgeFindings() has a damaged index deleted: an ingest passes over files that did not change", async () => {
  await using folder = await tempFolder();
  const knowledgePath = join(folder.path, "kb.sqlite");
  using index = KnowledgeIndex.open(knowledgePath);
  index.ingest([{ path: "/a.md", text: "# Leave\n\nFive days." }]);
  const database = new DatabaseSync(knowledgePath);
  database.exec("PRAGMA foreign_keys = OFF; DELETE FROM documents");
  database.close();
  const program = {
    settings: { language: "en", knowledgePath },
    build: { variant: "source" },
    hasIndex: () => true,
    inspectEmbedder: () => Promise.resolve({ choice: "none", problems: [], otherCopies: [] }),
  };
  const [found] = await knowledgeFindings(program as unknown as Examined);
  assertEquals(
    [found?.state, found?.advice],
    ["failure", "Delete the file and make it again with: handrail kb ingest PATH"],
  );
});

Deno.test("knowledgeFindings() counts the documents that a binary was built around, and fails when they cannot be read", async () => {
  const about = async (openKnowledge: () => Promise<unknown>, language = "en") => {
    const program = {
      settings: { language, knowledgePath: "/nowhere/kb.sqlite" },
      build: { variant: "full", ownIndex: true },
      hasIndex: () => false,
      openKnowledge,
      inspectEmbedder: () => Promise.resolve({ choice: "none", problems: [], otherCopies: [] }),
    };
    return (await knowledgeFindings(program as unknown as Examined))[0];
  };
  const index = { info: () => ({ documents: 3, chunks: 9 }) };
  assertEquals(await about(() => Promise.resolve({ index })), {
    name: "index",
    state: "ok",
    detail: "built into this program: 3 documents, 9 chunks",
  });
  const reason = {
    en: "Cannot copy the documents that are built in: no space. Name a folder in HANDRAIL_CACHE",
    zh: "无法复制内置的文档：空间不足。请用 HANDRAIL_CACHE 指定文件夹",
  };
  const refused = () => Promise.reject(new BilingualError(reason));
  assertEquals(await about(refused), { name: "index", state: "failure", detail: reason.en });
  assertEquals(await about(refused, "zh"), { name: "index", state: "failure", detail: reason.zh });
});

Deno.test("knowledgeFindings() gives up on a server that embeds and says nothing", async () => {
  const controller = new AbortController();
  const program = {
    settings: { language: "en", knowledgePath: "/nowhere/kb.sqlite" },
    build: { variant: "source" },
    hasIndex: () => false,
    openEmbedder: () => {
      controller.abort();
      return new Promise(() => {});
    },
    inspectEmbedder: () => Promise.resolve({ choice: "openai", problems: [], otherCopies: [] }),
  };
  const [, found] = await knowledgeFindings(program as unknown as Examined, () => controller.signal);
  assertEquals(found, {
    name: "embedding",
    state: "warning",
    detail: "the server that embeds does not answer",
    advice: "Until then documents are searched by words alone. Check OPENAI_BASE_URL and OPENAI_API_KEY; " +
      "HANDRAIL_EMBEDDER=none says that none is wanted",
  });
});

import { assert, assertEquals, assertThrows } from "@std/assert";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { embedPending } from "../../kb/embed_pending.ts";
import { KnowledgeIndex } from "../../kb/knowledge_index.ts";
import { verifyIndex } from "../../kb/verify_index.ts";
import { FakeEmbedder } from "../_support/fake_embedder.ts";
import { tempFolder } from "../_support/temp_folder.ts";

const DOCUMENTS = Array.from(
  { length: 30 },
  (_, at) => ({ path: `/kb/${at}.md`, text: `# 文件 ${at}\n\n退款说明。` }),
);

async function setUp() {
  const folder = await tempFolder();
  const path = join(folder.path, "kb.sqlite");
  {
    using index = KnowledgeIndex.open(path);
    index.ingest(DOCUMENTS);
    await embedPending(index, new FakeEmbedder({ ideas: [["退款"]] }));
  }
  return { path, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

function change(path: string, statement: string): void {
  const database = new DatabaseSync(path);
  database.exec(`PRAGMA foreign_keys = OFF; ${statement}`);
  database.close();
}

Deno.test("verifyIndex() finds nothing wrong with a sound index, and counts what waits for its vector", async () => {
  await using scene = await setUp();
  assertEquals(verifyIndex(scene.path), { problems: [], waiting: 0 });
  change(scene.path, "DELETE FROM vectors WHERE chunk_id IN (1, 2)");
  assertEquals(verifyIndex(scene.path), { problems: [], waiting: 2 });
});

Deno.test("verifyIndex() says which parts do not fit together (K8)", async () => {
  await using scene = await setUp();
  change(scene.path, "DELETE FROM documents WHERE id = 3; INSERT INTO vectors VALUES (9999, x'00')");
  assertEquals(verifyIndex(scene.path).problems, [
    {
      en: "1 chunks belong to no document. Make the index again with: handrail kb ingest PATH",
      zh: "1 个片段不属于任何文档。请用 handrail kb ingest 路径 重建索引",
    },
    {
      en: "1 vectors belong to no chunk. Make the index again with: handrail kb ingest PATH",
      zh: "1 个向量不属于任何片段。请用 handrail kb ingest 路径 重建索引",
    },
  ]);
});

Deno.test("verifyIndex() finds pages that were overwritten (K8)", async () => {
  await using scene = await setUp();
  const bytes = await Deno.readFile(scene.path);
  bytes.fill(0x5a, 8_192, 16_384);
  await Deno.writeFile(scene.path, bytes);
  assert(verifyIndex(scene.path).problems.length > 0);
});

Deno.test("an index whose first ingest was killed at once says so, and the next ingest makes it (K8)", async () => {
  await using folder = await tempFolder();
  const path = join(folder.path, "kb.sqlite");
  await Deno.writeFile(path, new Uint8Array());
  const message = `Cannot open knowledge base: ${path} is empty, its ingest was cut off`;
  assertThrows(() => verifyIndex(path), Error, message);
  assertThrows(() => KnowledgeIndex.open(path, { readOnly: true }), Error, message);
  using index = KnowledgeIndex.open(path);
  assertEquals(index.ingest(DOCUMENTS).added, 30);
});

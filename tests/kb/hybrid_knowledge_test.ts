import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { join } from "node:path";
import { embedPending } from "../../kb/embed_pending.ts";
import { HybridKnowledge } from "../../kb/hybrid_knowledge.ts";
import { KnowledgeIndex } from "../../kb/knowledge_index.ts";
import { ModelMismatchError } from "../../kb/model_mismatch_error.ts";
import { FakeEmbedder } from "../_support/fake_embedder.ts";
import { tempFolder } from "../_support/temp_folder.ts";

const IDEAS = [["退款", "把钱要回来"], ["住宿", "酒店"], ["密码"]];
const DOCUMENTS = [
  { path: "/kb/a.md", text: "# 退款政策\n\n签收后七天内可以申请退款。", modifiedMs: 1_000 },
  { path: "/kb/b.md", text: "# 差旅\n\n住宿标准每晚五百元。", modifiedMs: 2_000 },
  { path: "/other/c.md", text: "# 账号\n\n忘记密码时点击重置。", modifiedMs: 3_000 },
];

async function indexed(embedder = new FakeEmbedder({ ideas: IDEAS }), documents = DOCUMENTS) {
  const index = KnowledgeIndex.open(":memory:");
  index.ingest(documents);
  await embedPending(index, embedder);
  return { index, embedder };
}

Deno.test("a question that shares no word with its answer finds it by meaning", async () => {
  const { index, embedder } = await indexed();
  assertEquals(index.search("怎样把钱要回来"), []);
  const knowledge = new HybridKnowledge(index, { embedder: () => Promise.resolve(embedder) });
  const [first] = await knowledge.search("怎样把钱要回来", { floor: 0.1 });
  assertEquals(first?.documentPath, "/kb/a.md");
  assertEquals(first?.parts, { lexical: 0, dense: first?.parts?.dense ?? null });
  assert((first?.parts?.dense ?? 0) > 0.98);
});

Deno.test("headings are embedded with the text below them", async () => {
  const { embedder } = await indexed();
  assertEquals(embedder.asked.toSorted(), [
    "差旅\n住宿标准每晚五百元。",
    "账号\n忘记密码时点击重置。",
    "退款政策\n签收后七天内可以申请退款。",
  ]);
});

Deno.test("nothing is embedded a second time, not even when a file changes around it (K3)", async () => {
  const { index, embedder } = await indexed();
  index.ingest(DOCUMENTS);
  assertEquals(await embedPending(index, embedder), 0);
  index.ingest([{
    ...DOCUMENTS[0],
    path: "/kb/a.md",
    text: `${DOCUMENTS[0]?.text}\n\n## 费用\n\n运费由买家承担。`,
  }]);
  assertEquals([await embedPending(index, embedder), embedder.asked.at(-1)], [
    1,
    "退款政策 › 费用\n运费由买家承担。",
  ]);
  assertEquals([index.info().vectors, index.info().chunks], [4, 4]);
});

Deno.test("an ingest that was cut off goes on with what waits for its vector (K10)", async () => {
  const embedder = new FakeEmbedder({ ideas: IDEAS });
  const index = KnowledgeIndex.open(":memory:");
  index.ingest(DOCUMENTS);
  embedder.failure = new Error("killed");
  await assertRejects(() => embedPending(index, embedder), Error, "killed");
  assertEquals([index.pendingCount(), index.search("密码")[0]?.documentPath], [3, "/other/c.md"]);
  embedder.failure = undefined;
  const progress: unknown[] = [];
  await embedPending(index, embedder, { onProgress: (event) => progress.push(event) });
  assertEquals([index.pendingCount(), progress], [0, [{ done: 3, total: 3 }]]);
});

Deno.test("a document that is removed takes its vectors with it (K4)", async () => {
  const { index, embedder } = await indexed();
  index.remove("/kb/a.md");
  assertEquals(index.info().vectors, 2);
  const knowledge = new HybridKnowledge(index, { embedder: () => Promise.resolve(embedder) });
  assertEquals((await knowledge.search("退款", { floor: 0.3 })).map(({ documentPath }) => documentPath), []);
});

Deno.test("vectors of another model are an error that says what to do, and change nothing (K7)", async () => {
  const { index } = await indexed();
  const other = new FakeEmbedder({ ideas: IDEAS, hash: "b" });
  const knowledge = new HybridKnowledge(index, { embedder: () => Promise.resolve(other) });
  await assertRejects(
    () => knowledge.search("退款"),
    ModelMismatchError,
    "Cannot use fake-b with :memory:: its vectors come from fake-a (aaaaaaaaaaaa). Choose that model, or make another index",
  );
  await assertRejects(() => embedPending(index, other), ModelMismatchError);
  assertThrows(() => index.adoptModel(other.identity), ModelMismatchError);
  assertEquals([index.info().model, other.asked], ["fake-a", []]);
});

Deno.test("without a model words alone are searched, and that is said once", async () => {
  const { index } = await indexed();
  const said: string[] = [];
  let asked = 0;
  const knowledge = new HybridKnowledge(index, {
    embedder: () => (asked++, Promise.reject(new Error("no model here"))),
    onLexicalOnly: (why) => said.push(why),
  });
  assertEquals((await knowledge.search("退款"))[0]?.documentPath, "/kb/a.md");
  assertEquals(await knowledge.search("怎样把钱要回来"), []);
  assertEquals([said, asked], [["no model here"], 1]);
});

Deno.test("a model that gives no answer leaves words, says so once, and is asked again", async () => {
  const { index, embedder } = await indexed();
  const said: string[] = [];
  const knowledge = new HybridKnowledge(index, {
    embedder: () => Promise.resolve(embedder),
    onLexicalOnly: (why) => said.push(why),
  });
  embedder.failure = new Error("the server is away");
  assertEquals((await knowledge.search("退款"))[0]?.documentPath, "/kb/a.md");
  assertEquals(await knowledge.search("怎样把钱要回来"), []);
  embedder.failure = undefined;
  assertEquals((await knowledge.search("怎样把钱要回来", { floor: 0.1 }))[0]?.documentPath, "/kb/a.md");
  assertEquals(said, ["the server is away"]);
});

Deno.test("an index without vectors asks for no model at all", async () => {
  const index = KnowledgeIndex.open(":memory:");
  index.ingest(DOCUMENTS);
  const knowledge = new HybridKnowledge(index, { embedder: () => Promise.reject(new Error("asked")) });
  assertEquals((await knowledge.search("退款"))[0]?.documentPath, "/kb/a.md");
});

Deno.test("filters by path and date apply before the best are taken, in both halves (K25)", async () => {
  const { index, embedder } = await indexed();
  const knowledge = new HybridKnowledge(index, { embedder: () => Promise.resolve(embedder) });
  const found = async (
    filter: { under?: string; since?: number; until?: number },
    query = "退款 住宿 密码",
  ) =>
    (await knowledge.search(query, { floor: 0.01, filter })).map(({ documentPath }) => documentPath).sort();
  assertEquals(await found({}), ["/kb/a.md", "/kb/b.md", "/other/c.md"]);
  assertEquals(await found({ under: "/kb" }), ["/kb/a.md", "/kb/b.md"]);
  assertEquals(await found({ under: "/kb/a.md" }), ["/kb/a.md"]);
  assertEquals(await found({ under: "/k" }), []);
  assertEquals(await found({ since: 2_000 }), ["/kb/b.md", "/other/c.md"]);
  assertEquals(await found({ under: "/kb", until: 2_000 }), ["/kb/a.md"]);
  assertEquals(
    index.search("退款 住宿 密码", { filter: { under: "/other" } }).map((one) => one.documentPath),
    ["/other/c.md"],
  );
});

Deno.test("an index whose model has embedded nothing yet is searched by words, on their scale (K19, K20)", async () => {
  const embedder = new FakeEmbedder({ ideas: IDEAS });
  const index = KnowledgeIndex.open(":memory:");
  index.ingest(DOCUMENTS);
  index.adoptModel(embedder.identity);
  const knowledge = new HybridKnowledge(index, { embedder: () => Promise.resolve(embedder) });
  assertEquals(await knowledge.search("退款"), index.search("退款"));
  const unrelated = "水星 金星 火星 木星 土星 天王星 海王星 每晚";
  assertEquals(await knowledge.search(unrelated), []);
});

Deno.test("a reader sees the vectors that another process adds meanwhile (K9)", async () => {
  await using folder = await tempFolder();
  const path = join(folder.path, "kb.sqlite");
  const embedder = new FakeEmbedder({ ideas: IDEAS });
  using writer = KnowledgeIndex.open(path);
  writer.ingest(DOCUMENTS);
  using reader = KnowledgeIndex.open(path, { readOnly: true });
  const knowledge = new HybridKnowledge(reader, { embedder: () => Promise.resolve(embedder) });
  assertEquals(await knowledge.search("怎样把钱要回来"), []);
  await embedPending(writer, embedder);
  assertEquals((await knowledge.search("怎样把钱要回来", { floor: 0.1 }))[0]?.documentPath, "/kb/a.md");
});

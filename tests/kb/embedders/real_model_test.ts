/**
 * Tests on the real model. They run where its files are in the cache or in `HANDRAIL_MODEL_DIR`: `deno task model`
 * fetches them, `deno task test:model` runs this file with the permission that the native runtime needs.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chunkDocument } from "../../../kb/chunk_document.ts";
import { embeddedText } from "../../../kb/chunk_texts.ts";
import type { Embedder } from "../../../kb/embedder.ts";
import type { Backend } from "../../../kb/embedders/inference_session.ts";
import { LocalEmbedder } from "../../../kb/embedders/local_embedder.ts";
import type { ModelPaths } from "../../../kb/embedders/model_files.ts";
import { sessionOpener, workerWays } from "../../../kb/embedders/session_opener.ts";
import { bertTokenizer, type TextTokenizer } from "../../../kb/embedders/text_tokenizer.ts";
import { missingModel, realModelPaths } from "../../_support/real_model.ts";

const paths = await realModelPaths();
const BACKENDS: readonly Backend[] = ["native", "wasm"];

/** Registers a test; its name says why it is skipped. */
async function modelTest(
  name: string,
  needsNative: boolean,
  fn: (paths: ModelPaths) => Promise<void> | void,
): Promise<void> {
  const missing = await missingModel(paths, needsNative);
  Deno.test({
    name: missing ? `${name} (skipped: ${missing})` : name,
    ignore: missing !== undefined,
    fn: () => paths && fn(paths),
  });
}

function tokenizerOf({ tokenizer }: ModelPaths): TextTokenizer {
  return bertTokenizer(Deno.readTextFileSync(tokenizer), 512);
}

function embedderOf(files: ModelPaths, backend: Backend, sessions = 1): LocalEmbedder {
  return new LocalEmbedder({
    identity: { name: "bge", hash: "00", dimensions: 512 },
    tokenizer: tokenizerOf(files),
    maxTokens: 510,
    open: sessionOpener(workerWays(files.weights, { backends: [backend] })),
    sessions,
  });
}

function cosine(one: Float32Array | undefined, other: Float32Array | undefined): number {
  return one?.reduce((sum, value, at) => sum + value * (other?.[at] ?? NaN), 0) ?? NaN;
}

async function cosinesWithFirst(embedder: Embedder, texts: readonly string[]): Promise<number[]> {
  const [first, ...others] = await embedder.embed(texts);
  return others.map((other) => cosine(first, other));
}

await modelTest("the real tokenizer gives the ids of the model's vocabulary", false, (files) => {
  const tokenizer = tokenizerOf(files);
  // Line numbers of vocab.txt, from 0: 怎 2582, 么 720, 退 6842, 款 3621, ？ 8043.
  assertEquals([...tokenizer.encode("怎么退款？")], [101, 2582, 720, 6842, 3621, 8043, 102]);
  // re 8847, ##fun 11222, ##d 8168, policy 8659; 1 122, 0 121, 21 8128, "." 119.
  assertEquals([...tokenizer.encode("Refund POLICY 1.0.21")], [
    ...[101, 8847, 11222, 8168, 8659],
    ...[122, 119, 121, 119, 8128, 102],
  ]);
});

await modelTest("the real tokenizer counts Chinese, English and mixed texts", false, (files) => {
  const tokenizer = tokenizerOf(files);
  assertEquals(tokenizer.count(""), 0);
  assertEquals(tokenizer.count("怎么退款？"), 5);
  assertEquals(tokenizer.count("Refund policy"), 4);
  // 重 跑 vpn 后 50 条
  assertEquals(tokenizer.count("重跑VPN后50条"), 6);
  assertEquals(tokenizer.count("退".repeat(510)), 510);
  assertEquals(tokenizer.encode("退".repeat(510)).length, 512);
  assertEquals(tokenizer.encode("退".repeat(5_000)).length, 512);
});

for (const backend of BACKENDS) {
  const needsNative = backend === "native";
  await modelTest(
    `the real model on ${backend} puts like texts together, in Chinese and in English`,
    needsNative,
    async (files) => {
      await using embedder = embedderOf(files, backend);
      const [policy = NaN, weather = NaN] = await cosinesWithFirst(embedder, [
        "怎么退款？",
        "退款政策",
        "今天天气很好",
      ]);
      assert(policy > 0.7 && weather < 0.4, `${policy} and ${weather}`);
      const [english = NaN, sunny = NaN] = await cosinesWithFirst(embedder, [
        "How do I get a refund?",
        "refund policy",
        "the weather is nice",
      ]);
      assert(english > 0.6 && sunny < 0.55, `${english} and ${sunny}`);
      const [capitals = NaN] = await cosinesWithFirst(embedder, ["Refund Policy", "refund policy"]);
      assert(capitals > 0.9999, `${capitals}`);
    },
  );
}

await modelTest(
  "the real model gives a text the same vector alone and in company, and length 1",
  true,
  async (files) => {
    await using embedder = embedderOf(files, "native", 2);
    const company = Array.from(
      { length: 40 },
      (_, at) => `第 ${at} 条：${"退货须在签收后七天内。".repeat(at + 1)}`,
    );
    const together = await embedder.embed(company);
    const [alone] = await embedder.embed(company.slice(7, 8));
    assertEquals(alone, together[7]);
    assert(together.every((vector) => vector.length === 512 && Math.abs(cosine(vector, vector) - 1) < 1e-6));
  },
);

await modelTest("the real model says the same on both runtimes, but for rounding", true, async (files) => {
  const texts = [
    "怎么退款？",
    "Refund policy",
    "订单 A-1024 已发货",
    "退货须在签收后七天内提出。".repeat(20),
  ];
  await using native = embedderOf(files, "native");
  await using wasm = embedderOf(files, "wasm");
  const [ones, others] = [await native.embed(texts), await wasm.embed(texts)];
  ones.forEach((one, at) => {
    const likeness = cosine(one, others[at]);
    // The last bit of a sum differs, and where it tips a rounding to int8 the difference grows.
    assert(likeness > 0.99, `${texts[at]?.slice(0, 10)}: ${likeness}`);
  });
});

const ODD_TEXTS = [
  "😀👨‍👩‍👧‍👦🇨🇳".repeat(500),
  "!@#$%^&*()_+-=[]{};':,./<>?".repeat(300),
  "ａｂｃ１２３".repeat(800),
  "supercalifragilistic".repeat(300),
  "0123456789".repeat(800),
  "ก็ देवनागरी שלום مرحبا 한국어 日本語カタカナ".repeat(200),
  "https://example.com/a/b/c?d=e&f=g#h ".repeat(200),
  "\u{20000}\u{2a6d6}".repeat(900),
];

await modelTest("no chunk is longer than the model takes, by its own tokenizer (K17)", false, (files) => {
  const tokenizer = tokenizerOf(files);
  const samples = fileURLToPath(new URL("../../../samples/kb/", import.meta.url));
  const texts = [
    ...ODD_TEXTS,
    ...[...Deno.readDirSync(samples)].map(({ name }) => Deno.readTextFileSync(join(samples, name))),
  ];
  const lengths = texts.flatMap((text) => chunkDocument(text, { title: "标题".repeat(40) }))
    .map((chunk) => tokenizer.count(embeddedText(chunk)));
  assert(lengths.length > 300);
  assert(Math.max(...lengths) <= 510, `${Math.max(...lengths)} tokens`);
});

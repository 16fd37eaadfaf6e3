/**
 * Measures how search and ingest grow: 1,000, 10,000 and 100,000 chunks, in a file, next to MiniSearch and Orama in memory.
 * Texts are sentences of the samples in random order with a made-up number each, vectors are random around a hundred
 * directions: good for time, not for quality.
 *
 * ```sh
 * deno task bench:kb
 * ```
 *
 * @module
 */
// deno-lint-ignore-file no-console -- a benchmark prints its figures
import { join } from "node:path";
import { KnowledgeIndex } from "../kb/knowledge_index.ts";
import { splitSentences } from "../kb/split_sentences.ts";
import { seededRandom } from "../tests/_support/seeded_random.ts";
import { timesOf } from "./times_of.ts";
import { peers } from "./kb_peers.ts";

const SIZES = [1_000, 10_000, 100_000];
const DIMENSIONS = 512;
const DIRECTIONS = 100;
const CHUNKS_PER_DOCUMENT = 10;
const QUERIES = 60;
const MODEL = { name: "synthetic", hash: "0".repeat(64), dimensions: DIMENSIONS };

const random = seededRandom(7);
const samples = join(import.meta.dirname ?? ".", "..", "samples", "kb");
const sentences = [...Deno.readDirSync(samples)].flatMap(({ name }) =>
  splitSentences(Deno.readTextFileSync(join(samples, name)))
).map((sentence) => sentence.trim()).filter((sentence) => sentence.length > 8);
const directions = Array.from({ length: DIRECTIONS }, () => randomVector());

function randomVector(around?: Float32Array): Float32Array {
  const vector = Float32Array.from(
    { length: DIMENSIONS },
    (_, at) => (around?.[at] ?? 0) + (random() - 0.5) * 0.1,
  );
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

function pick<T>(list: readonly T[]): T {
  const one = list[Math.floor(random() * list.length)];
  if (one === undefined) throw new Error("Cannot pick: the list is empty");
  return one;
}

function newText(number: number): string {
  return `${pick(sentences)}${pick(sentences)}${pick(sentences)} 编号 N-${number}`;
}

function documentOf(number: number) {
  const sections = Array.from(
    { length: CHUNKS_PER_DOCUMENT },
    (_, at) => `## 第 ${at} 节\n\n${newText(number * CHUNKS_PER_DOCUMENT + at)}`,
  );
  return { path: `/kb/${number}.md`, text: `# 文件 ${number}\n\n${sections.join("\n\n")}` };
}

function grow(index: KnowledgeIndex, chunks: number): void {
  for (let number = index.info().documents; index.info().chunks < chunks; number++) {
    index.ingest([documentOf(number)]);
  }
  for (let batch = index.pending(2_000); batch.length > 0; batch = index.pending(2_000)) {
    index.addVectors(batch.map(({ chunkId }) => ({ chunkId, vector: randomVector(pick(directions)) })));
  }
}

const path = Deno.makeTempFileSync({ suffix: ".sqlite" });
Deno.removeSync(path);
for (const size of SIZES) {
  const start = performance.now();
  {
    using index = KnowledgeIndex.open(path);
    index.adoptModel(MODEL);
    grow(index, size);
  }
  const seconds = (performance.now() - start) / 1_000;
  const megabytes = Deno.statSync(path).size / 1_048_576;
  console.log(`${size} chunks, grown in ${seconds.toFixed(0)} s, ${megabytes.toFixed(0)} MB`);
  const queries = Array.from({ length: QUERIES }, () => pick(sentences).slice(0, 24));
  // A process of its own: what growing the index took would otherwise count as searching's memory.
  const reader = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--no-prompt",
      "--allow-read",
      join(import.meta.dirname ?? ".", "kb_speed_reader.ts"),
      path,
      ...queries,
    ],
  });
  console.log(new TextDecoder().decode((await reader.output()).stdout).trimEnd());
  if (size > 10_000) continue; // the peers hold everything in memory, and their indexing takes minutes beyond this
  using index = KnowledgeIndex.open(path, { readOnly: true });
  const records = [...index.chunks()].map(({ title, text }, id) => ({
    id: String(id),
    text: `${title}\n${text}`,
  }));
  for (const peer of await peers(records)) {
    console.log(`  ${peer.name.padEnd(23)} ${timesOf(peer.search, queries)}`);
  }
}
Deno.removeSync(path);

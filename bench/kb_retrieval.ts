/**
 * Measures search on folders of `corpus.jsonl`, `queries.jsonl` and `qrels.tsv`, through the product's own ingest and
 * search: each document is ingested as one file, and its best chunk counts for it. With two folders or more, the questions
 * of each are asked of the others as well, where nothing answers them.
 *
 * ```sh
 * deno task bench:retrieval ../shared/eval/kb/zh-cmrc2018 ../shared/eval/kb/en-scifact-2k
 * ```
 *
 * @module
 */
// deno-lint-ignore-file no-console -- a benchmark prints its figures
import type { Embedder } from "../kb/embedder.ts";
import { embedPending } from "../kb/embed_pending.ts";
import { KnowledgeIndex } from "../kb/knowledge_index.ts";
import { average, type EvalFolder, measure, quantile, readEvalFolder } from "./eval_folder.ts";
import { findLocalEmbedder } from "./local_embedder.ts";

/** Passages asked for, so that ten documents are left when several chunks of one are found. */
const PASSAGES = 50;
const MODES = ["lexical", "dense", "hybrid"] as const;

interface Measured {
  readonly folder: EvalFolder;
  readonly index: KnowledgeIndex;
  readonly vectors: readonly (Float32Array | undefined)[];
}

async function prepare(folder: EvalFolder, embedder: Embedder | undefined): Promise<Measured> {
  const index = KnowledgeIndex.open(":memory:");
  index.ingest(folder.corpus.map(({ id, title = "", text }) => ({ path: id, title, text })));
  const start = performance.now();
  if (embedder) await embedPending(index, embedder);
  const { documents, chunks, vectors } = index.info();
  const rate = vectors === 0
    ? "no vectors"
    : `${(1_000 * vectors / (performance.now() - start)).toFixed(0)} embedded a second`;
  console.log(`${folder.name}: ${documents} documents, ${chunks} chunks, ${rate}`);
  const texts = folder.queries.map(({ text }) => text);
  return { folder, index, vectors: embedder ? await embedder.embed(texts) : texts.map(() => undefined) };
}

function report({ folder, index, vectors }: Measured, mode: typeof MODES[number]): void {
  const times: number[] = [];
  let answered = 0;
  const measures = folder.queries.map(({ id, text }, at) => {
    const vector = vectors[at];
    const start = performance.now();
    const passages = index.search(text, { limit: PASSAGES, mode, floor: 0, ...(vector && { vector }) });
    times.push(performance.now() - start);
    if (index.search(text, { limit: 1, mode, ...(vector && { vector }) }).length > 0) answered++;
    return measure(
      [...new Set(passages.map(({ documentPath }) => documentPath))],
      folder.relevance.get(id) ?? new Map(),
    );
  });
  const figures = (["ndcg", "recall", "reciprocalRank"] as const)
    .map((name) => average(measures.map((one) => one[name])).toFixed(4));
  console.log(
    `  ${mode.padEnd(8)} nDCG@10 ${figures[0]}  recall@10 ${figures[1]}  MRR@10 ${figures[2]}  ` +
      `answered ${(100 * answered / measures.length).toFixed(1)} %  ` +
      `p50 ${quantile(times, 0.5).toFixed(1)} ms  p95 ${quantile(times, 0.95).toFixed(1)} ms`,
  );
}

function reportRejection(asked: Measured, { folder, index }: Measured): void {
  const empty = asked.folder.queries.filter(({ text }, at) => {
    const vector = asked.vectors[at];
    return index.search(text, { limit: 1, ...(vector && { vector }) }).length === 0;
  }).length;
  const share = (100 * empty / asked.folder.queries.length).toFixed(1);
  console.log(`questions of ${asked.folder.name} asked of ${folder.name}: ${share} % find nothing`);
}

const folders = Deno.args.flatMap((path) => {
  const folder = readEvalFolder(path);
  if (!folder) console.log(`${path}: skipped: no evaluation data`);
  return folder ?? [];
});
const embedder = folders.length > 0 ? await findLocalEmbedder() : undefined;
const measured: Measured[] = [];
for (const folder of folders) {
  const one = await prepare(folder, embedder);
  for (const mode of embedder ? MODES : ["lexical"] as const) report(one, mode);
  measured.push(one);
}
for (const index of measured) {
  for (const asked of measured) if (asked !== index) reportRejection(asked, index);
}
await embedder?.[Symbol.asyncDispose]();
for (const { index } of measured) index.close();

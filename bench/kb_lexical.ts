/**
 * Measures lexical search on folders of `corpus.jsonl`, `queries.jsonl` and `qrels.tsv`, through the product's own
 * index: each corpus document is ingested as one file, and its best chunk counts for it.
 *
 * ```sh
 * deno run --allow-read bench/kb_lexical.ts ../shared/eval/kb/zh-cmrc2018 ../shared/eval/kb/en-scifact-2k
 * ```
 *
 * @module
 */
import { KnowledgeIndex } from "../kb/knowledge_index.ts";

/** Results that are looked at. */
const DEPTH = 10;

/** Passages asked for, so that ten documents are left when several chunks of one are found. */
const PASSAGES = 50;

interface Record {
  readonly id: string;
  readonly title?: string;
  readonly text: string;
}

interface Measures {
  readonly ndcg: number;
  readonly recall: number;
  readonly reciprocalRank: number;
}

function readRecords(file: string): Record[] {
  return Deno.readTextFileSync(file).split("\n").filter((line) => line !== "").map((line) =>
    JSON.parse(line)
  );
}

function readRelevance(file: string): Map<string, Map<string, number>> {
  const relevance = new Map<string, Map<string, number>>();
  for (const line of Deno.readTextFileSync(file).split("\n")) {
    const [query, document, grade] = line.split("\t");
    if (query === undefined || document === undefined || !(Number(grade) > 0)) continue;
    relevance.set(query, (relevance.get(query) ?? new Map()).set(document, Number(grade)));
  }
  return relevance;
}

function discountedGain(grades: readonly number[]): number {
  return grades.reduce((sum, grade, rank) => sum + (2 ** grade - 1) / Math.log2(rank + 2), 0);
}

function measure(ranking: readonly string[], relevant: ReadonlyMap<string, number>): Measures {
  const grades = ranking.map((document) => relevant.get(document) ?? 0);
  const ideal = [...relevant.values()].sort((one, other) => other - one).slice(0, DEPTH);
  const first = grades.findIndex((grade) => grade > 0);
  return {
    ndcg: discountedGain(grades) / discountedGain(ideal),
    recall: grades.filter((grade) => grade > 0).length / relevant.size,
    reciprocalRank: first < 0 ? 0 : 1 / (first + 1),
  };
}

function average(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);
}

function quantile(numbers: readonly number[], share: number): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(share * (numbers.length - 1))] ?? 0;
}

function measureFolder(folder: string): string {
  using index = KnowledgeIndex.open(":memory:");
  const ingestStart = performance.now();
  const corpus = readRecords(`${folder}/corpus.jsonl`);
  index.ingest(corpus.map((record) => ({ path: record.id, title: record.title ?? "", text: record.text })));
  const ingestMs = performance.now() - ingestStart;
  const relevance = readRelevance(`${folder}/qrels.tsv`);
  const measures: Measures[] = [];
  const times: number[] = [];
  const scores: number[] = [];
  for (const query of readRecords(`${folder}/queries.jsonl`)) {
    const relevant = relevance.get(query.id);
    if (relevant === undefined) continue;
    const start = performance.now();
    const passages = index.search(query.text, { limit: PASSAGES });
    times.push(performance.now() - start);
    scores.push(passages[0]?.score ?? 0);
    measures.push(
      measure([...new Set(passages.map((passage) => passage.documentPath))].slice(0, DEPTH), relevant),
    );
  }
  const { documents, chunks } = index.info();
  return [
    `${folder}: ${documents} documents, ${chunks} chunks, ${measures.length} queries`,
    `  nDCG@10 ${average(measures.map((one) => one.ndcg)).toFixed(4)}` +
    `  recall@10 ${average(measures.map((one) => one.recall)).toFixed(4)}` +
    `  MRR@10 ${average(measures.map((one) => one.reciprocalRank)).toFixed(4)}`,
    `  search p50 ${quantile(times, 0.5).toFixed(1)} ms, p95 ${quantile(times, 0.95).toFixed(1)} ms` +
    `  ingest ${(ingestMs / documents).toFixed(1)} ms a document`,
    `  best score p5 ${quantile(scores, 0.05).toFixed(3)}, p50 ${quantile(scores, 0.5).toFixed(3)}` +
    `  empty answers ${scores.filter((score) => score === 0).length}`,
  ].join("\n");
}

for (const folder of Deno.args) {
  let present = true;
  try {
    Deno.statSync(`${folder}/corpus.jsonl`);
  } catch {
    present = false;
  }
  // deno-lint-ignore no-console -- printing is what this program is for
  console.log(present ? measureFolder(folder) : `${folder}: skipped: no evaluation data`);
}

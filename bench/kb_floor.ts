/**
 * Measures the floor of search on parts of a set, from a handful of documents to hundreds: how many questions keep their
 * answer, and how many about anything under the sun (those of the samples) find nothing, as they should.
 *
 * ```sh
 * deno task bench:floor ../shared/eval/kb/zh-cmrc2018 ../shared/eval/kb/en-scifact-2k
 * ```
 *
 * @module
 */
// deno-lint-ignore-file no-console -- a benchmark prints its figures
import type { Embedder } from "../kb/embedder.ts";
import { embedPending } from "../kb/embed_pending.ts";
import { KnowledgeIndex } from "../kb/knowledge_index.ts";
import { seededRandom } from "../tests/_support/seeded_random.ts";
import { type EvalFolder, quantile, readEvalFolder } from "./eval_folder.ts";
import { findLocalEmbedder } from "./local_embedder.ts";

const SIZES = [8, 25, 80, 250, 700] as const;
/** Small parts are drawn more often, so that enough questions have their answer in one. */
const DOCUMENTS_IN_ALL = 500;
const HAN = /\p{scx=Han}/u;
const UNRELATED = new URL("../samples/questions_unrelated.jsonl", import.meta.url);

interface Question {
  readonly text: string;
  readonly vector: Float32Array;
  /** Ids of the documents that answer it; none for a question that has no answer. */
  readonly answers: readonly string[];
}

const random = seededRandom(7);

/** Some of a list, each at most once. */
function draw<Item>(items: readonly Item[], count: number): Item[] {
  const rest = [...items];
  return Array.from({ length: Math.min(count, rest.length) }, () => {
    const [item] = rest.splice(Math.floor(random() * rest.length), 1);
    return item as Item;
  });
}

async function embedded(
  embedder: Embedder,
  texts: readonly string[],
  answersOf: (at: number) => readonly string[],
): Promise<Question[]> {
  const vectors = await embedder.embed(texts);
  return texts.flatMap((text, at) => {
    const vector = vectors[at];
    return vector ? [{ text, vector, answers: answersOf(at) }] : [];
  });
}

/** Documents, some of which answer a question. */
function drawDocuments({ corpus }: EvalFolder, questions: readonly Question[], count: number) {
  const wanted = new Set(draw(questions, Math.ceil(count / 2)).flatMap(({ answers }) => answers));
  const answering = draw(corpus.filter(({ id }) => wanted.has(id)), Math.ceil(count / 2));
  const others = draw(corpus.filter(({ id }) => !wanted.has(id)), count - answering.length);
  return [...answering, ...others];
}

async function measurePart(
  embedder: Embedder,
  folder: EvalFolder,
  questions: readonly Question[],
  size: number,
): Promise<string> {
  const figures = { chunks: 0, answered: 0, kept: 0, unrelated: 0, silent: 0 };
  const best: number[] = [];
  const rounds = Math.ceil(DOCUMENTS_IN_ALL / size);
  for (let round = 0; round < rounds; round++) {
    const documents = drawDocuments(folder, questions, size);
    const held = new Set(documents.map(({ id }) => id));
    using index = KnowledgeIndex.open(":memory:");
    index.ingest(documents.map(({ id, title = "", text }) => ({ path: id, title, text })));
    await embedPending(index, embedder);
    figures.chunks += index.info().chunks / rounds;
    for (const { text, vector, answers } of questions) {
      if (answers.length > 0 && !answers.some((id) => held.has(id))) continue;
      const found = index.search(text, { limit: 1, vector }).length > 0;
      if (answers.length > 0) {
        figures.answered++;
        if (found) figures.kept++;
        continue;
      }
      figures.unrelated++;
      if (!found) figures.silent++;
      best.push(index.search(text, { limit: 1, vector, floor: 0 })[0]?.score ?? 0);
    }
  }
  const share = (part: number, whole: number) => `${(100 * part / whole).toFixed(1)} %`.padStart(7);
  return `  ${`${size}`.padStart(4)} documents, ${`${Math.round(figures.chunks)}`.padStart(4)} chunks: ` +
    `${share(figures.kept, figures.answered)} of ${figures.answered} keep their answer, ` +
    `${share(figures.silent, figures.unrelated)} of ${figures.unrelated} unrelated find nothing ` +
    `(nine tenths of these score below ${quantile(best, 0.9).toFixed(3)})`;
}

async function main(paths: readonly string[]): Promise<void> {
  await using embedder = await findLocalEmbedder();
  if (!embedder) return;
  const lines = (await Deno.readTextFile(UNRELATED)).trim().split("\n");
  const unrelated = lines.map((line) => String(JSON.parse(line).question));
  for (const path of paths) {
    const folder = readEvalFolder(path);
    if (!folder) continue;
    const asked = await embedded(
      embedder,
      folder.queries.map(({ text }) => text),
      (at) => [...(folder.relevance.get(folder.queries[at]?.id ?? "") ?? new Map()).keys()],
    );
    const isHan = HAN.test(folder.queries[0]?.text ?? "");
    const strange = await embedded(embedder, unrelated.filter((text) => HAN.test(text) === isHan), () => []);
    console.log(folder.name);
    for (const size of SIZES) {
      console.log(await measurePart(embedder, folder, [...asked, ...strange], size));
    }
  }
}

await main(Deno.args);

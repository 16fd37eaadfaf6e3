// deno-lint-ignore-file no-console -- a benchmark prints its figures
/**
 * Measures search on the sample knowledge base: how often the passage that answers a question is the first, among the
 * first three and among the first five, for each language and for all, and how often a question without an answer
 * finds nothing.
 *
 * ```sh
 * deno run --allow-read bench/kb_samples.ts
 * ```
 *
 * @module
 */
import { fileURLToPath } from "node:url";
import { embedPending } from "../kb/embed_pending.ts";
import { ingestPaths } from "../kb/ingest_paths.ts";
import { KnowledgeIndex } from "../kb/knowledge_index.ts";
import { findLocalEmbedder } from "./local_embedder.ts";
import type { Passage } from "../kb/passage.ts";

const SAMPLES = new URL("../samples/", import.meta.url);

/** Depths of the ranking that are reported. */
const DEPTHS = [1, 3, 5] as const;

/** A section of a sample document. */
export interface SampleSection {
  /** The document, relative to `samples/kb`. */
  readonly file: string;
  /** The section's heading. */
  readonly heading: string;
}

/** A question, and the section that answers it. */
export interface SampleQuestion extends SampleSection {
  readonly id: string;
  readonly question: string;
  /** Other sections that state the fact as well. */
  readonly also?: readonly SampleSection[];
}

/** A language that questions are asked in. */
export type SampleLanguage = "zh" | "en";

/**
 * Reads one of the question files.
 *
 * @param name Its name below `samples`.
 * @returns Its questions; those without an answer have only `id` and `question`.
 */
export function readQuestions(name: "questions.jsonl"): SampleQuestion[];
export function readQuestions(
  name: "questions_unanswerable.jsonl" | "questions_unrelated.jsonl",
): Pick<SampleQuestion, "id" | "question">[];
export function readQuestions(name: string): Pick<SampleQuestion, "id" | "question">[] {
  return Deno.readTextFileSync(new URL(name, SAMPLES)).split("\n").filter((line) => line !== "").map((line) =>
    JSON.parse(line)
  );
}

/**
 * Takes the sample documents into an index in memory.
 *
 * @returns The index; dispose of it.
 * @throws {Error} when a document cannot be taken in.
 */
export async function indexSamples(): Promise<KnowledgeIndex> {
  const index = KnowledgeIndex.open(":memory:");
  const { failed } = await ingestPaths(index, [fileURLToPath(new URL("kb", SAMPLES))]);
  if (failed.length === 0) return index;
  index.close();
  throw new Error(failed.map(({ path, reason }) => `${path}: ${reason}`).join("\n"));
}

/**
 * Says whether a passage is from a section.
 *
 * @param passage What was found.
 * @param section The section looked for.
 * @returns True when file and heading agree.
 */
export function isFrom(
  { documentPath, title }: Pick<Passage, "documentPath" | "title">,
  { file, heading }: SampleSection,
): boolean {
  return documentPath.replaceAll("\\", "/").endsWith(`/${file}`) && title.includes(heading);
}

/**
 * Finds the place of the answer in the ranking.
 *
 * @param index An index of the samples.
 * @param question A question with an answer.
 * @param vector The question as a vector; without it words alone decide.
 * @returns 1 for the first passage; infinity when the answer is not among those that are looked at.
 */
export function rankOfAnswer(index: KnowledgeIndex, question: SampleQuestion, vector?: Float32Array): number {
  const sections = [question, ...question.also ?? []];
  const options = { limit: Math.max(...DEPTHS), ...(vector && { vector }) };
  const found = index.search(question.question, options).findIndex((passage) =>
    sections.some((section) => isFrom(passage, section))
  );
  return found < 0 ? Infinity : found + 1;
}

/**
 * Tells the language of a question.
 *
 * @param question Its text.
 * @returns `"zh"` when it has a Han character.
 */
export function languageOf(question: string): SampleLanguage {
  return /\p{scx=Han}/u.test(question) ? "zh" : "en";
}

/**
 * Counts the ranks that are within a depth.
 *
 * @param ranks Ranks from 1.
 * @param depth The last rank that counts.
 * @returns Their share, from 0 to 1.
 */
export function shareWithin(ranks: readonly number[], depth: number): number {
  return ranks.filter((rank) => rank <= depth).length / Math.max(1, ranks.length);
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`.padStart(7);
}

function describe(name: string, ranks: readonly number[]): string {
  const shares = DEPTHS.map((depth) => `top ${depth} ${percent(shareWithin(ranks, depth))}`);
  return `  ${name.padEnd(3)} ${String(ranks.length).padStart(3)} questions: ${shares.join("  ")}`;
}

type Embed = (
  questions: readonly Pick<SampleQuestion, "question">[],
) => Promise<readonly (Float32Array | undefined)[]>;

async function measureSamples(index: KnowledgeIndex, name: string, embed: Embed): Promise<string> {
  const questions = readQuestions("questions.jsonl");
  const vectors = await embed(questions);
  const results = questions.map((question, at) => ({
    language: languageOf(question.question),
    rank: rankOfAnswer(index, question, vectors[at]),
  }));
  const ranksIn = (language: SampleLanguage) =>
    results.filter((result) => result.language === language).map(({ rank }) => rank);
  const silent = async (file: "questions_unanswerable.jsonl" | "questions_unrelated.jsonl") => {
    const asked = readQuestions(file);
    const asVectors = await embed(asked);
    const empty = asked.filter(({ question }, at) => {
      const vector = asVectors[at];
      return index.search(question, vector && { vector }).length === 0;
    });
    return `${asked.length} questions: ${percent(empty.length / asked.length).trim()} find nothing`;
  };
  const { documents, chunks } = index.info();
  return [
    `samples/kb, ${name}: ${documents} documents, ${chunks} chunks`,
    describe("zh", ranksIn("zh")),
    describe("en", ranksIn("en")),
    describe("all", results.map(({ rank }) => rank)),
    `  about the company, without an answer, ${await silent("questions_unanswerable.jsonl")}`,
    `  about anything else, ${await silent("questions_unrelated.jsonl")}`,
  ].join("\n");
}

if (import.meta.main) {
  using index = await indexSamples();
  console.log(
    await measureSamples(index, "words", (questions) => Promise.resolve(questions.map(() => undefined))),
  );
  const embedder = await findLocalEmbedder();
  if (embedder) {
    await embedPending(index, embedder);
    const embed: Embed = (questions) => embedder.embed(questions.map(({ question }) => question));
    console.log(await measureSamples(index, "words and meaning", embed));
    await embedder[Symbol.asyncDispose]();
  }
}

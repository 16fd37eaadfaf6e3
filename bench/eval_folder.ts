/**
 * Reads evaluation data of the form `corpus.jsonl`, `queries.jsonl`, `qrels.tsv`, and measures rankings against it.
 *
 * @module
 */

/** A document, or a query. */
export interface EvalRecord {
  readonly id: string;
  readonly title?: string;
  readonly text: string;
}

/** A folder of evaluation data. */
export interface EvalFolder {
  readonly name: string;
  readonly corpus: readonly EvalRecord[];
  readonly queries: readonly EvalRecord[];
  /** Grades of documents by query and document. */
  readonly relevance: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

/** How good a ranking is. */
export interface Measures {
  readonly ndcg: number;
  readonly recall: number;
  readonly reciprocalRank: number;
}

/** Results that are looked at. */
export const DEPTH = 10;

/**
 * Reads a folder.
 *
 * @param folder Its path.
 * @returns Its data; undefined when it is not there.
 */
export function readEvalFolder(folder: string): EvalFolder | undefined {
  try {
    Deno.statSync(`${folder}/corpus.jsonl`);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
  const relevance = readRelevance(`${folder}/qrels.tsv`);
  return {
    name: folder.replace(/\/+$/, "").split("/").at(-1) ?? folder,
    corpus: readRecords(`${folder}/corpus.jsonl`),
    queries: readRecords(`${folder}/queries.jsonl`).filter(({ id }) => relevance.has(id)),
    relevance,
  };
}

/**
 * Measures one ranking.
 *
 * @param ranking Documents, best first, each once.
 * @param relevant Grades by document.
 */
export function measure(ranking: readonly string[], relevant: ReadonlyMap<string, number>): Measures {
  const grades = ranking.slice(0, DEPTH).map((document) => relevant.get(document) ?? 0);
  const ideal = [...relevant.values()].sort((one, other) => other - one).slice(0, DEPTH);
  const first = grades.findIndex((grade) => grade > 0);
  return {
    ndcg: discountedGain(grades) / discountedGain(ideal),
    recall: grades.filter((grade) => grade > 0).length / relevant.size,
    reciprocalRank: first < 0 ? 0 : 1 / (first + 1),
  };
}

/** The mean; 0 of nothing. */
export function average(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);
}

/** The number below which a share of them lies. */
export function quantile(numbers: readonly number[], share: number): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(share * (numbers.length - 1))] ?? 0;
}

function discountedGain(grades: readonly number[]): number {
  return grades.reduce((sum, grade, rank) => sum + (2 ** grade - 1) / Math.log2(rank + 2), 0);
}

function readRecords(file: string): EvalRecord[] {
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

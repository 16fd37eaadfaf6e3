/**
 * How alike texts are.
 *
 * @module
 */
import type { Embedder } from "../../kb/embedder.ts";
import { tokenize } from "../../kb/tokenize.ts";

/** Compares texts, each with each. */
export interface Likeness {
  /** What it goes by. */
  readonly by: "meaning" | "words";
  /** From here on, two tools are mistaken for each other. */
  readonly tooAlike: number;
  /** From here on, they may be. */
  readonly alike: number;
  /**
   * @param texts The texts.
   * @returns Says how alike two of them are, by their places: 1 for the same, 0 or less for nothing in common.
   */
  measure(texts: readonly string[]): Promise<(i: number, j: number) => number>;
}

/**
 * By meaning, with an embedding model.
 *
 * @param embedder The model.
 *
 * @example
 * ```ts
 * const alike = await likenessByMeaning(embedder).measure(["refund an order", "give the money back"]);
 * ```
 */
export function likenessByMeaning(embedder: Embedder): Likeness {
  return {
    by: "meaning",
    tooAlike: 0.94,
    alike: 0.86,
    measure: async (texts) => {
      const vectors = await embedder.embed(texts);
      return (i, j) => dot(vectors[i] ?? [], vectors[j] ?? []);
    },
  };
}

/**
 * By words: the cosine of their counts, rare ones weighing more. No model is needed.
 *
 * @example
 * ```ts
 * const alike = await likenessByWords().measure(["open a ticket", "open a ticket"]);
 * alike(0, 1); // 1
 * ```
 */
export function likenessByWords(): Likeness {
  return {
    by: "words",
    tooAlike: 0.75,
    alike: 0.4,
    measure: (texts) => {
      const counts = texts.map((text) => Map.groupBy(tokenize(text), (term) => term));
      const weight = (term: string) =>
        Math.log(1 + texts.length / counts.filter((terms) => terms.has(term)).length);
      const vectors = counts.map((terms) =>
        new Map([...terms].map(([term, uses]) => [term, Math.sqrt(uses.length) * weight(term)]))
      );
      return Promise.resolve((i, j) => cosine(vectors[i] ?? new Map(), vectors[j] ?? new Map()));
    },
  };
}

function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}

function cosine(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  let product = 0;
  for (const [term, weight] of a) product += weight * (b.get(term) ?? 0);
  const length = (vector: ReadonlyMap<string, number>) => Math.hypot(...vector.values());
  const lengths = length(a) * length(b);
  return lengths === 0 ? 0 : product / lengths;
}

import { assertAlmostEquals, assertEquals } from "@std/assert";
import type { Collection, TermPostings } from "../../kb/bm25_scorer.ts";
import { scoreBm25 } from "../../kb/score_bm25.ts";

/** Chunks 1 and 2 are one document of two chunks, chunk 3 is a document of its own; all are 10 terms long. */
const COLLECTION: Collection = {
  chunks: 3,
  neighbourhoods: 2,
  tokens: 30,
  extentsOf: () => Uint8Array.of(0, 0, 0, 10, 0, 0, 10, 0, 1, 10, 0, 0),
};

function term(...data: number[]): TermPostings {
  return { telling: true, rows: [{ block: 0, data: Uint8Array.from(data) }] };
}

Deno.test("scoreBm25() gives half for the chunk and half for its neighbourhood, from 0 to 1 (K19)", () => {
  const [only] = scoreBm25([term(3, 1)], COLLECTION, 10).best;
  // Chunk: 1 / (1 + 1.2). Neighbourhood of 10 terms, 15 on average: 1 / (1 + 1.2 * (0.25 + 0.75 * 10 / 15)) = 1 / 1.9.
  assertEquals(only?.chunkId, 3);
  assertAlmostEquals(only?.score ?? 0, 0.490430622, 1e-9);
});

Deno.test("scoreBm25() halves the score when half of the query is nowhere (K19)", () => {
  const [only] = scoreBm25([term(3, 1), term()], COLLECTION, 10).best;
  assertAlmostEquals(only?.score ?? 0, 0.245215311, 1e-9);
});

Deno.test("scoreBm25() prefers of two equal chunks the one in a document about the query", () => {
  const ranking = scoreBm25([term(1, 1, 3, 1), term(2, 1)], COLLECTION, 10).best.map((found) =>
    found.chunkId
  );
  assertEquals(ranking.indexOf(1) < ranking.indexOf(3), true);
});

Deno.test("scoreBm25() leaves out chunks with nothing telling, and keeps to the limit", () => {
  const vague = { ...term(1, 1, 2, 1, 3, 1), telling: false };
  assertEquals(scoreBm25([vague], COLLECTION, 10).best, []);
  assertEquals(scoreBm25([vague, term(2, 1)], COLLECTION, 10).best.map((found) => found.chunkId), [2]);
  assertEquals(scoreBm25([term(1, 1, 2, 1, 3, 1)], COLLECTION, 2).best.length, 2);
});

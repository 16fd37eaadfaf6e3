import { assertAlmostEquals, assertEquals } from "@std/assert";
import { fuseScores } from "../../kb/fuse_scores.ts";

Deno.test("fuseScores() scores every query on one scale, meaning first (K19)", () => {
  const [lexical, dense] = [new Map([[1, 0.6]]), new Map([[1, 0.9]])];
  // (0.9 + 0.5 · 0.6) / 1.5
  for (const query of ["退款 refund", "refund"]) {
    assertAlmostEquals(fuseScores(query, lexical, dense, [1])[0]?.score ?? 0, 0.8, 1e-9);
  }
});

Deno.test("fuseScores() lets words weigh more in the order, and most where the model knows the language less", () => {
  const [lexical, dense] = [new Map([[1, 0.5], [2, 0.2]]), new Map([[1, 0.3], [2, 0.8]])];
  // Han: 1 (0.3 + 0.75) / 2.5 = 0.42, 2 (0.8 + 0.3) / 2.5 = 0.44; others: 1 2.3 / 5 = 0.46, 2 1.6 / 5 = 0.32
  assertEquals(fuseScores("退款", lexical, dense, [1, 2]).map(({ chunkId }) => chunkId), [2, 1]);
  assertEquals(fuseScores("refund", lexical, dense, [1, 2]).map(({ chunkId }) => chunkId), [1, 2]);
});

Deno.test("fuseScores() says what each half gave", () => {
  const fused = fuseScores("退款", new Map([[1, 0.5], [2, 0.1]]), new Map([[1, 0.5], [2, 0.9], [3, 0.95]]), [
    1,
    2,
    3,
  ]);
  // 1: 1.25 / 2.5 = 0.5; 2: 1.05 / 2.5 = 0.42; 3: 0.95 / 2.5 = 0.38
  assertEquals(fused.map(({ chunkId, lexical, dense }) => [chunkId, lexical, dense]), [
    [1, 0.5, 0.5],
    [2, 0.1, 0.9],
    [3, 0, 0.95],
  ]);
});

Deno.test("fuseScores() takes a chunk that waits for its vector for the least alike of the others", () => {
  const fused = fuseScores("退款", new Map([[1, 0.5], [2, 0.5]]), new Map([[2, 0.4]]), [1, 2]);
  // (0.4 + 0.25) / 1.5 both; equal ones stand in order of their numbers.
  assertEquals(fused.map(({ chunkId, dense }) => [chunkId, dense]), [[1, undefined], [2, 0.4]]);
  assertAlmostEquals(fused[0]?.score ?? 0, 0.65 / 1.5, 1e-9);
});

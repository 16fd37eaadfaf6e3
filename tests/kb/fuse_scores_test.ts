import { assertAlmostEquals, assertEquals } from "@std/assert";
import { fuseScores } from "../../kb/fuse_scores.ts";

Deno.test("fuseScores() weighs words one and a half times for Han and six times otherwise (K19)", () => {
  const [lexical, dense] = [new Map([[1, 0.6]]), new Map([[1, 0.9]])];
  // (0.9 + 1.5 · 0.6) / 2.5 and (0.9 + 6 · 0.6) / 7
  assertAlmostEquals(fuseScores("退款 refund", lexical, dense, [1])[0]?.score ?? 0, 0.72, 1e-9);
  assertAlmostEquals(fuseScores("refund", lexical, dense, [1])[0]?.score ?? 0, 4.5 / 7, 1e-9);
});

Deno.test("fuseScores() ranks by both halves, and says what each gave", () => {
  const fused = fuseScores("退款", new Map([[1, 0.5], [2, 0.1]]), new Map([[1, 0.5], [2, 0.9], [3, 0.95]]), [
    1,
    2,
    3,
  ]);
  // 1: (0.5 + 0.75) / 2.5 = 0.5; 2: (0.9 + 0.15) / 2.5 = 0.42; 3: 0.95 / 2.5 = 0.38
  assertEquals(fused.map(({ chunkId, lexical, dense }) => [chunkId, lexical, dense]), [
    [1, 0.5, 0.5],
    [2, 0.1, 0.9],
    [3, 0, 0.95],
  ]);
});

Deno.test("fuseScores() takes a chunk that waits for its vector for the least alike of the others", () => {
  const fused = fuseScores("退款", new Map([[1, 0.5], [2, 0.5]]), new Map([[2, 0.4]]), [1, 2]);
  // (0.4 + 0.75) / 2.5 both; equal scores stand in order of their numbers.
  assertEquals(fused.map(({ chunkId, dense }) => [chunkId, dense]), [[1, undefined], [2, 0.4]]);
  assertAlmostEquals(fused[0]?.score ?? 0, 0.46, 1e-9);
});

Deno.test("fuseScores() leaves words out at weight 0", () => {
  assertAlmostEquals(
    fuseScores("x", new Map([[1, 1]]), new Map([[1, 0.25]]), [1], 0)[0]?.score ?? 0,
    0.25,
    1e-9,
  );
});

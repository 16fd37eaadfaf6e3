import { assertAlmostEquals, assertEquals } from "@std/assert";
import { floorOf } from "../../kb/score_floor.ts";

Deno.test("floorOf() asks more of English than of Chinese, and one thing of words alone (K20)", () => {
  assertEquals(floorOf("退款期限", { isHybrid: true, chunks: 200 }), 0.41);
  assertEquals(floorOf("refund deadline", { isHybrid: true, chunks: 200 }), 0.45);
  for (const chunks of [1, 200, 100_000]) assertEquals(floorOf("退款期限", { isHybrid: false, chunks }), 0.1);
});

Deno.test("floorOf() asks less among few chunks, 0.06 for ten times fewer, and no more among many (K20)", () => {
  const han = (chunks: number) => floorOf("退款期限", { isHybrid: true, chunks });
  assertAlmostEquals(han(20), 0.35);
  assertAlmostEquals(han(2), 0.29);
  assertAlmostEquals(floorOf("refund deadline", { isHybrid: true, chunks: 20 }), 0.39);
  assertEquals([han(201), han(100_000)], [0.41, 0.41]);
  // Nothing is found among no chunks; the floor is a number all the same.
  assertEquals(han(0), han(1));
});

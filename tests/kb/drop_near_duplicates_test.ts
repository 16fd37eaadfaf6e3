import { assertEquals } from "@std/assert";
import { dropNearDuplicates } from "../../kb/drop_near_duplicates.ts";

function passage(chunkId: number, text: string) {
  return { chunkId, documentPath: `/${chunkId}`, title: "", text, score: 1 / chunkId };
}

Deno.test("dropNearDuplicates() keeps the best of each group, and as many as wanted (K23)", () => {
  const passages = [
    passage(1, "签收后七天内可以申请退款，商品需保持完好。"),
    passage(2, "签收后七天内可以申请退款，商品需保持完好！"),
    passage(3, "运费由买家承担。"),
    passage(4, "审核通过后原路退回。"),
  ];
  assertEquals(dropNearDuplicates(passages, 2).map((kept) => kept.chunkId), [1, 3]);
});

Deno.test("dropNearDuplicates() keeps passages that differ in what matters", () => {
  const passages = [passage(1, "年假十五天"), passage(2, "病假十五天")];
  assertEquals(dropNearDuplicates(passages, 5).length, 2);
});

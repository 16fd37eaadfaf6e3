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

Deno.test("dropNearDuplicates() keeps a likeness that holds a word of the query which the better one lacks", () => {
  const rule =
    "员工出差的住宿费用按每晚不超过五百元的标准报销，超出部分由员工自行承担，发票须在三个工作日内提交。";
  const [first, second, third] = [
    { ...passage(1, `上海${rule}`), title: "上海" },
    { ...passage(2, `北京${rule}`), title: "北京" },
    { ...passage(3, `成都${rule}`), title: "成都" },
  ] as const;
  const idsFor = (...asked: string[]) =>
    dropNearDuplicates([first, second, third], 3, new Set(asked)).map(({ chunkId }) => chunkId);
  assertEquals(idsFor("上海", "北京", "住宿"), [1, 2]);
  assertEquals(idsFor("上海", "住宿"), [1]);
  const [untitled, titled] = [{ ...first, text: rule }, { ...second, text: rule }];
  assertEquals(dropNearDuplicates([untitled, titled], 3, new Set(["北京"])).length, 2);
});

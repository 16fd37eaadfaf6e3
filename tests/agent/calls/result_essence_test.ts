import { assertEquals } from "@std/assert";
import { resultEssence } from "../../../agent/calls/result_essence.ts";

/** What a search gives, found as number `no` and marked by `nonce`. */
function found(no: number, nonce: string, title = "Leave") {
  const text = `<<<PASSAGE ${no} ${nonce}>>> ${title}\nTen days.\n<<<END ${no} ${nonce}>>>`;
  return { status: "success", structured: { query: "leave", hits: [{ no, title, text, score: 0.8 }] } };
}

Deno.test("resultEssence() does not see that a search was made twice", () => {
  assertEquals(resultEssence(found(1, "nonce-aaaa")), resultEssence(found(2, "nonce-bbbb")));
});

Deno.test("resultEssence() sees that other passages were found", () => {
  const texts = [found(1, "nonce-aaaa"), found(1, "nonce-aaaa", "Travel")].map((result) =>
    JSON.stringify(resultEssence(result))
  );
  assertEquals(new Set(texts).size, 2);
});

Deno.test("resultEssence() leaves every other result as it is, but for the note on a replay", () => {
  for (const result of ["text", 3, null, [1], { status: "success", structured: { hits: 3 } }]) {
    assertEquals(resultEssence(result), result);
  }
  assertEquals(resultEssence({ status: "success", replayed: true }), { status: "success" });
});

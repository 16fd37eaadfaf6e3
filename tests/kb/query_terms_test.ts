import { assertEquals } from "@std/assert";
import { queryTerms } from "../../kb/query_terms.ts";

Deno.test("queryTerms() leaves out words that only ask, in both languages", () => {
  assertEquals(queryTerms("怎么退款").map((term) => term.token), ["退", "退款", "款"]);
  assertEquals(queryTerms("How do I get a refund?").map((term) => term.token), ["get", "refund"]);
});

Deno.test("queryTerms() cuts no particle out of a word that ends in one", () => {
  assertEquals(queryTerms("酒吧吗").map((term) => term.token), ["酒", "酒吧", "吧"]);
  assertEquals(queryTerms("毛呢呢").map((term) => term.token), ["毛", "毛呢", "呢"]);
  assertEquals(queryTerms("吗啡吧").map((term) => term.token), ["吗", "吗啡", "啡"]);
});

Deno.test("queryTerms() calls a lone character telling only when nothing longer holds it (K1)", () => {
  assertEquals(queryTerms("退款").map((term) => term.telling), [false, true, false]);
  assertEquals(queryTerms("悬").map((term) => term.telling), [true]);
});

Deno.test("queryTerms() keeps a query of nothing but question words", () => {
  assertEquals(queryTerms("什么").map((term) => term.token), ["什", "什么", "么"]);
  assertEquals(queryTerms("the who").map((term) => term.token), ["the", "who"]);
});

Deno.test("queryTerms() gives each term once", () => {
  assertEquals(queryTerms("refund Refunds").map((term) => term.token), ["refund"]);
});

Deno.test("queryTerms() takes a query of twenty thousand characters in less than quadratic time", () => {
  const all = Array.from({ length: 20_000 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join("");
  const query = all.replace(/[吗呢吧]/g, "");
  assertEquals(queryTerms(query).filter(({ telling }) => telling).length, 19_996);
});

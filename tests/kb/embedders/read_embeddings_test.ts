import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { readEmbeddings } from "../../../kb/embedders/read_embeddings.ts";

Deno.test("readEmbeddings() puts vectors in order and scales them to length 1", () => {
  const text = '{"data":[{"index":1,"embedding":[0,-2]},{"index":0,"embedding":[3,4]}],"model":"m"}';
  assertEquals(readEmbeddings(text, 2), [Float32Array.of(0.6, 0.8), Float32Array.of(0, -1)]);
});

Deno.test("readEmbeddings() takes vectors without numbers at their order", () => {
  assertEquals(readEmbeddings('{"data":[{"embedding":[2]},{"embedding":[-3]}]}', 2), [
    Float32Array.of(1),
    Float32Array.of(-1),
  ]);
});

Deno.test("readEmbeddings() refuses what does not fit the texts, and repeats nothing of it", () => {
  const row = (index: number, embedding: unknown) => JSON.stringify({ index, embedding });
  const cases: [string, string][] = [
    ["<html>secret", "it answers no JSON"],
    ["null", 'its answer has no list called "data"'],
    ['{"error":"secret"}', 'its answer has no list called "data"'],
    ['{"data":["secret"]}', 'its answer has no list called "data"'],
    [`{"data":[${row(0, [1])}]}`, "it answers 1 vectors for 2 texts"],
    [`{"data":[${row(0, [1])},${row(0, [1])}]}`, "its vectors are not numbered as the texts were sent"],
    [`{"data":[${row(0, [1])},${row(2, [1])}]}`, "its vectors are not numbered as the texts were sent"],
    [`{"data":[${row(0, [1])},${row(0.5, [1])}]}`, "its vectors are not numbered as the texts were sent"],
    [`{"data":[${row(0, [1])},${row(1, [1, 2])}]}`, "its vectors differ in length"],
    [`{"data":[${row(0, [1])},${row(1, [])}]}`, "one of its vectors is no list of numbers"],
    [`{"data":[${row(0, [1])},${row(1, "AACAPw==")}]}`, "one of its vectors is no list of numbers"],
    [`{"data":[${row(0, [1])},${row(1, [1, null])}]}`, "one of its vectors is no list of numbers"],
  ];
  for (const [text, message] of cases) {
    assertEquals(assertThrows(() => readEmbeddings(text, 2), TypeError).message, message);
  }
});

Deno.test("readEmbeddings() throws TypeErrors alone, whatever it is given", () => {
  fc.assert(fc.property(fc.json(), fc.nat(3), (data, count) => {
    try {
      assertEquals(readEmbeddings(`{"data":${data}}`, count).length, count);
    } catch (error) {
      assert(error instanceof TypeError, `${error}`);
    }
  }));
});

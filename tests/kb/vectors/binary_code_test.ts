import { assertEquals } from "@std/assert";
import { binaryCode, codeWords } from "../../../kb/vectors/binary_code.ts";

Deno.test("binaryCode() sets a bit for every number above zero, the first one lowest", () => {
  assertEquals([...binaryCode(Float32Array.of(0.2, -0.1, 0.4, 0))], [0b0101]);
});

Deno.test("binaryCode() goes on in the next word after 32 dimensions", () => {
  const vector = new Float32Array(34).fill(-1);
  vector[31] = 1;
  vector[33] = 1;
  assertEquals([...binaryCode(vector)], [0x80000000, 0b10]);
});

Deno.test("codeWords() rounds up", () => {
  assertEquals([0, 1, 32, 33, 512].map(codeWords), [0, 1, 1, 2, 16]);
});

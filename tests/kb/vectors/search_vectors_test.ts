import { assertEquals } from "@std/assert";
import { binaryCode } from "../../../kb/vectors/binary_code.ts";
import { quantizeInt8 } from "../../../kb/vectors/quantize_int8.ts";
import { searchVectors, type VectorBlock } from "../../../kb/vectors/search_vectors.ts";

function blockOf(vectors: readonly number[][]): VectorBlock {
  const quantized = vectors.map((vector) => quantizeInt8(Float32Array.from(vector)));
  return {
    count: vectors.length,
    codes: Uint32Array.from(vectors.flatMap((vector) => [...binaryCode(Float32Array.from(vector))])),
    values: Int8Array.from(quantized.flatMap(({ values }) => [...values])),
    scales: Float32Array.from(quantized.map(({ scale }) => scale)),
  };
}

const BLOCK = blockOf([[0.6, 0.8], [1, 0], [-0.6, -0.8], [0.8, 0.6]]);

Deno.test("searchVectors() ranks by cosine", () => {
  // 0.8·0.6 + 0.6·0.8 = .96, .80, −.96, 1.
  const found = searchVectors(BLOCK, Float32Array.of(0.8, 0.6), { limit: 3 });
  assertEquals(found.map(({ index, cosine }) => [index, cosine.toFixed(2)]), [[3, "1.00"], [0, "0.96"], [
    1,
    "0.80",
  ]]);
});

Deno.test("searchVectors() ranks only the candidates that the signs choose", () => {
  // Of the two with both signs right, the first ones in order are taken.
  const found = searchVectors(BLOCK, Float32Array.of(0.8, 0.6), { limit: 1, candidates: 1 });
  assertEquals(found.map(({ index }) => index), [0]);
});

Deno.test("searchVectors() finds nothing in nothing", () => {
  assertEquals(searchVectors(blockOf([]), Float32Array.of(1, 0), { limit: 3 }), []);
});

import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { topByHamming } from "../../../kb/vectors/top_by_hamming.ts";

Deno.test("topByHamming() gives the nearest codes first, equally near ones in their order", () => {
  // Bits that differ from 0b0110: 1, 0, 4, 1, 2.
  const codes = Uint32Array.of(0b0111, 0b0110, 0b1001, 0b0010, 0b0000);
  const query = Uint32Array.of(0b0110);
  assertEquals(topByHamming({ codes, count: 5 }, query, 5), [1, 0, 3, 4, 2]);
  assertEquals(topByHamming({ codes, count: 5 }, query, 2), [1, 0]);
});

Deno.test("topByHamming() counts the bits of all words, the highest one too", () => {
  const codes = Uint32Array.of(0xffffffff, 0xffffffff, 0x80000000, 0, 0, 1);
  assertEquals(topByHamming({ codes, count: 3 }, Uint32Array.of(0, 0), 3), [1, 2, 0]);
});

Deno.test("topByHamming() looks no further than the count, and finds nothing in nothing", () => {
  const codes = Uint32Array.of(0b11, 0b01, 0b00);
  assertEquals(topByHamming({ codes, count: 2 }, Uint32Array.of(0), 9), [1, 0]);
  assertEquals(topByHamming({ codes, count: 0 }, Uint32Array.of(0), 9), []);
  assertEquals(topByHamming({ codes, count: 3 }, Uint32Array.of(0), 0), []);
});

Deno.test("topByHamming() agrees with sorting by distances that are counted bit by bit", () => {
  const word = fc.integer({ min: 0, max: 0xffffffff });
  const cases = fc.tuple(fc.array(fc.tuple(word, word), { maxLength: 60 }), word, word, fc.nat(70));
  fc.assert(fc.property(cases, ([pairs, first, second, limit]) => {
    const block = { codes: Uint32Array.from(pairs.flat()), count: pairs.length };
    const ones = (one: number, other: number) =>
      [...one.toString(2).padStart(32, "0")].filter((bit, at) =>
        bit !== other.toString(2).padStart(32, "0")[at]
      )
        .length;
    const sorted = pairs.map(([one, other], index) => ({
      index,
      distance: ones(one, first) + ones(other, second),
    }))
      .sort((one, other) => one.distance - other.distance || one.index - other.index)
      .slice(0, limit).map(({ index }) => index);
    assertEquals(topByHamming(block, Uint32Array.of(first, second), limit), sorted);
  }));
});

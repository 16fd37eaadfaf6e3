import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { costOf } from "../../../agent/models/model_price.ts";
import { counted, UNKNOWN } from "../../_support/token_counts.ts";

Deno.test("costOf() counts input and output by the million (T33)", () => {
  assertEquals(costOf(counted(1_000_000, 1_000_000), { input: 0.15, output: 0.6 }), 0.75);
  assertEquals(costOf(counted(100, 20), { input: 0.15, output: 0.6 }), 0.000027);
  assertEquals(costOf(counted(0, 0), { input: 3, output: 15 }), 0);
});

Deno.test("costOf() counts what the vendor's cache gave and took at prices of their own (T33)", () => {
  const tokens = { ...counted(10_000, 500), cache_read_tokens: 6_000, cache_write_tokens: 1_000 };
  // 3,000 at 3 + 6,000 at 0.3 + 1,000 at 3.75 + 500 at 15, by the million
  const price = { input: 3, output: 15, cachedInput: 0.3, cacheWrite: 3.75 };
  assertEquals(costOf(tokens, price), 0.02205);
  // Without prices of their own they are input like any other.
  assertEquals(costOf(tokens, { input: 3, output: 15 }), 0.0375);
});

Deno.test("costOf() has no floating point in it", () => {
  assertEquals(costOf(counted(3, 0), { input: 0.1, output: 0 }), 0);
  assertEquals(costOf(counted(30, 0), { input: 0.1, output: 0 }), 0.000003);
  assertEquals(0.1 * 3 * 1e6 === 300_000, false); // what it would be
  assertEquals(costOf(counted(3_000_000, 0), { input: 0.1, output: 0 }), 0.3);
  assertEquals(costOf(counted(3_000_000, 0), { input: 1e-7, output: 0 }), 0);
  assertEquals(costOf(counted(1_005, 0), { input: 1_000.0005, output: 0 }), 1.005001);
  // As JavaScript writes them: 1e-7, 1e+30
  assertEquals(costOf(counted(5_000_000, 0), { input: 0.0000001, output: 0 }), 0.000001);
  assertEquals(costOf(counted(1_000_000, 0), { input: 1e30, output: 0 }), 1e30);
});

Deno.test("costOf() rounds halves up to a millionth", () => {
  assertEquals(costOf(counted(1, 0), { input: 0.5, output: 0 }), 0.000001);
  assertEquals(costOf(counted(1, 0), { input: 0.499999, output: 0 }), 0);
});

Deno.test("costOf() of what is free is nothing, however much it was (T33)", () => {
  assertEquals(costOf(UNKNOWN, { input: 0, output: 0 }), 0);
  assertEquals(costOf(UNKNOWN, { input: 0, output: 0, cachedInput: 0, cacheWrite: 0.1 }), null);
});

Deno.test("costOf() never guesses (T33)", () => {
  assertEquals(costOf(counted(1, 1), undefined), null);
  assertEquals(costOf(UNKNOWN, { input: 1, output: 1 }), null);
  assertEquals(costOf({ ...counted(1, 1), output_tokens: null }, { input: 1, output: 1 }), null);
  const unsplit = { ...counted(1_000_000, 0), cache_read_tokens: null };
  assertEquals(costOf(unsplit, { input: 1, output: 1, cachedInput: 0.1 }), null);
  assertEquals(costOf(unsplit, { input: 1, output: 1 }), 1);
});

Deno.test("costOf() of whatever is counted lies within a millionth of the exact sum", () => {
  fc.assert(fc.property(
    fc.nat(1_000_000),
    fc.nat(1_000_000),
    fc.integer({ min: 0, max: 99_999 }),
    fc.integer({ min: 0, max: 99_999 }),
    (input, output, inputMills, outputMills) => {
      const price = { input: inputMills / 1_000, output: outputMills / 1_000 };
      const cost = costOf(counted(input, output), price);
      // In billionths of a dollar, whole numbers all the way.
      const exact = BigInt(input) * BigInt(inputMills) + BigInt(output) * BigInt(outputMills);
      const micros = (exact + 500n) / 1_000n;
      assert(cost !== null);
      assertEquals(BigInt(Math.round(cost * 1e6)), micros);
    },
  ));
});

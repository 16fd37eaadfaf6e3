import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { dotInt8 } from "../../../kb/vectors/dot_int8.ts";

Deno.test("dotInt8() multiplies a query with the vector at a place", () => {
  const values = Int8Array.of(3, 4, 5, 6, -7, 8);
  assertEquals(dotInt8(Float32Array.of(1, 2), values, 0), 11);
  assertEquals(dotInt8(Float32Array.of(1, 2), values, 1), 17);
  assertEquals(dotInt8(Float32Array.of(1, 2), values, 2), 9);
});

Deno.test("dotInt8() counts what is left over after fours", () => {
  assertEquals(dotInt8(Float32Array.of(1, 1, 1, 1, 1, 1), Int8Array.of(1, 2, 3, 4, 5, -6), 0), 9);
});

Deno.test("dotInt8() agrees with the plain sum", () => {
  const pair = fc.integer({ min: 1, max: 40 }).chain((length) =>
    fc.tuple(
      fc.array(fc.float({ noNaN: true, min: -1, max: 1 }), { minLength: length, maxLength: length }),
      fc.array(fc.integer({ min: -127, max: 127 }), { minLength: 3 * length, maxLength: 3 * length }),
    )
  );
  fc.assert(fc.property(pair, ([query, values]) => {
    for (const index of [0, 1, 2]) {
      let plain = 0;
      query.forEach((value, at) => plain += value * (values[index * query.length + at] ?? NaN));
      assert(Math.abs(dotInt8(Float32Array.from(query), Int8Array.from(values), index) - plain) < 1e-9);
    }
  }));
});

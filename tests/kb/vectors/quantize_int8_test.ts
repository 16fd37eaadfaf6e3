import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { quantizeInt8 } from "../../../kb/vectors/quantize_int8.ts";

Deno.test("quantizeInt8() gives the largest number 127, and halves away from zero on both sides", () => {
  const { values, scale } = quantizeInt8(Float32Array.of(1, -0.5, 0.5, 0, -1));
  assertEquals([...values], [127, -64, 64, 0, -127]);
  assertEquals(scale.toFixed(8), "0.00787402");
});

Deno.test("quantizeInt8() scales small numbers up", () => {
  const { values, scale } = quantizeInt8(Float32Array.of(0.002, -0.001));
  assertEquals([...values], [127, -64]);
  assertEquals(scale.toFixed(8), "0.00001575");
});

Deno.test("quantizeInt8() keeps zeros, with scale 0", () => {
  assertEquals(quantizeInt8(new Float32Array(3)), { values: new Int8Array(3), scale: 0 });
});

Deno.test("quantizeInt8() is nowhere off by more than half a step", () => {
  const numbers = fc.array(fc.float({ noNaN: true, noDefaultInfinity: true, min: -8, max: 8 }), {
    minLength: 1,
  });
  fc.assert(fc.property(numbers, (list) => {
    const vector = Float32Array.from(list);
    const { values, scale } = quantizeInt8(vector);
    vector.forEach((value, at) => {
      const error = Math.abs((values[at] ?? NaN) * scale - value);
      assert(error <= scale * 0.5000001, `${value} is off by ${error / scale} steps`);
    });
  }));
});

import { assertEquals } from "@std/assert";
import { normalise } from "../../../kb/vectors/normalise.ts";

Deno.test("normalise() scales a vector to length 1, in place", () => {
  const vector = Float32Array.of(3, 0, -4);
  const result = normalise(vector);
  assertEquals([...result].map((value) => value.toFixed(6)), ["0.600000", "0.000000", "-0.800000"]);
  assertEquals(result === vector, true);
});

Deno.test("normalise() makes zeros of what has no direction", () => {
  assertEquals([...normalise(Float32Array.of(0, 0))], [0, 0]);
  assertEquals([...normalise(Float32Array.of(Infinity, 1))], [0, 0]);
  assertEquals([...normalise(Float32Array.of(NaN, 1))], [0, 0]);
  assertEquals(normalise(new Float32Array()).length, 0);
});

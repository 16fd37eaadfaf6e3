import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { LatencySketch, RELATIVE_ERROR } from "../../../cli/tool_stats/latency_sketch.ts";

Deno.test("LatencySketch gives quantiles within its error, whatever the times", () => {
  const times = fc.array(fc.double({ min: 0.02, max: 1e8, noNaN: true }), { minLength: 1, maxLength: 200 });
  fc.assert(fc.property(times, fc.constantFrom(0, 0.5, 0.95, 1), (list, share) => {
    const sketch = new LatencySketch();
    for (const time of list) sketch.add(time);
    const exact = list.toSorted((one, other) =>
      one - other
    )[Math.max(1, Math.ceil(share * list.length)) - 1] ?? NaN;
    const found = sketch.quantile(share) ?? NaN;
    assert(Math.abs(found - exact) <= exact * RELATIVE_ERROR * 1.000001, `${found} for ${exact}`);
  }));
});

Deno.test("LatencySketch knows nothing of no times, and takes what is no time for nothing", () => {
  assertEquals(new LatencySketch().quantile(0.5), undefined);
  for (const ms of [0, -5, NaN, 0.001]) {
    const sketch = new LatencySketch();
    sketch.add(ms);
    assertEquals(sketch.quantile(0.5), 0);
  }
});

Deno.test("LatencySketch counts what is longer than eleven days as that", () => {
  const sketch = new LatencySketch();
  sketch.add(Infinity);
  assertEquals(Math.abs((sketch.quantile(1) ?? 0) / 1e9 - 1) <= RELATIVE_ERROR, true);
});

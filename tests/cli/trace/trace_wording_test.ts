import { assertEquals } from "@std/assert";
import { durationText } from "../../../cli/trace/trace_wording.ts";

Deno.test("durationText() rounds to what people read, and never shows a thousand of a unit that has a greater one", () => {
  const times = [0, 0.4, 3.6, 999.4, 999.5, 59_949, 59_950, 3_596_999, 3_597_000, 9e6];
  assertEquals(times.map(durationText), [
    "0 ms",
    "0 ms",
    "4 ms",
    "999 ms",
    "1.0 s",
    "59.9 s",
    "1.0 min",
    "59.9 min",
    "1.0 h",
    "2.5 h",
  ]);
});

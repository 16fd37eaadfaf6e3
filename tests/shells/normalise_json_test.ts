import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { normaliseJson } from "../../shells/normalise_json.ts";

const anything = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withSet: true,
  withSparseArray: true,
  withTypedArray: true,
});

Deno.test("normaliseJson() gives a value that its own JSON round trip leaves as it is (H21)", () => {
  fc.assert(
    fc.property(anything, (value) => {
      const json = normaliseJson(value);
      assertEquals(JSON.parse(JSON.stringify(json)), json);
    }),
    { numRuns: 1_000 },
  );
});

Deno.test("normaliseJson() changes nothing the second time (H21)", () => {
  fc.assert(
    fc.property(anything, (value) => {
      const json = normaliseJson(value);
      assertEquals(normaliseJson(json), json);
    }),
    { numRuns: 1_000 },
  );
});

Deno.test("normaliseJson() leaves JSON as it is", () => {
  // -0 is no JSON value: it is written as 0.
  fc.assert(fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
    fc.pre(
      !JSON.stringify(value, (_key, part) => Object.is(part, -0) ? "minus zero" : part).includes(
        "minus zero",
      ),
    );
    assertEquals<unknown>(normaliseJson(value), value);
  }));
});

Deno.test("normaliseJson() writes dates and BigInts as text, drops undefined fields, keeps the rest (H3, H21)", () => {
  assertEquals(
    normaliseJson({
      at: new Date(0),
      amount: 9_007_199_254_740_993n,
      gone: undefined,
      list: [undefined, NaN, -0, new Date(NaN)],
      map: new Map([["a", 1]]),
    }),
    { at: "1970-01-01T00:00:00.000Z", amount: "9007199254740993", list: [null, null, 0, null], map: {} },
  );
});

Deno.test("normaliseJson() makes null of what JSON cannot say at all", () => {
  for (const value of [undefined, () => 1, Symbol("s"), NaN, null]) assertEquals(normaliseJson(value), null);
});

Deno.test("normaliseJson() keeps a lone surrogate and a __proto__ field", () => {
  assertEquals(normaliseJson("\ud800"), "\ud800");
  const json = normaliseJson(JSON.parse('{"__proto__":{"polluted":true}}'));
  assertEquals(JSON.stringify(json), '{"__proto__":{"polluted":true}}');
  assertEquals(Object.getPrototypeOf(json), Object.prototype);
});

Deno.test("normaliseJson() gives a fresh value that later changes of the original do not reach", () => {
  const original = { lines: ["one"] };
  const json = normaliseJson(original);
  original.lines.push("two");
  assertEquals(json, { lines: ["one"] });
});

Deno.test("normaliseJson() refuses what contains itself or is nested too deeply", () => {
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  assertThrows(() => normaliseJson(circular), TypeError);
  let deep: unknown = null;
  for (let level = 0; level < 200_000; level++) deep = [deep];
  assertThrows(() => normaliseJson(deep), RangeError);
});

Deno.test("normaliseJson() takes 1,000 levels and no more, whatever brackets stand in its texts", () => {
  const nested = (levels: number): unknown => levels === 0 ? '[{[{"[' : [nested(levels - 1)];
  assertEquals(normaliseJson(nested(1_000)), nested(1_000));
  assertThrows(() => normaliseJson(nested(1_001)), RangeError, "deeper than 1000 levels");
  const wide = Array.from({ length: 5_000 }, () => ({ text: "[[[" }));
  assertEquals(normaliseJson(wide), wide);
});

Deno.test("normaliseJson() takes a text of many megabytes, whatever is escaped in it", () => {
  const text = '"[\\\\{'.repeat(2_500_000);
  assertEquals(normaliseJson({ text }), { text });
});

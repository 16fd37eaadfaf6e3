import { assertEquals, assertStrictEquals } from "@std/assert";
import { mapTexts } from "../../../shells/pii/map_texts.ts";

const hide = (text: string) => text.replace(/1380013800\d/g, "<phone>");

Deno.test("mapTexts() changes texts wherever they stand, and long integers as texts", () => {
  assertEquals(
    mapTexts({ a: ["13800138000", { b: "x 13800138001" }], n: 13800138002, s: -13800138003 }, hide),
    { a: ["<phone>", { b: "x <phone>" }], n: "<phone>", s: "-<phone>" },
  );
  assertEquals(mapTexts("13800138000", hide), "<phone>");
});

Deno.test("mapTexts() changes a field's name that is no plain word", () => {
  assertEquals(mapTexts({ "13800138000": 1, order_id: 2, "__proto__x": 3 }, (text) => hide(text)), {
    "<phone>": 1,
    order_id: 2,
    "__proto__x": 3,
  });
});

Deno.test("mapTexts() returns the value itself when nothing changed", () => {
  const value = { a: ["x", 1, null, true, 12345678901], at: new Date(0), f: undefined };
  assertStrictEquals(mapTexts(value, hide), value);
  for (const other of [null, undefined, 1.5, 999_999_999, true, Number.MAX_VALUE, NaN]) {
    assertStrictEquals(mapTexts(other, hide), other);
  }
});

Deno.test("mapTexts() makes no prototype of a field by that name", () => {
  const value = JSON.parse('{"__proto__":{"admin":"13800138000"}}');
  const mapped = mapTexts(value, hide) as Record<string, unknown>;
  assertEquals(JSON.stringify(mapped), '{"__proto__":{"admin":"<phone>"}}');
  assertEquals(mapped.admin, undefined);
});

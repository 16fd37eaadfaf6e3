import { assertEquals } from "@std/assert";
import * as fc from "fast-check";
import { canonicalJson } from "../../shells/canonical_json.ts";

Deno.test("canonicalJson() sorts keys by code unit, also those that look like numbers", () => {
  assertEquals(
    canonicalJson({ b: 1, a: [{ z: null, y: "中" }], "10": 1, "9": 2 }),
    '{"10":1,"9":2,"a":[{"y":"中","z":null}],"b":1}',
  );
  assertEquals(canonicalJson(undefined), "null");
  assertEquals(canonicalJson({ a: undefined }), "{}");
});

Deno.test("canonicalJson() is JSON of the same value", () => {
  fc.assert(fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
    assertEquals(JSON.parse(canonicalJson(value)), JSON.parse(JSON.stringify(value)));
  }));
});

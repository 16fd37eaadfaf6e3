import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { decodeKvKey, encodeKvKey } from "../../../shells/stores/kv_key.ts";

const texts = fc.string({
  unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
});

Deno.test("encodeKvKey leaves a fingerprint as it is", () => {
  const fingerprint = "0123456789abcdef".repeat(4);
  assertEquals(encodeKvKey(fingerprint), fingerprint);
});

Deno.test("encodeKvKey spells any other text in hexadecimal (H18)", () => {
  assertEquals(encodeKvKey(""), "u");
  assertEquals(encodeKvKey("A:1"), "u0041003a0031");
  assertEquals(encodeKvKey("订单"), "u8ba25355");
});

Deno.test("encodeKvKey keeps lone surrogates apart, which KV confuses with U+FFFD (H8)", () => {
  assertEquals(["\ud800", "\udfff", "\ufffd"].map(encodeKvKey), ["ud800", "udfff", "ufffd"]);
});

Deno.test("decodeKvKey gives back any key, so that no two are spelt alike (H7)", () => {
  fc.assert(fc.property(texts, (key) => assertEquals(decodeKvKey(encodeKvKey(key)), key)));
  for (const key of ["u", "u0041", "0041", "A"]) assertEquals(decodeKvKey(encodeKvKey(key)), key);
});

Deno.test("encodeKvKey refuses a key that KV would refuse", () => {
  assertEquals(encodeKvKey("a".repeat(1_000)).length, 1_000);
  for (const key of ["a".repeat(1_001), "单".repeat(250)]) {
    const told = "Cannot make KV key: it takes 1001 bytes, more than 1000. Hash it first";
    assertThrows(() => encodeKvKey(key), RangeError, told);
  }
});

import { assertEquals, assertThrows } from "@std/assert";
import type { IdempotencyRecord } from "../../../shells/stores/idempotency_store.ts";
import { decodeKvHead, encodeKvValue, joinKvParts } from "../../../shells/stores/kv_value.ts";
import type { JsonValue } from "../../../tools/types.ts";

/** Its head takes 91 bytes beside the text, and its outcome 28. */
function withText(length: number): IdempotencyRecord {
  return { owner: "o", claimedAt: 0, expiresAt: 1, outcome: { kind: "result", value: "x".repeat(length) } };
}

function sizes(record: IdempotencyRecord): number[] {
  const { head, parts } = encodeKvValue(record);
  return [head.length, ...parts.map(({ length }) => length)];
}

function readBack(record: IdempotencyRecord): IdempotencyRecord {
  const { head, parts } = encodeKvValue(record);
  const decoded = decodeKvHead(head);
  assertEquals(decoded.partCount, parts.length);
  return parts.length === 0 ? decoded.record : joinKvParts(decoded.record, parts);
}

Deno.test("encodeKvValue writes JSON text with the number of its format", () => {
  const { head, parts } = encodeKvValue({ owner: "o", claimedAt: 0, expiresAt: 1, label: "order_refund" });
  const text = '{"format":1,"owner":"o","claimedAt":0,"expiresAt":1,"label":"order_refund"}';
  assertEquals(new TextDecoder().decode(head), text);
  assertEquals(parts, []);
});

Deno.test("encodeKvValue fills a value to its last byte before it makes parts (H18)", () => {
  assertEquals(sizes(withText(65_445)), [65_536]);
  // {"format":1,"owner":"o","claimedAt":0,"expiresAt":1,"partCount":1}
  assertEquals(sizes(withText(65_446)), [66, 65_474]);
});

Deno.test("encodeKvValue makes a part of every 65,536 bytes (H18)", () => {
  assertEquals(sizes(withText(65_508)), [66, 65_536]);
  assertEquals(sizes(withText(65_509)), [66, 65_536, 1]);
});

Deno.test("encodeKvValue gives up a result that eleven parts cannot hold (H18)", () => {
  assertEquals(sizes(withText(720_868)), [67, ...Array(11).fill(65_536)]);
  const lost = { owner: "o", claimedAt: 0, expiresAt: 1, outcome: { kind: "result_lost" } };
  assertEquals(readBack(withText(720_869)), lost as IdempotencyRecord);
});

Deno.test("encodeKvValue gives up what is no JSON, and does not throw (H18)", () => {
  const loop: { self?: unknown } = {};
  loop.self = loop;
  for (const value of [1n, loop] as unknown as JsonValue[]) {
    const record: IdempotencyRecord = {
      owner: "o",
      claimedAt: 0,
      expiresAt: 1,
      outcome: { kind: "result", value },
    };
    assertEquals(readBack(record).outcome, { kind: "result_lost" });
  }
});

Deno.test("joinKvParts joins characters that parts cut, byte order marks and lone surrogates (H8)", () => {
  for (const unit of ["单", "🎉", "\ufeff", "\ud800", "é"]) {
    for (const shift of ["", "x", "xx", "xxx"]) {
      const value = shift + unit.repeat(40_000);
      const record: IdempotencyRecord = {
        owner: "o",
        claimedAt: 0,
        expiresAt: 1,
        outcome: { kind: "result", value },
      };
      assertEquals(readBack(record), record);
    }
  }
});

Deno.test("decodeKvHead refuses what is no head", () => {
  const texts = [
    "",
    "null",
    "[]",
    '"text"',
    '{"format":1}',
    '{"format":1,"owner":"o","claimedAt":0,"expiresAt":null}',
  ];
  for (const value of [undefined, 1, "text", ...texts.map((text) => new TextEncoder().encode(text))]) {
    assertThrows(() => decodeKvHead(value), Error, "Cannot read idempotency record: its format is");
  }
});

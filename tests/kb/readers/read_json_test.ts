import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { jsonBlocks, parseJson } from "../../../kb/readers/json_blocks.ts";
import { readJson, readJsonLines } from "../../../kb/readers/read_json.ts";

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

Deno.test("readJson() writes what is no array as path: value lines", async () => {
  const { sections } = await readJson(
    bytesOf('{"hotel":{"limit":{"上海":500}},"open":true,"none":null,"tags":["a","b"]}'),
    "/docs/policy.json",
  );
  assertEquals(sections, {
    title: "policy",
    sections: [{
      path: [],
      blocks: [{ kind: "lines", lines: ["hotel.limit.上海: 500", "open: true", "tags: a, b"] }],
    }],
  });
});

Deno.test("jsonBlocks() writes items of equal keys as a table, below the path that leads to them", () => {
  const value = parseJson(
    '{"v":1,"list":{"cities":[{"name":"北京","max":600},{"max":500.50,"name":"上|海"}]}}',
  );
  assertEquals(jsonBlocks(value), [
    { kind: "lines", lines: ["v: 1"] },
    { kind: "prose", lines: ["list.cities:"] },
    { kind: "table", lines: ["| name | max |", "| --- | --- |", "| 北京 | 600 |", "| 上\\|海 | 500.50 |"] },
  ]);
});

Deno.test("jsonBlocks() writes other items as a record each", () => {
  assertEquals(
    jsonBlocks(parseJson('[{"q":"How?","a":{"en":"Ask.\\n\\nThen wait."}},{"q":"When?"},"loose",[]]')),
    [
      { kind: "record", lines: ["q: How?", "a.en: Ask.", "Then wait."] },
      { kind: "record", lines: ["q: When?"] },
      { kind: "record", lines: ["loose"] },
    ],
  );
});

Deno.test("jsonBlocks() keeps numbers as they were written, and keys that objects have by themselves", () => {
  assertEquals(jsonBlocks(parseJson('{"id":12345678901234567890,"v":1.0,"__proto__":"p","constructor":2}')), [
    { kind: "lines", lines: ["id: 12345678901234567890", "v: 1.0", "__proto__: p", "constructor: 2"] },
  ]);
});

Deno.test("jsonBlocks() has no block without a line, whatever the value", () => {
  fc.assert(fc.property(fc.json(), (text) => {
    assertEquals(jsonBlocks(parseJson(text)).filter(({ lines }) => lines.length === 0), []);
  }));
});

Deno.test("readJson() refuses what is no JSON, and survives any depth", async () => {
  assertThrows(
    () => readJson(bytesOf("{a:1}"), "/docs/a.json"),
    Error,
    "Cannot read document: /docs/a.json: it is no JSON. Mend it, or name it .jsonl when each line is a value of its own",
  );
  assertThrows(
    () => readJson(bytesOf("[".repeat(200_000) + "]".repeat(200_000)), "a"),
    Error,
    "nested too deep",
  );
  const deep = `${'{"a":'.repeat(500)}1${"}".repeat(500)}`;
  assertEquals((await readJson(bytesOf(deep), "a")).sections?.sections[0]?.blocks.length, 1);
});

Deno.test("readJsonLines() counts lines that are no JSON and reads the others (K14)", async () => {
  const { sections, notice } = await readJsonLines(
    bytesOf('{"a":1}\r\n\noops\n{"a":"退款"}\n{"a"'),
    "/docs/a.jsonl",
  );
  assertEquals(sections?.sections[0]?.blocks, [{
    kind: "table",
    lines: ["| a |", "| --- |", "| 1 |", "| 退款 |"],
  }]);
  assertEquals(notice?.en, "2 of 4 lines are no JSON and were left out, the first is line 3");
});

Deno.test("readJsonLines() fails when no line is JSON, and takes an empty file for empty", async () => {
  assertThrows(
    () => readJsonLines(bytesOf("a\nb"), "/docs/a.jsonl"),
    Error,
    "Cannot read document: /docs/a.jsonl: none of its 2 lines is JSON. Mend it and ingest again",
  );
  assertEquals((await readJsonLines(bytesOf(""), "/docs/a.jsonl")).notice, undefined);
});

Deno.test("jsonBlocks() repeats no more than the end of a long path, and says a long key once", () => {
  const key = "k".repeat(500);
  assertEquals(jsonBlocks({ a: { [key]: { x: "1", y: "2" } } }), [{
    kind: "lines",
    lines: [key, `…${"k".repeat(398)}.x: 1`, `…${"k".repeat(398)}.y: 2`],
  }]);
});

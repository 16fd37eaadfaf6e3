import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { duplicateKey } from "../../../cli/settings/duplicate_key.ts";

for (
  const [text, expected] of [
    ['{"a": 1, "b": {"a": 1}, "c": ["a", "a", {"a": 1}, {"a": 1}]}', undefined],
    ['{"a": 1, "b": 2, "a": 3}', "a"],
    ['{"a": {"b": [0, {"c": {}, "c": 1}]}}', "a.b.1.c"],
    // The same key, written in two ways.
    ['{"a\\"": 1, "\\u0061\\"": 2}', 'a"'],
    ['{"a": ":{", "b": "a", ":": "\\\\", "c": 1}', undefined],
    ['[{"a": 1}, {"a": 1}, [], {}]', undefined],
    ["1", undefined],
    ['"a"', undefined],
  ] as const
) {
  Deno.test(`duplicateKey() says of ${text}: ${expected}`, () => {
    assertEquals(duplicateKey(text), expected);
  });
}

Deno.test("duplicateKey() finds none in what was an object (property)", () => {
  fc.assert(fc.property(fc.json(), (text) => {
    assertEquals(duplicateKey(JSON.stringify(JSON.parse(text))), undefined);
  }));
});

Deno.test("duplicateKey() finds the one that there is, however deep, and whatever stands around it (property)", () => {
  const value = fc.jsonValue({ maxDepth: 3 });
  fc.assert(fc.property(fc.string(), value, value, fc.nat({ max: 5 }), (key, first, second, depth) => {
    const [name, one, two] = [key, first, second].map((each) => JSON.stringify(each));
    const twice = `{${name}: ${one}, ${name}: ${two}}`;
    const nested = Array.from({ length: depth }).reduce<string>((text) => `[0, {"in": ${text}}]`, twice);
    assertEquals(duplicateKey(nested), `${"1.in.".repeat(depth)}${key}`);
  }));
});

import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { isExactNumber } from "../../tools/is_exact_number.ts";
import { readTolerantJson } from "../../tools/read_tolerant_json.ts";
import type { JsonValue } from "../../tools/types.ts";

/** Value, and each problem with `!` before what was lost. */
function read(source: string | Uint8Array): [JsonValue, ...string[]] {
  const { value, problems } = readTolerantJson(source);
  return [value, ...problems.map(({ message, isLoss }) => `${isLoss ? "! " : ""}${message}`)];
}

const UTF8 = new TextEncoder();

Deno.test("readTolerantJson() reads any JSON value as JSON.parse does, with nothing to report", () => {
  fc.assert(fc.property(fc.jsonValue({ stringUnit: "binary" }), fc.constantFrom(0, 2), (value, indent) => {
    const text = JSON.stringify(value, null, indent);
    assertEquals(readTolerantJson(text), { value: JSON.parse(text), problems: [] });
    assertEquals(readTolerantJson(UTF8.encode(text), { strict: true }).problems, []);
  }));
});

Deno.test("readTolerantJson() leaves text alone that looks like syntax", () => {
  const texts = [
    "https://x/a",
    "a,}",
    "[1,]",
    "/* no comment */",
    "NaN",
    "it's",
    "\u2028",
    "\\",
    "\ufeff",
    '"',
  ];
  const pieces = fc.array(fc.constantFrom(...texts, "{", "}", ",", ":", "'", "//", "\n"));
  fc.assert(
    fc.property(
      fc.dictionary(
        pieces.map((some) => some.join("")),
        pieces.map((some) => some.join("")),
        { noNullPrototype: true },
      ),
      (
        fields,
      ) => {
        assertEquals(read(JSON.stringify(fields)), [fields]);
      },
    ),
  );
});

Deno.test("readTolerantJson() takes no part of a document for the whole of it", () => {
  const whole = '{"reference":"B-0001","amount":899,"left":[1,{"a":"b"}],"duplicate":false}';
  for (let length = 0; length < whole.length; length++) {
    assertThrows(() => readTolerantJson(whole.slice(0, length)), SyntaxError, "Cannot read JSON: it ends or");
  }
  assertEquals(read(whole).length, 1);
});

Deno.test("readTolerantJson() takes no part of any object or list for the whole of it", () => {
  fc.assert(fc.property(
    fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue())),
    fc.nat(),
    (value, at) => {
      const text = JSON.stringify(value);
      assertThrows(() => readTolerantJson(text.slice(0, at % text.length)), SyntaxError);
    },
  ));
});

Deno.test("readTolerantJson() comes to an end on a document that was cut inside an escape", () => {
  for (
    const whole of [
      '{"item":"a\\\\b"}',
      '["\\n"]',
      '["\\u4e2d"]',
      "['\\x41']",
      "{\\u0061:1}",
      "/* \\ */ 1",
      "// \\\n1",
    ]
  ) {
    assertEquals(typeof readTolerantJson(whole).value === "undefined", false);
    for (let length = 0; length < whole.length; length++) {
      assertThrows(() => readTolerantJson(whole.slice(0, length)), SyntaxError);
    }
  }
});

Deno.test("readTolerantJson() comes to an end on anything", () => {
  const scrap = fc.constantFrom(
    ..."\\\"'/*{}[],:+-.0179eExuKN\n\r\u2028\ufeff ",
    "NaN",
    "Infinity",
    "null",
    "true",
    "0x",
    "\\u",
  );
  fc.assert(
    fc.property(fc.array(scrap, { maxLength: 12 }), (scraps) => {
      try {
        readTolerantJson(scraps.join(""));
      } catch (error) {
        assert(error instanceof SyntaxError, `${error}`);
      }
    }),
    { numRuns: 2_000 },
  );
});

Deno.test("readTolerantJson() refuses more than one document", () => {
  for (const text of ['{"a":1}}', '{"a":1}{"a":2}', "1 2", '{"a":1} x', "<html></html>", "OK"]) {
    assertThrows(
      () => readTolerantJson(text),
      SyntaxError,
      "Cannot read JSON: it ends or goes wrong at line 1",
    );
  }
});

for (
  const [text, ...expected] of [
    ['{"a":1,}', { a: 1 }, "A trailing comma at line 1, column 7 was read"],
    ["[1,\n2,\n]", [1, 2], "A trailing comma at line 2, column 2 was read"],
    ['// x\n{"a":1}', { a: 1 }, "A comment at line 1, column 1 was read"],
    ['{"a"/* y */:1}', { a: 1 }, "A comment at line 1, column 5 was read"],
    ['\ufeff{"a":1}', { a: 1 }, "A byte order mark was left out"],
    ["['a']", ["a"], "A name or text without double quotes at line 1, column 2 was read"],
    ['{a:"b"}', { a: "b" }, "A name or text without double quotes at line 1, column 2 was read"],
    ['["a\tb"]', ["a\tb"], "Loose syntax was read"],
    ["[+1]", [1], "Loose syntax was read"],
    ["[0x1F]", [31], "Loose syntax was read"],
    ['{"a":NaN}', { a: null }, "! NaN at line 1, column 6 became null"],
    ["[-Infinity]", [null], "! Infinity at line 1, column 2 became null"],
    ["[1e400]", [null], "! A number that is too large at line 1, column 2 became null"],
    [
      '{"id":9007199254740993}',
      { id: 9007199254740992 },
      "! A number with too many digits at line 1, column 7 was rounded",
    ],
    [
      '{"a":1,\n"a":2}',
      { a: 2 },
      "! A key at line 2, column 1 replaced an earlier one of the same name",
    ],
  ] as const
) {
  Deno.test(`readTolerantJson() reports what it made of ${JSON.stringify(text)}`, () => {
    assertEquals(read(text), expected as unknown as [JsonValue, ...string[]]);
  });
  Deno.test(`readTolerantJson() refuses ${JSON.stringify(text)} when it is strict`, () => {
    const message = expected[1].replace(/^! /, "");
    assertThrows(() => readTolerantJson(text, { strict: true }), SyntaxError, `strictly: ${message}. `);
  });
}

Deno.test("readTolerantJson() reports everything at once", () => {
  assertEquals(read('{"a":NaN,/**/"b":[Infinity,],}'), [
    { a: null, b: [null] },
    "A comment at line 1, column 10 was read",
    "A trailing comma at line 1, column 27 was read",
    "A trailing comma at line 1, column 29 was read",
    "! NaN at line 1, column 6 became null",
    "! Infinity at line 1, column 19 became null",
  ]);
});

Deno.test("readTolerantJson() says so when bytes are no UTF-8", () => {
  const bytes = new Uint8Array([0x22, 0xe4, 0xb8, 0x22]);
  assertEquals(read(bytes), ["\ufffd", "! Bytes that are no UTF-8 became U+FFFD"]);
  assertThrows(() => readTolerantJson(bytes, { strict: true }), SyntaxError, "no UTF-8");
  assertEquals(read(UTF8.encode('\ufeff"中文😀"')), ["中文😀", "A byte order mark was left out"]);
});

Deno.test("readTolerantJson() takes __proto__ for a key like any other", () => {
  const { value } = readTolerantJson('{"__proto__":{"amount":1}}');
  assertEquals(Object.keys(Object(value)), ["__proto__"]);
  assertEquals(Object(value).amount, undefined);
});

Deno.test("readTolerantJson() refuses what is nested too deeply instead of overflowing", () => {
  const deep = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
  assertEquals(readTolerantJson(deep(200)).problems, []);
  assertThrows(
    () => readTolerantJson(deep(100_000)),
    SyntaxError,
    "Cannot read JSON: it is nested too deeply",
  );
});

Deno.test("readTolerantJson() never repeats the document in an error", () => {
  for (const text of ['{"card":"4111111111111111" x', '{"card":41111111111111x', "'secret"]) {
    const { message } = assertThrows(() => readTolerantJson(text), SyntaxError);
    assert(!/4111|x|secret/.test(message.replace("whole", "")), message);
  }
});

Deno.test("isExactNumber() takes what JavaScript writes for exact", () => {
  fc.assert(fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
    assert(isExactNumber(String(value)));
    assert(isExactNumber(value.toExponential()));
  }));
});

Deno.test("isExactNumber() sees which numbers change", () => {
  for (
    const same of ["0", "-0", "0.00", "299.00", "1e3", "1E+3", "0.0120", "1e23", "9007199254740992", "5e-324"]
  ) {
    assertEquals([same, isExactNumber(same)], [same, true]);
  }
  for (
    const other of [
      "9007199254740993",
      "-9007199254740993",
      "0.1234567890123456789",
      "1e309",
      "1e-400",
      "0x20000000000001",
    ]
  ) {
    assertEquals([other, isExactNumber(other)], [other, false]);
  }
});

import { isDeepStrictEqual } from "node:util";
import { assertEquals, assertNotEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { encodeCanonical } from "../../shells/encode_canonical.ts";

/** Leaves that are easily mistaken for one another; from so small a set that equal values come up as well. */
const leaf = fc.constantFrom<unknown[]>(
  null,
  undefined,
  true,
  false,
  0,
  -0,
  1,
  NaN,
  Infinity,
  -Infinity,
  1e21,
  0n,
  1n,
  -1n,
  "",
  "0",
  "-0",
  "1",
  "#1",
  "n1",
  "t",
  "u",
  "null",
  "NaN",
  ",",
  '","',
  "[]",
  "a::b",
  "\u00e9",
  "e\u0301",
  "\ud800",
  "\udfff",
  "\ufffd",
  "1970-01-01T00:00:00.000Z",
  new Date(0),
  new Date(1),
  /a/,
  /a/g,
  new Uint8Array([0]),
  new Uint8Array([1, 0]),
);

const primitive = leaf.filter((item) => typeof item !== "object");

const key = fc.constantFrom("a", "A", "b", "", ",", '"', 'a":#1,"b', "0", "__proto__", "\ud800", "\ufffd");

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  // Deno's isDeepStrictEqual crashes on null or undefined beside an object in a Set or as a Map's key: tried by hand below.
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(key, tie("value"), { maxKeys: 3, noNullPrototype: true }),
    fc.array(tie("value").filter(isThere), { maxLength: 3 }).map((items) => new Set(items)),
    fc.array(fc.tuple(primitive.filter(isThere), tie("value")), { maxLength: 3 }).map((items) =>
      new Map(items)
    ),
  ),
}));

function isThere(item: unknown): boolean {
  return item !== null && item !== undefined;
}

function isPlain(item: unknown): item is Record<string, unknown> {
  return typeof item === "object" && item !== null && Object.getPrototypeOf(item) === Object.prototype;
}

function mapInside(item: unknown, fields: (object: Record<string, unknown>) => [string, unknown][]): unknown {
  const inside = (part: unknown) => mapInside(part, fields);
  if (Array.isArray(item)) return item.map(inside);
  if (item instanceof Set) return new Set(Array.from(item, inside));
  if (item instanceof Map) return new Map(Array.from(item, ([k, v]) => [inside(k), inside(v)]));
  if (isPlain(item)) return Object.fromEntries(fields(item).map(([name, part]) => [name, inside(part)]));
  return item;
}

/** The same arguments as a caller with other habits would write them. */
function rewritten(item: unknown): unknown {
  return mapInside(item, (object) => [...Object.entries(object).reverse(), ["absent", undefined]]);
}

function withoutUndefinedFields(item: unknown): unknown {
  return mapInside(item, (object) => Object.entries(object).filter(([, part]) => part !== undefined));
}

Deno.test("encodeCanonical() gives equal text up to the order of keys and undefined fields (H6)", () => {
  fc.assert(
    fc.property(value, (item) => assertEquals(encodeCanonical(rewritten(item)), encodeCanonical(item))),
    { numRuns: 1_000 },
  );
});

Deno.test("encodeCanonical() gives equal text exactly to what isDeepStrictEqual calls equal (H6)", () => {
  const pair = fc.oneof(
    fc.tuple(value, value),
    fc.tuple(leaf, leaf),
    fc.tuple(key, leaf, leaf).map(([name, a, b]) => [{ [name]: a }, { [name]: b }]),
    fc.tuple(fc.array(primitive), fc.array(primitive)).map(([a, b]) => [new Set(a), new Set(b)]),
  );
  const seen = { equal: 0, different: 0 };
  fc.assert(
    fc.property(pair, ([a, b]) => {
      const equal = isDeepStrictEqual(withoutUndefinedFields(a), withoutUndefinedFields(b));
      seen[equal ? "equal" : "different"]++;
      assertEquals(encodeCanonical(a) === encodeCanonical(b), equal);
    }),
    { numRuns: 20_000 },
  );
  assertEquals({ equal: seen.equal > 100, different: seen.different > 10_000 }, {
    equal: true,
    different: true,
  });
});

Deno.test("encodeCanonical() keeps strings apart that differ in any code unit (H8)", () => {
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 4 }).map((units) =>
      String.fromCharCode(...units)
    ),
  );
  fc.assert(
    fc.property(text, text, (a, b) => {
      fc.pre(a !== b);
      assertNotEquals(encodeCanonical(a), encodeCanonical(b));
      // What the hash sees is UTF-8.
      assertNotEquals(utf8(encodeCanonical({ [a]: 0 })), utf8(encodeCanonical({ [b]: 0 })));
    }),
  );
});

Deno.test("encodeCanonical() never gives NFC and NFD the same text (H8)", () => {
  const composed = fc.array(fc.constantFrom("é", "ü", "ñ", "Å", "が", "각", "ệ", "x", "单"), { minLength: 1 })
    .map((letters) => letters.join(""));
  fc.assert(
    fc.property(composed, (text) => {
      const nfc = text.normalize("NFC");
      const nfd = text.normalize("NFD");
      fc.pre(nfc !== nfd);
      assertNotEquals(encodeCanonical({ name: nfc }), encodeCanonical({ name: nfd }));
      assertNotEquals(encodeCanonical({ [nfc]: 1 }), encodeCanonical({ [nfd]: 1 }));
    }),
  );
});

Deno.test("encodeCanonical() survives the way to UTF-8 with lone surrogates intact (H8)", () => {
  assertNotEquals(utf8(encodeCanonical("\ud800")), utf8(encodeCanonical("\ufffd")));
  assertNotEquals(utf8(encodeCanonical("\ud800")), utf8(encodeCanonical("\ud801")));
});

Deno.test("encodeCanonical() writes what it is documented to write", () => {
  assertEquals(encodeCanonical({ b: [1, "x"], a: undefined }), '{"b":[#1,"x"]}');
  assertEquals(encodeCanonical({ a: 1, A: 2 }), '{"A":#2,"a":#1}');
  assertEquals(encodeCanonical([null, undefined, true, 5n, -0]), "[0,u,t,n5,#-0]");
});

Deno.test("encodeCanonical() keeps what JSON folds together apart (H6)", () => {
  const lookAlikes: [unknown, unknown][] = [
    [NaN, null],
    [-0, 0],
    [undefined, null],
    [1, 1n],
    [1, "1"],
    [new Date(0), "1970-01-01T00:00:00.000Z"],
    [new Date(0), 0],
    [new Date(NaN), null],
    [new Map([["a", 1]]), new Map([["a", 2]])],
    [new Map([["a", 1]]), { a: 1 }],
    [new Map(), new Set()],
    [new Set([1]), [1]],
    [[], {}],
    [[undefined], []],
    [/a/g, /a/i],
    [new Uint8Array([1]), [1]],
  ];
  for (const [a, b] of lookAlikes) assertNotEquals(encodeCanonical(a), encodeCanonical(b));
});

Deno.test("encodeCanonical() does not care in which order a Map or a Set was filled (H6)", () => {
  assertEquals(encodeCanonical(new Set(["x", "y"])), encodeCanonical(new Set(["y", "x"])));
  assertEquals(
    encodeCanonical(new Map([["x", 1], ["y", 2]])),
    encodeCanonical(new Map([["y", 2], ["x", 1]])),
  );
});

Deno.test("encodeCanonical() tells Maps with objects as keys by what the objects hold (H6)", () => {
  assertEquals(encodeCanonical(new Map([[{ a: 1 }, 2]])), 'M[[{"a":#1},#2]]');
  assertEquals(encodeCanonical(new Map([[null, 2]])), "M[[0,#2]]");
  assertEquals(encodeCanonical(new Set([{}, undefined, null])), "S[0,u,{}]");
  assertNotEquals(encodeCanonical(new Map([[[1], 2]])), encodeCanonical(new Map([[1, [2]]])));
});

Deno.test("encodeCanonical() takes an object without a prototype for the plain one it looks like", () => {
  assertEquals(encodeCanonical(Object.assign(Object.create(null), { a: 1 })), '{"a":#1}');
});

Deno.test("encodeCanonical() takes one object in two places for two equal ones, not for a cycle", () => {
  const shared = { a: 1 };
  assertEquals(encodeCanonical([shared, shared]), '[{"a":#1},{"a":#1}]');
});

Deno.test("encodeCanonical() refuses what is no data", () => {
  class Money {
    constructor(readonly amount: number) {}
  }
  const noData = [() => 1, Symbol("s"), new Money(1), { deep: [new Error("x")] }, new Number(1), {
    [Symbol("s")]: 1,
  }];
  for (const item of noData) {
    assertThrows(() => encodeCanonical(item), TypeError, "Cannot fingerprint arguments");
  }
});

Deno.test("encodeCanonical() refuses what contains itself", () => {
  const circular: Record<string, unknown> = {};
  circular.self = [circular];
  assertThrows(() => encodeCanonical(circular), TypeError, "they contain themselves");
  const map = new Map<string, unknown>();
  map.set("self", map);
  assertThrows(() => encodeCanonical(map), TypeError, "they contain themselves");
});

Deno.test("encodeCanonical() takes 200 levels and refuses more, however many, without overflowing (H7)", () => {
  assertEquals(encodeCanonical(nested(200)), "[".repeat(200) + "0" + "]".repeat(200));
  for (const depth of [201, 20_000]) {
    assertThrows(() => encodeCanonical(nested(depth)), TypeError, "nested deeper than 200 levels");
  }
});

function nested(depth: number): unknown {
  let item: unknown = null;
  for (let level = 0; level < depth; level++) item = [item];
  return item;
}

function utf8(text: string): string {
  return new TextEncoder().encode(text).join();
}

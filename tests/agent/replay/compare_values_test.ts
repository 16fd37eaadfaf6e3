import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { compareValues } from "../../../agent/replay/compare_values.ts";
import { Renamings } from "../../../agent/replay/renamings.ts";
import { volatilePaths } from "../../../agent/replay/volatile_paths.ts";
import type { JsonValue } from "../../../tools/types.ts";

function compare(recorded: JsonValue, now: JsonValue, volatile: readonly string[] = []) {
  const options = { isVolatile: volatilePaths(volatile), renamings: new Renamings() };
  return compareValues(recorded, now, options).map(({ path, ...values }) => [path.join("."), values]);
}

Deno.test("compareValues() names each field that differs, in the order of a reader", () => {
  assertEquals(
    compare(
      { b: [1, 2, { deep: true }], a: "x", gone: null, same: 1 },
      { a: "y", b: [1, 3, { deep: false }], come: [1], same: 1 },
    ),
    [
      ["a", { recorded: "x", now: "y" }],
      ["b.1", { recorded: 2, now: 3 }],
      ["b.2.deep", { recorded: true, now: false }],
      ["come", { now: [1] }],
      ["gone", { recorded: null }],
    ],
  );
});

Deno.test("compareValues() shows a whole branch where one became something else", () => {
  assertEquals(compare({ a: { b: 1 } }, { a: [1] }), [["a", { recorded: { b: 1 }, now: [1] }]]);
  assertEquals(compare([1], [1, 2]), [["1", { now: 2 }]]);
});

Deno.test("compareValues() lets a volatile field differ, and its value wherever else it stands", () => {
  const recorded = { id: "TK-20261130-0007", text: "Ticket TK-20261130-0007 was created." };
  assertEquals(compare(recorded, { id: "TK-1-0001", text: "Ticket TK-1-0001 was created." }, ["id"]), []);
  assertEquals(compare(recorded, { id: "TK-1-0001", text: "Ticket TK-1-0002 was created." }, ["id"]), [
    ["text", { recorded: "Ticket TK-20261130-0007 was created.", now: "Ticket TK-1-0002 was created." }],
  ]);
});

Deno.test("compareValues() wants a volatile field to be there, and of its type", () => {
  assertEquals(compare({ id: "a-long-name" }, {}, ["id"]), [["id", { recorded: "a-long-name" }]]);
  assertEquals(compare({ id: "a-long-name" }, { id: 7 }, ["id"]), [["id", {
    recorded: "a-long-name",
    now: 7,
  }]]);
  assertEquals(compare({ id: 1 }, { id: 7 }, ["id"]), []);
});

Deno.test("compareValues() takes aliases of equal places for each other", () => {
  assertEquals(compare({ a: "mail [[EMAIL_1]]" }, { a: "mail [[EMAIL_2]]" }), []);
});

Deno.test("compareValues() finds nothing between equal values, whatever they are", () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => {
    const copy = JSON.parse(JSON.stringify(value));
    assertEquals(compare(JSON.parse(JSON.stringify(value)), copy), []);
  }));
});

Deno.test("compareValues() finds exactly the one field that was changed, whatever is around it", () => {
  const names = fc.stringMatching(/^[a-z]{1,6}$/);
  fc.assert(
    fc.property(fc.dictionary(names, fc.jsonValue(), { minKeys: 1 }), fc.nat(), (value, pick) => {
      const recorded = JSON.parse(JSON.stringify(value)) as Record<string, JsonValue>;
      const name = Object.keys(recorded)[pick % Object.keys(recorded).length] ?? "";
      const now = { ...recorded, [name]: ["another", recorded[name] ?? null] };
      const found = compare({ inner: recorded }, { inner: now });
      assertEquals(found.every(([path]) => String(path).startsWith(`inner.${name}`)), true);
      assertEquals(found.length > 0, true);
    }),
  );
});

Deno.test("compareValues() takes what a session's guard masked, hashed or blocked for the alias of now", () => {
  const options = () => ({ isVolatile: () => false, renamings: new Renamings() });
  for (const recorded of ["to r***@example.com", "to [EMAIL:0123456789abcdef]", "to [EMAIL]"]) {
    assertEquals(compareValues({ text: recorded }, { text: "to [[EMAIL_1]]" }, options()), []);
  }
});

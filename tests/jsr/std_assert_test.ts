import * as checked from "@std/assert";
import { AssertionError } from "@std/assert";
// The stand-in is not judged by itself.
import { deepStrictEqual, ok, strictEqual } from "node:assert";

/** Did the assertion fail, and only by an AssertionError? */
function fails(assertion: () => unknown): boolean {
  try {
    assertion();
    return false;
  } catch (error) {
    ok(error instanceof AssertionError, `Expected an AssertionError, got ${error}`);
    return true;
  }
}

async function failsLater(assertion: () => Promise<unknown>): Promise<boolean> {
  try {
    await assertion();
    return false;
  } catch (error) {
    ok(error instanceof AssertionError, `Expected an AssertionError, got ${error}`);
    return true;
  }
}

Deno.test("std_assert: assert() and assertFalse() go by truth", () => {
  strictEqual(fails(() => checked.assert("x")), false);
  for (const value of [false, 0, "", null, undefined, NaN]) {
    strictEqual(fails(() => checked.assert(value)), true);
    strictEqual(fails(() => checked.assertFalse(value)), false);
  }
  strictEqual(fails(() => checked.assertFalse(1)), true);
});

Deno.test("std_assert: assertEquals() compares deeply", () => {
  const value = {
    list: [1, { at: new Date(5) }],
    map: new Map([["a", new Set([1])]]),
    bytes: new Uint8Array([1]),
  };
  strictEqual(fails(() => checked.assertEquals(value, structuredClone(value))), false);
  strictEqual(fails(() => checked.assertEquals(NaN, NaN)), false);
  const others: [unknown, unknown][] = [
    [-0, 0],
    [{ a: undefined }, {}],
    [{}, { a: undefined }],
    [[undefined], []],
    [1, "1"],
    [null, undefined],
    [[1, 2], [2, 1]],
    [new Map([["a", 1]]), new Map([["a", 2]])],
    [new Date(1), new Date(2)],
    [/a/, /a/i],
    [new Error("a"), new Error("b")],
  ];
  for (const [actual, expected] of others) {
    strictEqual(fails(() => checked.assertEquals(actual, expected)), true, Deno.inspect(actual));
    strictEqual(fails(() => checked.assertNotEquals(actual, expected)), false, Deno.inspect(actual));
  }
  strictEqual(fails(() => checked.assertNotEquals([1], [1])), true);
});

Deno.test("std_assert: assertEquals() puts the given message into its own", () => {
  try {
    checked.assertEquals(1, 2, "while counting");
  } catch (error) {
    ok(error instanceof AssertionError && error.message.endsWith(": while counting"));
    return;
  }
  throw new Error("assertEquals(1, 2) passed");
});

Deno.test("std_assert: assertStrictEquals() goes by Object.is", () => {
  const value = {};
  strictEqual(fails(() => checked.assertStrictEquals(value, value)), false);
  strictEqual(fails(() => checked.assertStrictEquals({}, {})), true);
  strictEqual(fails(() => checked.assertStrictEquals(-0, 0)), true);
  strictEqual(fails(() => checked.assertStrictEquals(NaN, NaN)), false);
  strictEqual(fails(() => checked.assertNotStrictEquals(value, value)), true);
  strictEqual(fails(() => checked.assertNotStrictEquals({}, {})), false);
});

Deno.test("std_assert: comparisons of numbers fail on the wrong side and on the border", () => {
  strictEqual(fails(() => checked.assertGreater(2, 1)), false);
  strictEqual(fails(() => checked.assertGreater(1, 1)), true);
  strictEqual(fails(() => checked.assertGreaterOrEqual(1, 1)), false);
  strictEqual(fails(() => checked.assertGreaterOrEqual(0, 1)), true);
  strictEqual(fails(() => checked.assertLess(1, 2)), false);
  strictEqual(fails(() => checked.assertLess(1, 1)), true);
  strictEqual(fails(() => checked.assertLessOrEqual(1, 1)), false);
  strictEqual(fails(() => checked.assertLessOrEqual(2, 1)), true);
  strictEqual(fails(() => checked.assertAlmostEquals(0.1 + 0.2, 0.3)), false);
  strictEqual(fails(() => checked.assertAlmostEquals(0.3001, 0.3)), true);
  strictEqual(fails(() => checked.assertAlmostEquals(0.31, 0.3, 0.02)), false);
});

Deno.test("std_assert: assertExists(), assertStringIncludes() and assertMatch() fail on what is missing", () => {
  for (const value of [null, undefined]) strictEqual(fails(() => checked.assertExists(value)), true);
  for (const value of [0, "", false]) strictEqual(fails(() => checked.assertExists(value)), false);
  strictEqual(fails(() => checked.assertStringIncludes("order A-1024", "A-1024")), false);
  strictEqual(fails(() => checked.assertStringIncludes("order", "A-1024")), true);
  strictEqual(fails(() => checked.assertMatch("TK-20261009-0001", /^TK-\d{8}-\d{4}$/)), false);
  strictEqual(fails(() => checked.assertMatch("TK-1", /^TK-\d{8}-\d{4}$/)), true);
  strictEqual(fails(() => checked.assertNotMatch("TK-1", /^TK/)), true);
  strictEqual(fails(() => checked.assertNotMatch("A-1", /^TK/)), false);
});

Deno.test("std_assert: assertMatch() gives the same answer twice for a global pattern", () => {
  const pattern = /a/g;
  strictEqual(fails(() => checked.assertMatch("a", pattern)), false);
  strictEqual(fails(() => checked.assertMatch("a", pattern)), false);
});

Deno.test("std_assert: assertArrayIncludes() compares elements deeply, in any order", () => {
  strictEqual(fails(() => checked.assertArrayIncludes([{ a: 1 }, 2, 3], [3, { a: 1 }])), false);
  strictEqual(fails(() => checked.assertArrayIncludes([{ a: 1 }], [{ a: 2 }])), true);
  strictEqual(fails(() => checked.assertArrayIncludes<number>([], [1])), true);
});

Deno.test("std_assert: assertObjectMatch() ignores fields that were not asked for, at any depth", () => {
  const actual = { status: "success", structured: { found: true, orderId: "A-1024" }, extra: 1 };
  strictEqual(fails(() => checked.assertObjectMatch(actual, { structured: { found: true } })), false);
  strictEqual(fails(() => checked.assertObjectMatch(actual, {})), false);
  strictEqual(fails(() => checked.assertObjectMatch(actual, { structured: { found: false } })), true);
  strictEqual(fails(() => checked.assertObjectMatch(actual, { structured: { missing: 1 } })), true);
  strictEqual(fails(() => checked.assertObjectMatch(actual, { structured: "found" })), true);
  strictEqual(
    fails(() => checked.assertObjectMatch({ list: [{ a: 1, b: 2 }] }, { list: [{ a: 1 }] })),
    false,
  );
});

Deno.test("std_assert: assertInstanceOf() and assertIsError() check class and message", () => {
  strictEqual(fails(() => checked.assertInstanceOf(new TypeError("x"), Error)), false);
  strictEqual(fails(() => checked.assertInstanceOf(new Error("x"), TypeError)), true);
  strictEqual(fails(() => checked.assertIsError(new RangeError("too far"), RangeError, "far")), false);
  strictEqual(fails(() => checked.assertIsError(new RangeError("too far"), RangeError, /^far/)), true);
  strictEqual(fails(() => checked.assertIsError(new RangeError("too far"), TypeError)), true);
  strictEqual(fails(() => checked.assertIsError("too far")), true);
});

Deno.test("std_assert: assertThrows() returns what was thrown", () => {
  const error = new RangeError("too far");
  const thrower = () => {
    throw error;
  };
  strictEqual(checked.assertThrows(thrower), error);
  strictEqual(checked.assertThrows(thrower, RangeError), error);
  strictEqual(checked.assertThrows(thrower, Error, "too"), error);
});

Deno.test("std_assert: assertThrows() fails on no error, another class and another message", () => {
  const thrower = () => {
    throw new RangeError("too far");
  };
  strictEqual(fails(() => checked.assertThrows(() => 1)), true);
  strictEqual(fails(() => checked.assertThrows(() => 1, RangeError)), true);
  strictEqual(fails(() => checked.assertThrows(thrower, TypeError)), true);
  strictEqual(fails(() => checked.assertThrows(thrower, RangeError, "too near")), true);
  // A promise that rejects is no throw.
  strictEqual(fails(() => checked.assertThrows(() => Promise.resolve(1))), true);
});

Deno.test("std_assert: assertRejects() resolves to the reason", async () => {
  const error = new RangeError("too far");
  deepStrictEqual(
    await Promise.all([
      checked.assertRejects(() => Promise.reject(error)),
      checked.assertRejects(() => Promise.reject(error), RangeError, "too"),
    ]),
    [error, error],
  );
});

Deno.test("std_assert: assertRejects() fails on a resolved promise, another class, another message, a throw", async () => {
  const rejecter = () => Promise.reject(new RangeError("too far"));
  strictEqual(await failsLater(() => checked.assertRejects(() => Promise.resolve(1))), true);
  strictEqual(await failsLater(() => checked.assertRejects(() => Promise.resolve(1), RangeError)), true);
  strictEqual(await failsLater(() => checked.assertRejects(rejecter, TypeError)), true);
  strictEqual(await failsLater(() => checked.assertRejects(rejecter, RangeError, "too near")), true);
  const thrower = () => {
    throw new RangeError("too far");
  };
  strictEqual(await failsLater(() => checked.assertRejects(thrower, RangeError)), true);
});

Deno.test("std_assert: fail() and unreachable() always fail", () => {
  strictEqual(fails(() => checked.fail("no")), true);
  strictEqual(fails(() => checked.unreachable()), true);
});

import { assertEquals, assertNotStrictEquals, assertStrictEquals } from "@std/assert";
import { plainCopy } from "../../shells/plain_copy.ts";

Deno.test("plainCopy() copies every level, so that changing a copy changes nothing else", () => {
  const value = { list: [{ amount: 1 }] };
  const copy = plainCopy(value) as typeof value;
  assertEquals(copy, { list: [{ amount: 1 }] });
  assertNotStrictEquals(copy.list[0], value.list[0]);
});

Deno.test("plainCopy() writes a BigInt as its digits, as the first answer does", () => {
  assertEquals(plainCopy({ amount: 9_007_199_254_740_993n, gone: undefined }), {
    amount: "9007199254740993",
  });
});

Deno.test("plainCopy() makes null of undefined", () => {
  assertEquals(plainCopy(undefined), null);
});

Deno.test("plainCopy() returns what contains itself as it is", () => {
  const value: Record<string, unknown> = { amount: 1 };
  value.self = value;
  assertStrictEquals(plainCopy(value), value);
});

import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { repairArguments, type RepairTier } from "../../../agent/calls/repair_arguments.ts";
import { AMBIGUOUS, INTACT, LOSSLESS, UNREADABLE } from "../../_support/malformed_arguments.ts";

const TOOL = { tool: "order_refund", fields: ["orderId", "amount", "reason"] };
function check(tier: RepairTier, cases: readonly (readonly [string, unknown])[]): void {
  for (const [text, value] of cases) {
    const read = repairArguments(text, TOOL);
    assertEquals([text, read.tier, read.value], [text, tier, value]);
    assertEquals(read.repairs.length > 0, tier !== "intact", text);
  }
}

Deno.test("repairArguments() leaves what is exact as it is (H35)", () => check("intact", INTACT));

Deno.test("repairArguments() takes off what is only wrapping, without loss (H35)", () => {
  check("lossless", LOSSLESS);
});

Deno.test("repairArguments() tells what is a guess from what is certain (H35)", () => {
  check("ambiguous", AMBIGUOUS);
});

Deno.test("repairArguments() makes nothing of what could mean anything (H35)", () => {
  for (const text of UNREADABLE) {
    const read = repairArguments(text, TOOL);
    assertEquals([text.slice(0, 40), read.tier, read.value], [text.slice(0, 40), "unreadable", {}]);
  }
});

Deno.test("repairArguments() takes a parameter of the tool for no wrapper", () => {
  const options = { tool: "mail_query", fields: ["input"] };
  assertEquals(repairArguments('{"input":{"a":1}}', options), {
    tier: "intact",
    value: { input: { a: 1 } },
    repairs: [],
  });
  assertEquals(repairArguments('{"name":"other","arguments":{}}', options).tier, "intact");
});

Deno.test("repairArguments() never says a value in what it did", () => {
  for (const [text] of [...LOSSLESS, ...AMBIGUOUS]) {
    assert(!repairArguments(text, TOOL).repairs.join().includes("A-1024"), text);
  }
});

Deno.test("repairArguments() gives back any object that was written exactly", () => {
  const safe = fc.dictionary(fc.string().filter((key) => !/proto|constructor/.test(key)), fc.string());
  fc.assert(fc.property(safe, (value) => {
    const read = repairArguments(JSON.stringify({ ...value, orderId: "x" }), TOOL);
    assertEquals(read.tier, "intact");
    assertEquals(read.value, { ...value, orderId: "x" });
  }));
});

Deno.test("repairArguments() never takes a beginning of arguments for certain (H35)", () => {
  const value = fc.record({ orderId: fc.string({ minLength: 1 }), amount: fc.nat(), reason: fc.string() });
  fc.assert(fc.property(value, fc.double({ min: 0, max: 1, noNaN: true }), (whole, share) => {
    const text = JSON.stringify(whole);
    const cut = text.slice(0, Math.max(1, Math.floor(share * (text.length - 1))));
    const { tier } = repairArguments(cut, TOOL);
    assert(tier === "ambiguous" || tier === "unreadable", cut);
  }));
});

Deno.test("repairArguments() survives any text", () => {
  fc.assert(fc.property(fc.string({ unit: fc.constantFrom(..."{}[]\"'\\:,a1 \n`“”：") }), (text) => {
    const read = repairArguments(text, TOOL);
    assertEquals(JSON.parse(JSON.stringify(read.value)), read.value);
  }));
});

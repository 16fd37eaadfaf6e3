import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { repairArguments, type RepairTier } from "../../agent/repair_arguments.ts";

const TOOL = { tool: "order_refund", fields: ["orderId", "amount", "reason"] };
const ORDER = { orderId: "A-1024" };

const INTACT: [string, unknown][] = [
  ['{"orderId":"A-1024"}', ORDER],
  ["{}", {}],
  [' {"orderId" : "A-1024"} \n', ORDER],
  ['{"reason":"tab\\tand \\u4e2d"}', { reason: "tab\tand 中" }],
  ['{"reason":"True, None，“x”"}', { reason: "True, None，“x”" }],
  ['{"amount":1,"orderId":"A-1024"}', { amount: 1, orderId: "A-1024" }],
];

const LOSSLESS: [string, unknown][] = [
  ["", {}],
  ["  \n", {}],
  ["null", {}],
  ["None", {}],
  ["``` \n```", {}],
  ['{"orderId":"A-1024",}', ORDER],
  ['{"reason":"a,}",}', { reason: "a,}" }],
  ['{"reason":["a","b",],}', { reason: ["a", "b"] }],
  ['\uFEFF{"orderId":"A-1024"}', ORDER],
  ['```json\n{"orderId":"A-1024"}\n```', ORDER],
  ['```\n{"orderId":"A-1024"}\n```', ORDER],
  ['```json {"orderId":"A-1024"}```', ORDER],
  ["{'orderId':'A-1024'}", ORDER],
  ["{'reason':'it\\'s'}", { reason: "it's" }],
  ["{'reason':'say \"hi\"'}", { reason: 'say "hi"' }],
  ['{orderId:"A-1024"}', ORDER],
  ["{“orderId”：“A-1024”}", ORDER],
  ['{"orderId"："A-1024"，"amount"：1}', { orderId: "A-1024", amount: 1 }],
  ["{'urgent': True, 'old': False, 'reason': None}", { urgent: true, old: false, reason: null }],
  ['{"reason":"True","urgent":True}', { reason: "True", urgent: true }],
  ['{"reason":"two\nlines"}', { reason: "two\nlines" }],
  ['{"orderId":"A-1024" /* it\'s the one */}', ORDER],
  ['{"orderId":"A-1024" // that "one\n}', ORDER],
  ['"{\\"orderId\\":\\"A-1024\\"}"', ORDER],
  ['"\\"{\\\\\\"orderId\\\\\\":\\\\\\"A-1024\\\\\\"}\\""', ORDER],
  ['{\\"orderId\\":\\"A-1024\\"}', ORDER],
  ['{"arguments":{"orderId":"A-1024"}}', ORDER],
  ['{"arguments":"{\\"orderId\\":\\"A-1024\\"}"}', ORDER],
  ['{"parameters":{"orderId":"A-1024"}}', ORDER],
  ['{"name":"order_refund","arguments":{"orderId":"A-1024"}}', ORDER],
  ['```json\n{"arguments":{"orderId":"A-1024",},}\n```', ORDER],
];

const AMBIGUOUS: [string, unknown][] = [
  ['{"orderId":"A-1024"', ORDER],
  ['{"orderId":"A-1024"}{"orderId":"A-2048"}', ORDER],
  ['{"orderId":"A-1024"}\n{"orderId":"A-1024"}', ORDER],
  ['{"orderId":"A-1024}', ORDER],
  ['{"orderId":"A-1024', ORDER],
  ['{"orderId":A-1024}', ORDER],
  ['{"orderId":"A-1024"}}', ORDER],
  ['Sure: {"orderId":"A-1024"}', ORDER],
  ['{"orderId":"A-1024"} I call it now.', ORDER],
  ['{"orderId":"A-1024" "amount":1}', { orderId: "A-1024", amount: 1 }],
  ['{"orderId":"A-2048","orderId":"A-1024"}', ORDER],
  ['{"amount":12345678901234567890}', { amount: 12345678901234567000 }],
  ['{"amount":NaN}', { amount: null }],
  ['{"arguments":{"orderId":"A-1024"}', ORDER],
];

const UNREADABLE = [
  '{"amount":1',
  '{"orderId":"A-1024","amount":12.',
  '{"urgent":tru',
  '{"orderId":',
  '{"reason":"C:\\Users\\new"}',
  '{"reason":"C:\\Users\\new"',
  "[1,2]",
  '[{"orderId":"A-1024"}]',
  "42",
  "true",
  '"hello"',
  "refund A-1024 please",
  '{"__proto__":{"orderId":"A-1024"}}',
  '{"constructor":{"prototype":{}}}',
  `${'{"a":'.repeat(80)}1${"}".repeat(80)}`,
  "[".repeat(100_000),
  '{"a":'.repeat(100_000),
];

function check(tier: RepairTier, cases: readonly [string, unknown][]): void {
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

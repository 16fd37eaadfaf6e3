/**
 * Arguments as models write them, and what they mean.
 *
 * @module
 */

const ORDER = { orderId: "A-1024" };

/** Exact JSON. */
export const INTACT: readonly (readonly [string, unknown])[] = [
  ['{"orderId":"A-1024"}', ORDER],
  ["{}", {}],
  [' {"orderId" : "A-1024"} \n', ORDER],
  ['{"reason":"tab\\tand \\u4e2d"}', { reason: "tab\tand 中" }],
  ['{"reason":"True, None，“x”"}', { reason: "True, None，“x”" }],
  ['{"amount":1,"orderId":"A-1024"}', { amount: 1, orderId: "A-1024" }],
];

/** Wrapped oddly, but certain. */
export const LOSSLESS: readonly (readonly [string, unknown])[] = [
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

/** A guess: good enough to look something up. */
export const AMBIGUOUS: readonly (readonly [string, unknown])[] = [
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

/** Anything could be meant. */
export const UNREADABLE: readonly string[] = [
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

import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { TextCallScanner } from "../../../agent/calls/text_call_scanner.ts";

const TYPES: Record<string, Record<string, string>> = {
  kb_query: { query: "string", k: "integer" },
  ticket_create: { subject: "string" },
};
const CALL = '{"name":"kb_query","arguments":{"query":"returns"}}';
const READ = '{"query":"returns"}';

function scan(pieces: readonly string[]): { text: string; calls: [string, string, boolean][] } {
  const scanner = new TextCallScanner((name) => Object.hasOwn(TYPES, name) ? TYPES[name] : undefined);
  const text = pieces.map((piece) => scanner.push(piece)).join("") + scanner.flush();
  return { text, calls: scanner.calls.map(({ name, input, isClosed }) => [name, input, isClosed]) };
}

const FORMS: [string, [string, string, boolean][]][] = [
  [`<tool_call>\n${CALL}\n</tool_call>`, [["kb_query", READ, true]]],
  [`<tool_call>${CALL}</tool_call>\n<tool_call>${CALL}</tool_call>`, [
    ["kb_query", READ, true],
    ["kb_query", READ, true],
  ]],
  [`<tool_call>\n${CALL}`, [["kb_query", READ, false]]],
  ['<tool_call>{"name":"kb_query","arguments":{\'query\':\'returns\'}}</tool_call>', [
    ["kb_query", "{'query':'returns'}", true],
  ]],
  ['<function=kb_query>{"query":"returns"}</function>', [["kb_query", READ, true]]],
  [
    "<function=kb_query>\n<parameter=query>\nreturns\n</parameter>\n<parameter=k>\n3\n</parameter>\n</function>",
    [
      ["kb_query", '{"query":"returns","k":3}', true],
    ],
  ],
  ["<tool_call>\n<function=kb_query>\n<parameter=query>\n2048\n</parameter>\n</function>\n</tool_call>", [
    ["kb_query", '{"query":"2048"}', true],
  ]],
  [
    "<tool_call>kb_query\n<arg_key>query</arg_key>\n<arg_value>退货</arg_value>\n<arg_key>k</arg_key>\n<arg_value>3</arg_value>\n</tool_call>",
    [["kb_query", '{"query":"退货","k":3}', true]],
  ],
  [`\`\`\`json\n${CALL}\n\`\`\``, [["kb_query", READ, true]]],
  [`\n${CALL}\n`, [["kb_query", READ, true]]],
  ['{"arguments":{"query":"returns"},"name":"kb_query"}', []],
  ['<tool_call>{"arguments":{"query":"returns"},"name":"kb_query"}</tool_call>', [["kb_query", READ, true]]],
  ['{"name":"kb_query","parameters":{"query":"returns"}}', [["kb_query", READ, true]]],
];

const NO_CALLS = [
  "Returns take <b>30</b> days.\n\n- one\n- two\n",
  `A call looks like <tool_call>${CALL}</tool_call> in the text.`,
  '<tool_call>{"name":"order_delete","arguments":{}}</tool_call>',
  "<tool_call>constructor</tool_call>",
  '{"name":"Ada","age":36}',
  '{"name":"kb_query","age":36}',
  "```json\n[1,2]\n```\nas you see",
  `\`\`\`xml\n<tool_call>${CALL}</tool_call>\n\`\`\``,
  `Like this:\n\`\`\`json\n${CALL}\n\`\`\``,
  "<tool_call>kb_query what?</tool_call>",
  "<tool",
  "a < b\n< c",
  "",
  "\n\nHello\n\n",
];

Deno.test("TextCallScanner finds the forms in which models write calls, and takes them out of the text", () => {
  for (const [text, calls] of FORMS) {
    assertEquals([text, scan([text])], [text, { text: calls.length > 0 ? "" : text, calls }]);
  }
});

Deno.test("TextCallScanner leaves every other text as it is", () => {
  for (const text of NO_CALLS) assertEquals(scan([text]), { text, calls: [] });
});

Deno.test("TextCallScanner passes on what comes before a call, and calls nothing closed that is talked about", () => {
  const before = scan([`Let me look.\n<tool_call>${CALL}</tool_call>\n`]);
  assertEquals(before, { text: "Let me look.\n", calls: [["kb_query", READ, true]] });
  const behind = scan([`<tool_call>${CALL}</tool_call>\nThat is how it is done.`]);
  assertEquals(behind.calls, [["kb_query", READ, false]]);
  assertEquals(behind.text, "\nThat is how it is done.");
});

Deno.test("TextCallScanner finds the same however the text is cut", () => {
  const texts = [...FORMS.map(([text]) => text), ...NO_CALLS];
  const cuts = fc.array(fc.nat(200), { maxLength: 6 });
  fc.assert(
    fc.property(fc.constantFrom(...texts), cuts, (text, at) => {
      const places = [0, ...at.map((place) => place % (text.length + 1)).sort((a, b) => a - b), text.length];
      const pieces = places.slice(1).map((end, no) => text.slice(places[no], end));
      assertEquals(scan(pieces), scan([text]));
    }),
    { numRuns: 500 },
  );
  for (const text of texts) assertEquals(scan([...text]), scan([text]), text);
});

Deno.test("TextCallScanner holds back only what may be a call", () => {
  const scanner = new TextCallScanner(() => ({}));
  assertEquals(scanner.push("Your order "), "Your order ");
  assertEquals(scanner.push("is <late"), "is <late");
  assertEquals(scanner.push("\n<too"), "\n");
  assertEquals(scanner.push("th>"), "<tooth>");
});

Deno.test("TextCallScanner gives up on markup that has no end", () => {
  const text = `<tool_call>${"x".repeat(70_000)}`;
  assertEquals(scan([text, "y"]), { text: `${text}y`, calls: [] });
  assert(new TextCallScanner(() => ({})).push(text).length > 0);
});

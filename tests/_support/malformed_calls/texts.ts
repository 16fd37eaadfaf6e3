/**
 * Calls that are written as text.
 *
 * @module
 */
import { type IntendedCall, type MalformedCall, piece } from "./malformed_call.ts";

/** A text in pieces of five characters, and the end. */
function text(content: string, finish = "stop"): unknown[] {
  const parts = content.match(/[^]{1,5}/g) ?? [];
  return [...parts.map((part) => piece({ content: part })), piece({}, finish)];
}

function json({ name, arguments: input }: IntendedCall): string {
  return `{"name":"${name}","arguments":${input}}`;
}

function pairs({ arguments: input }: IntendedCall, write: (key: string, value: unknown) => string): string {
  return Object.entries(JSON.parse(input)).map(([key, value]) => write(key, value)).join("\n");
}

/** Forms of text. */
export const TEXTS: readonly MalformedCall[] = [
  {
    how: "<tool_call> with JSON",
    chunks: (c) => text(`<tool_call>\n${json(c)}\n</tool_call>`),
    writes: 1,
    reads: 1,
  },
  {
    how: "words and then <tool_call>",
    chunks: (c) => text(`I do it.\n<tool_call>${json(c)}</tool_call>`),
    writes: 1,
    reads: 1,
  },
  { how: "<tool_call> without its end", chunks: (c) => text(`<tool_call>${json(c)}`), writes: 0, reads: 1 },
  {
    how: "<tool_call> and words behind it",
    chunks: (c) => text(`<tool_call>${json(c)}</tool_call>\nThat is how it would look.`),
    writes: 0,
    reads: 1,
  },
  {
    how: "<tool_call> in an answer that was too long",
    chunks: (c) => text(`<tool_call>${json(c)}</tool_call>`, "length"),
    writes: 0,
    reads: 0,
  },
  {
    how: "<arg_key> and <arg_value>",
    chunks: (c) =>
      text(
        `<tool_call>${c.name}\n${
          pairs(c, (key, value) => `<arg_key>${key}</arg_key>\n<arg_value>${value}</arg_value>`)
        }\n</tool_call>`,
      ),
    writes: 1,
    reads: 1,
  },
  {
    how: "<function=NAME> with JSON",
    chunks: (c) => text(`<function=${c.name}>${c.arguments}</function>`),
    writes: 1,
    reads: 1,
  },
  {
    how: "<function=NAME> with <parameter=…>",
    chunks: (c) =>
      text(
        `<tool_call>\n<function=${c.name}>\n${
          pairs(c, (key, value) => `<parameter=${key}>\n${value}\n</parameter>`)
        }\n</function>\n</tool_call>`,
      ),
    writes: 1,
    reads: 1,
  },
  { how: "a message that is JSON", chunks: (c) => text(json(c)), writes: 1, reads: 1 },
  {
    how: "a message that is fenced JSON",
    chunks: (c) => text(`\`\`\`json\n${json(c)}\n\`\`\``),
    writes: 1,
    reads: 1,
  },
  {
    how: "<tool_call> in a block of code",
    chunks: (c) => text(`For example:\n\`\`\`\n<tool_call>${json(c)}</tool_call>\n\`\`\`\n`),
    writes: 0,
    reads: 0,
  },
  {
    how: "<tool_call> in a line",
    chunks: (c) => text(`It writes <tool_call>${json(c)}</tool_call>`),
    writes: 0,
    reads: 0,
  },
  {
    how: "<tool_call> in its thoughts alone",
    chunks: (c) => [
      piece({ reasoning_content: `<tool_call>${json(c)}</tool_call>` }),
      piece({ content: "Hm." }),
      piece({}, "stop"),
    ],
    writes: 0,
    reads: 0,
  },
  {
    how: "Kimi's marks",
    chunks: (c) =>
      text(
        `<|tool_calls_section_begin|><|tool_call_begin|>functions.${c.name}:0<|tool_call_argument_begin|>${c.arguments}<|tool_call_end|><|tool_calls_section_end|>`,
      ),
    writes: 0,
    reads: 0,
  },
  { how: "Mistral's marks", chunks: (c) => text(`[TOOL_CALLS][${json(c)}]`), writes: 0, reads: 0 },
];

/**
 * What is wrong with a name or with arguments.
 *
 * @module
 */
import { calls, halves, inPieces, type IntendedCall, type MalformedCall, whole } from "./malformed_call.ts";

function camel(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Shapes of the name. */
export const NAMES: readonly MalformedCall[] = [
  ...([
    ["in capitals", (c) => c.name.toUpperCase()],
    ["in camel case", (c) => camel(c.name)],
    ["with hyphens", (c) => c.name.replaceAll("_", "-")],
    ["by an alias", (c) => c.alias],
    ["with blanks around it", (c) => ` ${c.name}\n`],
    ["with functions. in front", (c) => `functions.${c.name}`],
    ["with default_api: in front", (c) => `default_api:${c.name}`],
    ["with functions. in front and a number behind", (c) => `functions.${c.name}:0`],
    ["with what a chat template left behind it", (c) => `${c.name}<|channel|>commentary`],
  ] as readonly (readonly [string, (call: IntendedCall) => string])[]).map(([how, name]): MalformedCall => ({
    how: `the name ${how}`,
    chunks: (c) => calls(whole(name(c), c.arguments)),
    writes: 1,
    reads: 1,
  })),
  {
    how: "the name with a letter missing",
    chunks: (c) => calls(whole(c.name.slice(0, -1), c.arguments)),
    writes: 0,
    reads: 1,
  },
  ...["erase_everything", "constructor", "__proto__", "desk.erase/everything now!", "退款"].map((
    name,
  ): MalformedCall => ({
    how: `a name of no tool, ${name}`,
    chunks: (c) => calls(whole(name, c.arguments)),
    writes: 0,
    reads: 0,
  })),
  {
    how: "the name in pieces",
    chunks: (c) => calls(whole(halves(c.name)[0], ""), whole(halves(c.name)[1], c.arguments)),
    writes: 0,
    reads: 0,
  },
  {
    how: "an undoing word in front of the name",
    chunks: (c) => calls(whole(`undo.${c.name}`, c.arguments)),
    writes: 0,
    reads: 0,
  },
];

/** Shapes of the arguments. */
export const ARGUMENTS: readonly MalformedCall[] = [
  {
    how: "arguments that are an object",
    chunks: (c) => calls(whole(c.name, JSON.parse(c.arguments))),
    writes: 1,
    reads: 1,
  },
  {
    how: "arguments that are text in text",
    chunks: (c) => calls(whole(c.name, JSON.stringify(c.arguments))),
    writes: 1,
    reads: 1,
  },
  {
    how: "arguments in a wrapper",
    chunks: (c) => calls(whole(c.name, `{"arguments":${c.arguments}}`)),
    writes: 1,
    reads: 1,
  },
  {
    how: "arguments one character a piece",
    chunks: (c) => inPieces(c.name, [...c.arguments]),
    writes: 1,
    reads: 1,
  },
  ...[null, "", {}, undefined].map((input): MalformedCall => ({
    how: `arguments that are ${input === undefined ? "not there" : JSON.stringify(input)}`,
    chunks: (c) => calls(whole(c.name, input)),
    writes: 0,
    reads: 0,
  })),
  {
    how: "the arguments twice",
    chunks: (c) => inPieces(c.name, [c.arguments, c.arguments]),
    writes: 0,
    reads: 1,
  },
  {
    how: "an empty object before the arguments",
    chunks: (c) => inPieces(c.name, ["{}", c.arguments]),
    writes: 0,
    reads: 0,
  },
  {
    how: "all that there was in every piece",
    chunks: (c) => inPieces(c.name, [halves(c.arguments)[0], c.arguments]),
    writes: 0,
    reads: 0,
  },
  {
    how: "arguments without their last brace",
    chunks: (c) => inPieces(c.name, [c.arguments.slice(0, -1)]),
    writes: 0,
    reads: 1,
  },
  {
    how: "arguments that end inside a text",
    chunks: (c) => inPieces(c.name, [c.arguments.slice(0, -2)]),
    writes: 0,
    reads: 1,
  },
  {
    how: "arguments in a list",
    chunks: (c) => calls(whole(c.name, `[${c.arguments}]`)),
    writes: 0,
    reads: 0,
  },
];

/**
 * What is wrong around a call.
 *
 * @module
 */
import { calls, END, halves, type MalformedCall, piece, whole } from "./malformed_call.ts";

/** Shapes of the envelope. */
export const ENVELOPES: readonly MalformedCall[] = [
  {
    how: "the reason for the end in the same piece",
    chunks: (c) => [piece({ tool_calls: [whole(c.name, c.arguments)] }, "tool_calls")],
    writes: 1,
    reads: 1,
  },
  {
    how: "no index",
    chunks: (c) => calls({ id: "c1", type: "function", function: { name: c.name, arguments: c.arguments } }),
    writes: 1,
    reads: 1,
  },
  {
    how: "an index that is a text",
    chunks: (c) => calls(whole(c.name, c.arguments, { index: "0" })),
    writes: 1,
    reads: 1,
  },
  {
    how: "no id",
    chunks: (c) => calls({ index: 0, type: "function", function: { name: c.name, arguments: c.arguments } }),
    writes: 1,
    reads: 1,
  },
  {
    how: "an empty id",
    chunks: (c) => calls(whole(c.name, c.arguments, { id: "" })),
    writes: 1,
    reads: 1,
  },
  {
    how: "an id that is null",
    chunks: (c) => calls(whole(c.name, c.arguments, { id: null })),
    writes: 1,
    reads: 1,
  },
  {
    how: "an id that is a number",
    chunks: (c) => calls(whole(c.name, c.arguments, { id: 7 })),
    writes: 1,
    reads: 1,
  },
  {
    how: "no function around name and arguments",
    chunks: (c) => calls({ index: 0, id: "c1", name: c.name, arguments: c.arguments }),
    writes: 1,
    reads: 1,
  },
  {
    how: "a call in place of a list of calls",
    chunks: (c) => [piece({ tool_calls: whole(c.name, c.arguments) }), END],
    writes: 1,
    reads: 1,
  },
  {
    how: "the older form of a call",
    chunks: (c) => [
      piece({ function_call: { name: c.name, arguments: c.arguments } }),
      piece({}, "function_call"),
    ],
    writes: 1,
    reads: 1,
  },
  {
    how: "a message in place of a delta",
    chunks: (c) => [{
      choices: [{ index: 0, message: { tool_calls: [whole(c.name, c.arguments)] }, finish_reason: null }],
    }, END],
    writes: 1,
    reads: 1,
  },
  {
    how: "the role of a tool",
    chunks: (c) => [piece({ role: "tool", tool_calls: [whole(c.name, c.arguments)] }), END],
    writes: 1,
    reads: 1,
  },
  {
    how: "a piece without choices on the way",
    chunks: (c) => [
      piece({ tool_calls: [whole(c.name, "")] }),
      { usage: { prompt_tokens: 1 } },
      piece({ tool_calls: [{ index: 0, function: { arguments: c.arguments } }] }),
      END,
    ],
    writes: 1,
    reads: 1,
  },
  {
    how: "a last piece without function",
    chunks: (c) => [
      piece({ tool_calls: [whole(c.name, c.arguments)] }),
      piece({ tool_calls: [{ index: 0, id: "" }] }),
      END,
    ],
    writes: 1,
    reads: 1,
  },
  {
    how: "id and name in every piece",
    chunks: (c) => calls(...["", ...halves(c.arguments)].map((part) => whole(c.name, part))),
    writes: 1,
    reads: 1,
  },
  {
    how: "the name after the arguments",
    chunks: (c) => [
      piece({ tool_calls: [{ index: 0, id: "c1", function: { arguments: c.arguments } }] }),
      piece({ tool_calls: [{ index: 0, function: { name: c.name } }] }),
      END,
    ],
    writes: 1,
    reads: 1,
  },
  {
    how: "one id for two calls",
    chunks: (c) => calls(whole(c.name, c.arguments), whole(c.name, c.arguments, { index: 1 })),
    writes: 1,
    reads: 2,
  },
  {
    how: "an id that vendors refuse",
    chunks: (c) => calls(whole(c.name, c.arguments, { id: `functions.${c.name}:0` })),
    writes: 1,
    reads: 1,
  },
];

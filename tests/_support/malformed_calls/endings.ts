/**
 * What is wrong with the end of an answer.
 *
 * @module
 */
import { inPieces, type MalformedCall } from "./malformed_call.ts";

/** Ways to end. */
export const ENDS: readonly MalformedCall[] = [
  {
    how: "the reason of a text",
    chunks: (c) => inPieces(c.name, [c.arguments], "stop"),
    writes: 1,
    reads: 1,
  },
  {
    how: "an answer that was too long",
    chunks: (c) => inPieces(c.name, [c.arguments], "length"),
    writes: 0,
    reads: 0,
  },
  {
    how: "a reason that nobody knows",
    chunks: (c) => inPieces(c.name, [c.arguments], "insufficient_system_resource"),
    writes: 0,
    reads: 0,
  },
  {
    how: "a filter",
    chunks: (c) => inPieces(c.name, [c.arguments], "content_filter"),
    writes: 0,
    reads: 0,
  },
  {
    how: "a filter in Zhipu's word",
    chunks: (c) => inPieces(c.name, [c.arguments], "sensitive"),
    writes: 0,
    reads: 0,
  },
  {
    how: "no reason at all",
    chunks: (c) => inPieces(c.name, [c.arguments], null),
    writes: 0,
    reads: 0,
    ends: "failed",
  },
  {
    how: "an error behind the call",
    chunks: (c) => [...inPieces(c.name, [c.arguments]), { error: { message: "overloaded" } }],
    writes: 0,
    reads: 0,
    ends: "failed",
  },
  {
    how: "something that is no JSON behind the call",
    chunks: (c) => [...inPieces(c.name, [c.arguments]), "{broken"],
    writes: 0,
    reads: 0,
    ends: "failed",
  },
];

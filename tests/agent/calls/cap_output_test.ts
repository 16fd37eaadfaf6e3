import { assert, assertEquals } from "@std/assert";
import * as fc from "fast-check";
import { capOutput } from "../../../agent/calls/cap_output.ts";

Deno.test("capOutput() passes a small output as plain JSON", () => {
  const at = new Date("2026-03-01T00:00:00.000Z");
  assertEquals(capOutput({ at, gone: undefined, n: 1n }, 100), {
    output: { at: "2026-03-01T00:00:00.000Z", n: "1" },
    truncated: false,
  });
});

Deno.test("capOutput() keeps the status and the summary of a large one, and the beginning of the rest", () => {
  const { output, truncated } = capOutput({ status: "error", message: "M", rows: "x".repeat(1_000) }, 200);
  assertEquals(truncated, true);
  // A hundred bytes of beginning, its quotes escaped, would not fit; fifty do: forty up to the rows, and ten of them.
  assertEquals(output, {
    status: "error",
    summary: "M",
    structured: {
      status: "truncated",
      bytes: 1_042,
      preview: `{"status":"error","message":"M","rows":"${"x".repeat(10)}`,
    },
  });
});

Deno.test("capOutput() keeps what the program wants noticed, cut like a summary", () => {
  const large = { status: "success", summary: "S", rows: "x".repeat(10_000) };
  const noticeOf = (notice: string) =>
    (capOutput({ ...large, notice }, 1_600).output as { notice?: string }).notice;
  assertEquals(noticeOf("Answer now."), "Answer now.");
  assertEquals(noticeOf("x".repeat(5_000)), "x".repeat(100));
  assertEquals("notice" in (capOutput(large, 1_600).output as object), false);
});

Deno.test("capOutput() never cuts a character and never exceeds the limit, however much is escaped", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme", maxLength: 400 }), (text) => {
    const { output } = capOutput({ summary: "", text: `${text}中😀"`.repeat(20) }, 256);
    const json = JSON.stringify(output);
    assert(!json.includes("\uFFFD") || text.includes("\uFFFD"));
    assert(new TextEncoder().encode(json).length <= 256);
  }));
});

Deno.test("capOutput() replaces what is no JSON", () => {
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  assertEquals(capOutput(circular, 1_000).truncated, true);
});

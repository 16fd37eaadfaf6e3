import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { type DrawOptions, drawTurn } from "../../../cli/trace/draw_turn.ts";
import { traceWording } from "../../../cli/trace/trace_wording.ts";
import type { TracedCall } from "../../../cli/trace/traced_turn.ts";
import { textStyle } from "../../../cli/text/text_style.ts";
import { textWidth } from "../../../cli/text/text_width.ts";
import { tracedCall } from "../../_support/traced_calls.ts";

function draw(calls: readonly TracedCall[], options: Partial<DrawOptions> = {}): string[] {
  return drawTurn(calls, { width: 80, wording: traceWording("en"), style: textStyle(false), ...options });
}

const CALLS = [
  tracedCall("c1", { durationMs: 250 }),
  tracedCall("c2", {
    tool: "ticket_create",
    input: { subject: "查不到订单" },
    status: "error",
    errorType: "network",
    summary: "The desk\ndid not answer.",
    durationMs: 2_000,
  }),
  tracedCall("c3", { step: 2, input: {}, replayed: true, attempts: 0, durationMs: 0 }),
];

Deno.test("drawTurn() draws steps, arguments, outcomes and times as bars, and marks where it went off", () => {
  assertEquals(draw(CALLS), [
    "├─ step 1",
    '│  ├─ order_query_status {"orderId":"A-1024"}       ✓ ok       250 ms █▎',
    '│  └─ ▶ ticket_create {"subject":"查不到订单"}      ✗ failed    2.0 s ██████████',
    "│     ▲ went off here: the call failed (network)",
    "│       The desk did not answer.",
    "└─ step 2",
    "   └─ order_query_status {}                         ✓ ok ↺       0 ms",
  ]);
});

Deno.test("drawTurn() gives a narrow terminal two lines a call", () => {
  assertEquals(draw(CALLS, { width: 40 }), [
    "├─ step 1",
    "│  ├─ order_query_status        ✓ ok",
    '│  │  {"orderId":"A-1024"}        250 ms',
    "│  └─ ▶ ticket_create           ✗ failed",
    '│     {"subject":"查不到订单"}     2.0 s',
    "│     ▲ went off here: the call failed …",
    "│       The desk did not answer.",
    "└─ step 2",
    "   └─ order_query_status        ✓ ok ↺",
    "                                    0 ms",
  ]);
});

Deno.test("drawTurn() speaks Chinese in columns, too", () => {
  assertEquals(draw(CALLS.slice(0, 2), { width: 72, wording: traceWording("zh") }), [
    "└─ 第 1 步",
    '   ├─ order_query_status {"orderId":"A-1024"}  ✓ 完成   250 ms █▏',
    '   └─ ▶ ticket_create {"subject":"查不到订单"} ✗ 出错    2.0 s █████████',
    "      ▲ 从这里开始不对：调用出错 (network)",
    "        The desk did not answer.",
  ]);
});

Deno.test("drawTurn() says of a call that went well when it found nothing", () => {
  assertEquals(draw([tracedCall("c1", { result: "not_found" })]).at(-1)?.includes("✓ nothing found"), true);
  assertEquals(draw([tracedCall("c1", { result: "shipped" })]).at(-1)?.includes("✓ ok"), true);
});

Deno.test("drawTurn() says that a call runs, or that its program ended before it", () => {
  const { status: _, durationMs: __, summary: ___, ...open } = tracedCall("c1");
  assertEquals(
    draw([open], { isOver: false }).at(-1),
    '   └─ order_query_status {"orderId":"A-1024"}      … running',
  );
  assertEquals(
    draw([open]).slice(1),
    [
      '   └─ ▶ order_query_status {"orderId":"A-1024"} ? no outcome',
      "      ▲ went off here: the program ended before the call did",
    ],
  );
});

Deno.test("drawTurn() lets nothing through that drives the terminal", () => {
  const evil = "a\x1b[2J\u009b\u202e\r\nb";
  const words = { tool: evil, input: { [evil]: evil }, errorType: evil, summary: evil };
  const lines = draw([tracedCall("c1", { ...words, status: "error" })], { width: 200 });
  assertEquals(lines.length, 4);
  // deno-lint-ignore no-control-regex -- control characters are what this is about
  assertEquals(lines.filter((line) => /[\u0000-\u001f\u007f-\u009f\u202e]/.test(line)), []);
});

Deno.test("drawTurn() takes a status that only a newer program knows as it is", () => {
  const [, line] = draw([tracedCall("c1", { status: "postponed" as "ok" })]);
  assertEquals(line?.includes("✗ postponed"), true, line);
});

Deno.test("drawTurn() draws a turn of two hundred thousand calls", () => {
  const calls = Array.from({ length: 200_000 }, () => tracedCall("c1"));
  assertEquals(draw(calls).length, 200_001);
});

Deno.test("drawTurn() never draws a line that is wider than its width, from 40 to 200", () => {
  const call = fc.record({
    tool: fc.string({ unit: "grapheme", maxLength: 40 }),
    step: fc.integer({ min: 1, max: 3 }),
    input: fc.dictionary(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" })),
    status: fc.constantFrom("ok" as const, "error" as const, "unknown_outcome" as const),
    durationMs: fc.double({ min: 0, max: 1e7, noNaN: true }),
    summary: fc.string({ unit: "grapheme" }),
  });
  fc.assert(
    fc.property(
      fc.array(call, { maxLength: 6 }),
      fc.integer({ min: 0, max: 250 }),
      fc.constantFrom("zh" as const, "en" as const),
      (calls, width, language) => {
        const traced = calls.map((one, at) => tracedCall(`c${at}`, one)).sort((a, b) => a.step - b.step);
        const lines = draw(traced, { width, wording: traceWording(language) });
        for (const line of lines) {
          assert(textWidth(line) <= Math.min(200, Math.max(40, width)), JSON.stringify(line));
        }
      },
    ),
  );
});

import { assertEquals } from "@std/assert";
import { textStyle } from "../../../cli/text/text_style.ts";
import { textWidth } from "../../../cli/text/text_width.ts";
import { renderTraceText } from "../../../cli/trace/render_trace_text.ts";
import { tracedCall } from "../../_support/traced_calls.ts";

const PLAIN = textStyle(false);

Deno.test("renderTraceText() says to its end where a session went off, in a window of 40 columns too", () => {
  const failed = { status: "timeout", errorType: "timeout", tool: "order_query_with_tracking" } as const;
  const turns = [{ number: 1, request: "Where?", calls: [tracedCall("c1", failed)] }];
  const lines = (language: "en" | "zh") =>
    renderTraceText(turns, { width: 40, language, style: PLAIN, hasLog: false }).trimEnd().split("\n");
  assertEquals(lines("en").slice(lines("en").indexOf("") + 1), [
    "The call log says nothing of this",
    "session: times, repairs and approvals",
    "are not known.",
    "Went off first in turn 1, at",
    "order_query_with_tracking: the call",
    "failed (timeout)",
  ]);
  assertEquals(lines("zh").slice(lines("zh").indexOf("") + 1), [
    "调用日志里没有这个会话：耗时、修补和审批",
    "情况不详。",
    "最早从第 1 轮的",
    "order_query_with_tracking 开始不对：调用",
    "出错 (timeout)",
  ]);
});

Deno.test("renderTraceText() draws no line that is wider than the window, whatever a model calls its tools", () => {
  for (const tool of ["x".repeat(100), "订单".repeat(50), "a b\nc ".repeat(30), "👨‍👩‍👧".repeat(40)]) {
    const calls = [
      tracedCall("c1", { tool, status: "error", errorType: tool, summary: tool, input: { [tool]: tool } }),
    ];
    for (const width of [40, 71, 72, 200]) {
      const text = renderTraceText([{ number: 1, request: tool, calls }], {
        width,
        language: "zh",
        style: PLAIN,
        hasLog: true,
      });
      assertEquals(text.split("\n").filter((line) => textWidth(line) > width), []);
    }
  }
});

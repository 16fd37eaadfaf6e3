import { assertEquals } from "@std/assert";
import { fitTable } from "../../../cli/tool_stats/fit_table.ts";

const ROWS = [
  ["tool", "calls", "retries", "output"],
  ["order_query_with_tracking", "3", "-", "45"],
  ["工具", "12", "-", "7"],
];

Deno.test("fitTable() gives every column its room where there is room", () => {
  assertEquals(fitTable(ROWS, 80), [
    "tool                       calls  retries  output",
    "order_query_with_tracking      3        -      45",
    "工具                          12        -       7",
  ]);
});

Deno.test("fitTable() leaves out columns without a word, then blanks", () => {
  assertEquals(fitTable(ROWS, 40), [
    "tool                       calls  output",
    "order_query_with_tracking      3      45",
    "工具                          12       7",
  ]);
  assertEquals(fitTable(ROWS, 38), [
    "tool                      calls output",
    "order_query_with_tracking     3     45",
    "工具                         12      7",
  ]);
});

Deno.test("fitTable() tells a row in words where the table cannot be had", () => {
  assertEquals(fitTable(ROWS, 35), [
    "",
    "order_query_with_tracking\n  calls 3 · output 45",
    "工具\n  calls 12 · output 7",
  ]);
});

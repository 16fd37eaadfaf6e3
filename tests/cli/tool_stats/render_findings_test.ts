import { assertEquals } from "@std/assert";
import { renderFindings } from "../../../cli/tool_stats/render_findings.ts";
import type { ToolFindings } from "../../../cli/tool_stats/tool_statistics.ts";

const NONE = { retries: 0, repeats: 0, replays: 0, asks: 0, denials: 0, repairs: 0 };

const FINDINGS: ToolFindings = {
  calls: 41,
  turns: 30,
  first: "2026-03-01T09:00:00.000Z",
  last: "2026-03-07T17:59:59.000Z",
  tools: [
    {
      tool: "order_query_status",
      calls: 40,
      error_rate: 0.125,
      errors: { timeout: 4, denied: 1 },
      ...NONE,
      retries: 3,
      latency_ms: { p50: 4.2, p95: 30_000 },
      description_tokens: 220,
      output_tokens: { mean: 60, total: 2_400 },
    },
    {
      tool: "a\x1b[2Jb",
      calls: 1,
      error_rate: 0,
      errors: {},
      ...NONE,
      latency_ms: null,
      description_tokens: null,
      output_tokens: { mean: 7, total: 7 },
    },
    {
      tool: "kb_query",
      calls: 0,
      error_rate: 0,
      errors: {},
      ...NONE,
      latency_ms: null,
      description_tokens: 280,
      output_tokens: { mean: 0, total: 0 },
    },
  ],
  advice: [{ kind: "failing", tool: "order_query_status", count: 4, of: 40, calls: ["c1", "c2"] }],
};
const WHOLE = { records: 41, torn: 0, foreign: 0 };

Deno.test("renderFindings() writes a table, errors by type, and advice with its evidence", () => {
  assertEquals(renderFindings(FINDINGS, WHOLE, "en").split("\n"), [
    "41 calls in 30 turns, 2026-03-01 09:00 to 2026-03-07 17:59",
    "",
    "tool                calls  errors  retries  repeats  replays  asks  denied  mended   p50     p95  prompt  output",
    "order_query_status     40   12.5%        3        -        -     -       -       -  4 ms  30.0 s     220      60",
    "  timeout 4, denied 1",
    "a[2Jb                   1    0.0%        -        -        -     -       -       -     -       -       -       7",
    "kb_query                0       -        -        -        -     -       -       -     -       -     280       -",
    "",
    "Look at first",
    "1. order_query_status fails often: 4/40 calls, through no fault of the model. Look at its back end and its time limit.",
    "   calls: c1 c2",
    "",
  ]);
});

Deno.test("renderFindings() keeps its columns in Chinese", () => {
  assertEquals(renderFindings(FINDINGS, WHOLE, "zh").split("\n").slice(0, 4), [
    "30 轮共 41 次调用，2026-03-01 09:00 至 2026-03-07 17:59",
    "",
    "工具                调用   出错  重试  重复  重放  询问  拒绝  修补   p50     p95  提示  输出",
    "order_query_status    40  12.5%     3     -     -     -     -     -  4 ms  30.0 s   220    60",
  ]);
});

Deno.test("renderFindings() leaves out of a narrow table what says nothing, and breaks advice between words", () => {
  assertEquals(renderFindings(FINDINGS, WHOLE, "en", 80).split("\n"), [
    "41 calls in 30 turns, 2026-03-01 09:00 to 2026-03-07 17:59",
    "",
    "tool                calls  errors  retries   p50     p95  prompt  output",
    "order_query_status     40   12.5%        3  4 ms  30.0 s     220      60",
    "  timeout 4, denied 1",
    "a[2Jb                   1    0.0%        -     -       -       -       7",
    "kb_query                0       -        -     -       -     280       -",
    "",
    "Look at first",
    "1. order_query_status fails often: 4/40 calls, through no fault of the model.",
    "   Look at its back end and its time limit.",
    "   calls: c1 c2",
    "",
  ]);
});

Deno.test("renderFindings() says what it skipped, when nothing stands out, and when there is nothing", () => {
  const lines = renderFindings({ ...FINDINGS, advice: [] }, { records: 41, torn: 2, foreign: 1 }, "en").split(
    "\n",
  );
  assertEquals([lines[1], lines.at(-2)], [
    "Skipped: 2 torn lines, 1 line that is no call",
    "Nothing stands out.",
  ]);
  const empty = { ...FINDINGS, calls: 0, turns: 0, first: null, last: null, tools: [], advice: [] };
  const none = { records: 0, torn: 0, foreign: 0 };
  assertEquals(renderFindings(empty, none, "en"), "No calls in the log. See docs/tuning.md\n");
  const others = { ...none, records: 41 };
  assertEquals(
    renderFindings(empty, others, "en"),
    "None of the 41 calls in the log is one that was asked for\n",
  );
  assertEquals(renderFindings(empty, others, "zh"), "日志里有 41 次调用，但都不在所选范围内\n");
  assertEquals(
    renderFindings(empty, { ...none, torn: 3 }, "zh"),
    "日志里没有调用。见 docs/tuning.md\n已跳过：残缺行 3，非调用记录 0\n",
  );
});

Deno.test("renderFindings() keeps a made-up name of several lines on one", () => {
  const [one] = FINDINGS.tools;
  const tools = one ? [{ ...one, tool: "a\nb\tc", errors: {} }] : [];
  assertEquals(
    renderFindings({ ...FINDINGS, tools, advice: [] }, WHOLE, "en").split("\n")[3],
    "a b c     40   12.5%        3        -        -     -       -       -  4 ms  30.0 s     220      60",
  );
});

Deno.test("renderFindings() counts one as one", () => {
  const one = { ...FINDINGS, calls: 1, turns: 1, tools: [], advice: [] };
  const [head, skipped] = renderFindings(one, { records: 1, torn: 1, foreign: 1 }, "en").split("\n");
  assertEquals([head, skipped], [
    "1 call in 1 turn, 2026-03-01 09:00 to 2026-03-07 17:59",
    "Skipped: 1 torn line, 1 line that is no call",
  ]);
});

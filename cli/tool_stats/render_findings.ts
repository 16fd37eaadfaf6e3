/**
 * Statistics as text.
 *
 * @module
 */
import type { Language } from "../../tools/types.ts";
import { cleanText } from "../text/clean_text.ts";
import type { CallLogTally } from "../log/read_call_log.ts";
import { wrapText } from "../markdown/wrap_text.ts";
import { adviceText } from "./advice_wording.ts";
import { fitTable } from "./fit_table.ts";
import type { ToolFigures, ToolFindings } from "./tool_statistics.ts";

interface StatsWording {
  readonly headings: readonly string[];
  readonly none: string;
  readonly noneAsked: (records: number) => string;
  readonly head: (calls: number, turns: number, first: string, last: string) => string;
  readonly skipped: (torn: number, foreign: number) => string;
  readonly advice: string;
  readonly noAdvice: string;
  readonly evidence: string;
}

function some(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

const WORDING: Record<Language, StatsWording> = {
  en: {
    headings: [
      "tool",
      "calls",
      "errors",
      "retries",
      "repeats",
      "replays",
      "asks",
      "denied",
      "mended",
      "p50",
      "p95",
      "prompt",
      "output",
    ],
    none: "No calls in the log. See docs/tuning.md",
    noneAsked: (records) => `None of the ${some(records, "call")} in the log is one that was asked for`,
    head: (calls, turns, first, last) =>
      `${some(calls, "call")} in ${some(turns, "turn")}, ${first} to ${last}`,
    skipped: (torn, foreign) =>
      `Skipped: ${some(torn, "torn line")}, ${some(foreign, "line")} that ${
        foreign === 1 ? "is no call" : "are no calls"
      }`,
    advice: "Look at first",
    noAdvice: "Nothing stands out.",
    evidence: "calls",
  },
  zh: {
    headings: [
      "工具",
      "调用",
      "出错",
      "重试",
      "重复",
      "重放",
      "询问",
      "拒绝",
      "修补",
      "p50",
      "p95",
      "提示",
      "输出",
    ],
    none: "日志里没有调用。见 docs/tuning.md",
    noneAsked: (records) => `日志里有 ${records} 次调用，但都不在所选范围内`,
    head: (calls, turns, first, last) => `${turns} 轮共 ${calls} 次调用，${first} 至 ${last}`,
    skipped: (torn, foreign) => `已跳过：残缺行 ${torn}，非调用记录 ${foreign}`,
    advice: "先看这里",
    noAdvice: "没有明显的问题。",
    evidence: "调用",
  },
};

/**
 * A table of the tools, their errors by type, and advice.
 *
 * @param findings What the log says.
 * @param tally What stood in the files beside it.
 * @param language The reader's.
 * @param columns The width of the terminal. @default {Infinity, as for a file}
 *
 * @example
 * ```ts
 * await output.write(renderFindings(statistics.findings(), tally, "en", 80));
 * ```
 */
export function renderFindings(
  findings: ToolFindings,
  tally: CallLogTally,
  language: Language,
  columns = Infinity,
): string {
  const wording = WORDING[language];
  const { calls, turns, first, last, tools, advice } = findings;
  const { records, torn, foreign } = tally;
  const lines = first === null || last === null
    ? [records > 0 ? wording.noneAsked(records) : wording.none]
    : [wording.head(calls, turns, minutes(first), minutes(last)), "", ...tableOf(tools, wording, columns)];
  if (torn + foreign > 0) lines.splice(1, 0, wording.skipped(torn, foreign));
  if (calls > 0) {
    lines.push("", advice.length > 0 ? wording.advice : wording.noAdvice);
    for (const [at, one] of advice.entries()) {
      lines.push(`${at + 1}. ${adviceText(one, language)}`);
      if (one.calls.length > 0) lines.push(`   ${wording.evidence}: ${one.calls.join(" ")}`);
    }
  }
  const text = lines.map(cleanText).join("\n");
  return `${columns === Infinity ? text : wrapText(text, columns, HANGING)}\n`;
}

/** What stands below a numbered line begins behind its number. */
const HANGING = 3;

function tableOf(tools: readonly ToolFigures[], { headings }: StatsWording, columns: number): string[] {
  const table = fitTable([headings, ...tools.map(cellsOf)], columns);
  return table.flatMap((line, at) => {
    const errors = Object.entries(tools[at - 1]?.errors ?? {}).map(([type, count]) => `${type} ${count}`);
    return [
      ...(line === "" ? [] : line.split("\n")),
      ...(errors.length > 0 ? [`  ${errors.join(", ")}`] : []),
    ];
  });
}

function cellsOf(figures: ToolFigures): string[] {
  const { tool, calls, error_rate, latency_ms, description_tokens, output_tokens } = figures;
  const { retries, repeats, replays, asks, denials, repairs } = figures;
  return [
    // A model made the name up: it may hold anything.
    cleanText(tool).replaceAll(/\s+/g, " "),
    `${calls}`,
    calls === 0 ? "-" : `${(error_rate * 100).toFixed(1)}%`,
    ...[retries, repeats, replays, asks, denials, repairs].map((count) => count === 0 ? "-" : `${count}`),
    latency_ms === null ? "-" : duration(latency_ms.p50),
    latency_ms === null ? "-" : duration(latency_ms.p95),
    description_tokens === null ? "-" : `${description_tokens}`,
    calls === 0 ? "-" : `${output_tokens.mean}`,
  ];
}

function duration(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;
}

/** "2026-03-01 09:00" */
function minutes(time: string): string {
  return time.slice(0, 16).replace("T", " ");
}

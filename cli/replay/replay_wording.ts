/**
 * What a replay says to people, in both languages.
 *
 * @module
 */
import type { Difference } from "../../agent/replay/difference.ts";
import type { Language } from "../../tools/types.ts";
import type { ReplayOutcome, ReplayStatus } from "./replay_outcome.ts";

type Place = Pick<Difference, "turn" | "call" | "tool" | "path">;

const EN = {
  language: "en" as Language,
  statuses: {
    same: "ok",
    different: "DIFF",
    updated: "updated",
    failed: "FAIL",
    unreadable: "BAD",
  } satisfies Record<ReplayStatus, string>,
  counts: ({ turns, calls, skipped }: Pick<ReplayOutcome, "turns" | "calls" | "skipped">) =>
    `${some(turns, "turn")}, ${some(calls, "call")}${skipped > 0 ? `, ${skipped} not compared` : ""}`,
  place: ({ turn, call, tool, path }: Place) =>
    turn === undefined ? `tool ${tool}: ${path}` : `turn ${turn}, call ${call}, ${tool}: ${path}`,
  recorded: "recorded",
  now: "now",
  nothing: "(nothing)",
  asAbove: (count: number) => `${some(count, "difference")} of tools, as above`,
  differences: (count: number) => some(count, "difference"),
  summary: (outcomes: readonly ReplayOutcome[], count: (status: ReplayStatus) => number, distinct: number) =>
    `${some(outcomes.length, "recording")}: ${count("same")} the same, ${count("different")} different, ` +
    `${count("updated")} updated, ${count("failed")} failed, ${count("unreadable")} unreadable; ` +
    `${some(distinct, "difference")}`,
  askReal: (url: string) => `Carry out the recorded writes once more at ${url}? [y/N] `,
  nothingRun: "Nothing was replayed.",
};

function some(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}

const ZH: typeof EN = {
  language: "zh",
  statuses: { same: "一致", different: "有差异", updated: "已更新", failed: "失败", unreadable: "不可读" },
  counts: ({ turns, calls, skipped }) =>
    `${turns} 轮，${calls} 次调用${skipped > 0 ? `，${skipped} 次未比较` : ""}`,
  place: ({ turn, call, tool, path }) =>
    turn === undefined ? `工具 ${tool}：${path}` : `第 ${turn} 轮，第 ${call} 次调用，${tool}：${path}`,
  recorded: "录制",
  now: "现在",
  nothing: "（无）",
  asAbove: (count) => `${count} 处工具说明的差异，同上`,
  differences: (count) => `${count} 处差异`,
  summary: (outcomes, count, distinct) =>
    `${outcomes.length} 份录制：${count("same")} 份一致，${count("different")} 份有差异，${
      count("updated")
    } 份已更新，` +
    `${count("failed")} 份失败，${count("unreadable")} 份不可读；共 ${distinct} 处差异`,
  askReal: (url) => `在 ${url} 上再次执行录制中的写操作？[y/N] `,
  nothingRun: "没有重放。",
};

/** What a replay says. */
export type ReplayWording = typeof EN;

/**
 * The wording in a language.
 *
 * @example
 * ```ts
 * replayWording("en").recorded; // "recorded"
 * ```
 */
export function replayWording(language: Language): ReplayWording {
  return language === "zh" ? ZH : EN;
}

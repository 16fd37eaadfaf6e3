/**
 * What a trace says, in both languages.
 *
 * @module
 */
import type { AgentEventOf } from "../../agent/agent_event.ts";
import type { CallRepair } from "../../agent/calls/call_mender.ts";
import type { CallStatus } from "../../shells/audit.ts";
import type { Language } from "../../tools/types.ts";
import type { OffReason } from "./first_off.ts";

type TurnStatus = AgentEventOf<"turn.completed">["status"];

const EN = {
  title: "Trace",
  session: "Session",
  turn: (number: number) => `turn ${number}`,
  step: (number: number) => `step ${number}`,
  steps: (count: number) => `${count} ${count === 1 ? "step" : "steps"}`,
  calls: (count: number) => count === 0 ? "no calls" : `${count} ${count === 1 ? "call" : "calls"}`,
  turns: (count: number) => `${count} ${count === 1 ? "turn" : "turns"}`,
  inTools: (time: string) => `${time} in tools`,
  running: "running",
  unknown: "no outcome",
  nothing: "nothing found",
  replayed: "not run again",
  firstOff: (why: string) => `went off here: ${why}`,
  allWell: "Nothing went off.",
  firstOffIn: (turn: number, tool: string, why: string) =>
    `Went off first in turn ${turn}, at ${tool}: ${why}`,
  noCalls: "No calls.",
  noLog: "The call log says nothing of this session: times, repairs and approvals are not known.",
  why: {
    failed: "the call failed",
    denied: "the call was denied",
    repeated: "an equal call was made before",
    repaired: "the call came malformed",
    unfinished: "the program ended before the call did",
  } satisfies Record<OffReason, string> as Record<OffReason, string>,
  repairs: {
    lossless: "mended, nothing lost",
    ambiguous: "mended, partly guessed",
    refused: "too malformed to run",
  } satisfies Record<CallRepair, string> as Record<CallRepair, string>,
  statuses: {
    ok: "ok",
    error: "failed",
    denied: "denied",
    cancelled: "cancelled",
    timeout: "timed out",
    circuit_open: "switched off",
    unknown_outcome: "unknown",
  } satisfies Record<CallStatus, string> as Record<CallStatus, string>,
  turnStatuses: {
    completed: "completed",
    failed: "failed",
    cancelled: "cancelled",
    blocked: "blocked",
    limit: "limit reached",
  } satisfies Record<TurnStatus, string> as Record<TurnStatus, string>,
  request: "Request",
  answer: "Answer",
  fields: {
    callId: "Call",
    input: "Arguments",
    summary: "Outcome",
    output: "What the model saw",
    attempts: "Tries",
    approval: "Approval",
    repair: "Mending",
    circuit: "Breaker",
    model: "Model",
    repeat: "Equal calls before",
  },
};

const ZH: typeof EN = {
  title: "调用轨迹",
  session: "会话",
  turn: (number) => `第 ${number} 轮`,
  step: (number) => `第 ${number} 步`,
  steps: (count) => `${count} 步`,
  calls: (count) => count === 0 ? "没有调用" : `${count} 次调用`,
  turns: (count) => `${count} 轮`,
  inTools: (time) => `工具用时 ${time}`,
  running: "进行中",
  unknown: "没有结果",
  nothing: "没有找到",
  replayed: "没有重复执行",
  firstOff: (why) => `从这里开始不对：${why}`,
  allWell: "没有发现问题。",
  firstOffIn: (turn, tool, why) => `最早从第 ${turn} 轮的 ${tool} 开始不对：${why}`,
  noCalls: "没有调用。",
  noLog: "调用日志里没有这个会话：耗时、修补和审批情况不详。",
  why: {
    failed: "调用出错",
    denied: "调用被拒绝",
    repeated: "之前做过同样的调用",
    repaired: "调用的写法有误",
    unfinished: "程序在调用结束前退出",
  },
  repairs: {
    lossless: "已修补，没有丢失内容",
    ambiguous: "已修补，部分靠猜测",
    refused: "写法错误太多，没有执行",
  },
  statuses: {
    ok: "完成",
    error: "出错",
    denied: "已拒绝",
    cancelled: "已取消",
    timeout: "超时",
    circuit_open: "已停用",
    unknown_outcome: "结果未知",
  },
  turnStatuses: {
    completed: "已完成",
    failed: "失败",
    cancelled: "已取消",
    blocked: "未获批准",
    limit: "达到上限",
  },
  request: "请求",
  answer: "回答",
  fields: {
    callId: "调用",
    input: "参数",
    summary: "结果",
    output: "模型看到的内容",
    attempts: "尝试次数",
    approval: "审批",
    repair: "修补",
    circuit: "熔断器",
    model: "模型",
    repeat: "之前的同样调用",
  },
};

/** Every sentence of a trace. */
export type TraceWording = typeof EN;

/**
 * The wording of a language.
 *
 * @example
 * ```ts
 * traceWording("en").turn(2); // "turn 2"
 * ```
 */
export function traceWording(language: Language): TraceWording {
  return language === "zh" ? ZH : EN;
}

/**
 * Why a call is off, with the type of its error.
 *
 * @example
 * ```ts
 * whyText({ call, why: "failed" }, traceWording("en")); // "the call failed (network)"
 * ```
 */
export function whyText(
  { call, why }: { readonly call: { readonly errorType?: string }; readonly why: OffReason },
  wording: TraceWording,
): string {
  const text = wording.why[why];
  return why === "failed" && call.errorType !== undefined ? `${text} (${call.errorType})` : text;
}

/**
 * A time as people read it, in milliseconds, seconds, minutes or hours.
 *
 * @param ms The time in milliseconds.
 *
 * @example
 * ```ts
 * durationText(1_234); // "1.2 s"
 * ```
 */
export function durationText(ms: number): string {
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1_000).toFixed(1)} s`;
  return ms < 3_597_000 ? `${(ms / 60_000).toFixed(1)} min` : `${(ms / 3_600_000).toFixed(1)} h`;
}

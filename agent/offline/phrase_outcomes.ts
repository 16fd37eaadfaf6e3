import type { Language } from "../../tools/types.ts";
import { phrasePassages } from "./phrase_passages.ts";
import type { ToolOutcome } from "./read_turns.ts";

/**
 * Tells the user what the calls of this turn brought. Success is claimed only where a result shows it.
 *
 * @param outcomes The results, in order.
 * @param request The user's message, to choose the sentences that answer it.
 * @param language The user's language.
 * @returns The reply.
 *
 * @example
 * ```ts
 * phraseOutcomes(outcomes, "订单 A-1024 到哪了", "zh");
 * ```
 */
export function phraseOutcomes(
  outcomes: readonly ToolOutcome[],
  request: string,
  language: Language,
): string {
  const phrases = outcomes.map((outcome) => phraseOutcome(outcome, request, language));
  return [...new Set(phrases)].join("\n");
}

function phraseOutcome(outcome: ToolOutcome, request: string, language: Language): string {
  const { kind, value, toolName } = outcome;
  if (kind === "denied") return denial(typeof value === "string" ? value : "", language);
  if (isRecord(value) && value.status === "error" && "message" in value) return failure(value, language);
  if (kind === "error") return failure({ message: compact(value) }, language);
  if (!isRecord(value) || value.status !== "success" || typeof value.summary !== "string") {
    return language === "zh"
      ? `${toolName} 的结果：${compact(value)}`
      : `Result of ${toolName}: ${compact(value)}`;
  }
  const passages = isRecord(value.structured)
    ? phrasePassages(value.structured, request, language)
    : undefined;
  if (passages !== undefined) return passages;
  if (value.replayed !== true) return value.summary;
  return language === "zh"
    ? `这个请求之前已经处理过，没有重复执行：${value.summary}`
    : `This request had already been done and was not repeated: ${value.summary}`;
}

function denial(reason: string, language: Language): string {
  if (language === "zh") return `这一步没有获得批准，所以没有执行${reason ? `：${reason}` : "。"}`;
  return `This step was not approved, so it was not carried out${reason ? `: ${reason}` : "."}`;
}

/** The `suggestion` of a failure is written for a model: what it says to do is done, not repeated. */
function failure(value: Record<string, unknown>, language: Language): string {
  const message = compact(value.message);
  if (value.error_type === "denied") return denial(compact(value.reason ?? ""), language);
  const next = value.error_type === "unknown_outcome"
    ? CHECK
    : value.recoverable === true
    ? LATER
    : undefined;
  const told = language === "zh" ? `没有成功：${message}` : `That did not work: ${message}`;
  return next === undefined ? told : `${told}\n${next[language]}`;
}

const LATER = {
  zh: "可以稍后再试，或者说“转人工”。",
  en: "You can try again later, or ask for a person.",
};
const CHECK = {
  zh: "请先让人工核实，不要重复提交。",
  en: "Have a person check before it is sent again.",
};

/** Any JSON on one line, cut at 600 characters; a lone text stands for itself. */
function compact(value: unknown): string {
  const text = typeof value === "string"
    ? value
    : isRecord(value)
    ? pairs(value)
    : JSON.stringify(value) ?? "";
  const characters = [...text];
  return characters.length > 600 ? `${characters.slice(0, 599).join("")}…` : text;
}

function pairs(value: Record<string, unknown>): string {
  return Object.entries(value)
    .map(([key, each]) => `${key}: ${typeof each === "string" ? each : JSON.stringify(each)}`).join(", ");
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

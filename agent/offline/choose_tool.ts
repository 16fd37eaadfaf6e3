import type { LanguageModelV4ToolChoice } from "@ai-sdk/provider";
import { fillArguments } from "./fill_arguments.ts";
import { fieldRole } from "./field_role.ts";
import { isWrite } from "./is_write.ts";
import type { OfflineTool } from "./offline_tool.ts";
import { isTelling } from "./find_pattern_values.ts";
import { isAsked, isGeneralQuestion, requestKind } from "./request_kind.ts";
import { scoreTools, type ToolScore } from "./score_tools.ts";

/** A tool that would have to ask needs this much likeness (share of known terms, evidence), … */
const STRICT = { share: 0.2, evidence: 1 };
/** … one whose required fields the request fills this much. */
const LENIENT = { share: 0.1, evidence: 0.3 };
const TEXTS = ["query", "topic", "message"];
const OWN = /\b(?:my|mine|our|this|that)\b|我的|我那|我这|这个|那个|这单|那单/i;

/**
 * Chooses the tool that a request is for.
 *
 * @param tools The table.
 * @param request The request as typed.
 * @param toolChoice What the caller demands; `required` takes the most alike tool however unlike it is.
 * @returns The tool, or `undefined` when none is similar enough.
 *
 * @example
 * ```ts
 * chooseTool(tools, "Where is order A-1024?", { type: "auto" })?.name; // "order_query_status"
 * ```
 */
export function chooseTool(
  tools: readonly OfflineTool[],
  request: string,
  toolChoice: LanguageModelV4ToolChoice,
): OfflineTool | undefined {
  if (toolChoice.type === "none") return undefined;
  if (toolChoice.type === "tool") return tools.find((tool) => tool.name === toolChoice.toolName);
  const kind = requestKind(request);
  const ranked = scoreTools(tools, request);
  const best = ranked[0];
  if (toolChoice.type === "required") return best?.tool ?? tools[0];
  if (kind !== "question" && kind !== "order") return undefined;
  const search = ranked.find(({ tool }) => tool.role === "searches")?.tool;
  if (kind === "question" && search && prefersSearch(best, request)) return search;
  if (kind === "question" && best?.hasValue && isWrite(best.tool)) {
    // "Can A-1024 be cancelled?" asks; it does not order.
    const reader = ranked.find(({ tool, hasValue }) => hasValue && !isWrite(tool));
    if (reader) return reader.tool;
  }
  // Where nothing searches, a slightly alike read beats a refusal; where something does, the search is the better guess.
  if (best && isSimilar(best, request, search === undefined && !isWrite(best.tool))) return best.tool;
  return kind === "question" || isAsked(request) ? search : undefined;
}

function isSimilar(
  { tool, hasValue, isSingledOut, share, evidence }: ToolScore,
  request: string,
  lenient: boolean,
): boolean {
  if (isWrite(tool) && !isSingledOut) return false;
  if (hasValue) return true;
  const shaped = tool.fields.filter((field) => field.required && !TEXTS.includes(fieldRole(field)));
  const complete = shaped.length > 0 && fillArguments(tool, request, 0).missing.length === 0;
  const least = complete || lenient ? LENIENT : STRICT;
  return complete && shaped.length > 2 || share >= least.share && evidence >= least.evidence;
}

function prefersSearch(best: ToolScore | undefined, request: string): boolean {
  if (best === undefined || best.hasValue || best.tool.role === "searches") {
    return best?.tool.role === "searches";
  }
  // "When does a parcel arrive in Urumqi?" names no order of the user's; "Where is my order?" does.
  const needsId = best.tool.fields.some((field) => field.required && isTelling(field));
  const isOwn = OWN.test(request) || best.example >= 0.5;
  return isGeneralQuestion(request) || isWrite(best.tool) || needsId && !isOwn;
}

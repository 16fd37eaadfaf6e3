import type { LanguageModelV4ToolChoice } from "@ai-sdk/provider";
import { fillArguments } from "./fill_arguments.ts";
import { fieldRole } from "./field_role.ts";
import type { OfflineTool } from "./offline_tool.ts";
import { isGeneralQuestion, requestKind } from "./request_kind.ts";
import { scoreTools, type ToolScore } from "./score_tools.ts";

/** Below this share of known terms a tool is not similar enough, unless a value of its shape stands there. */
const LEAST_SHARE = 0.2;
const LEAST_EVIDENCE = 1;
/** The table's verbs that change something: a question about a rule does not mean them. */
const WRITES =
  /(?:^|[_.\s])(?:create|update|cancel|refund|delete|book|send|add|remove|pay|transfer|submit|open|close|handoff|escalate)/i;

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
  if (best && (isSimilar(best) || isComplete(best, request))) return best.tool;
  return kind === "question" ? search : undefined;
}

function isSimilar({ hasValue, share, evidence }: ToolScore): boolean {
  return hasValue || share >= LEAST_SHARE && evidence >= LEAST_EVIDENCE;
}

/** Some likeness, and a value for every required field: the request was made for such a tool. */
function isComplete({ tool, evidence }: ToolScore, request: string): boolean {
  const needed = tool.fields.filter((field) =>
    field.required && !["query", "topic", "message"].includes(fieldRole(field))
  );
  const certain = evidence > 0 && needed.length > 0 || needed.length > 2;
  return certain && fillArguments(tool, request, 0).missing.length === 0;
}

function prefersSearch(best: ToolScore | undefined, request: string): boolean {
  if (best === undefined || best.hasValue || best.tool.role === "searches") {
    return best?.tool.role === "searches";
  }
  return isGeneralQuestion(request) || WRITES.test(best.tool.name);
}

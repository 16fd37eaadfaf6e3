/**
 * Checks what an answer cites.
 *
 * @module
 */
import { checkCitations } from "../kb/check_citations.ts";
import type { AgentEventOf } from "./agent_event.ts";
import { issuedPassages } from "./issued_passages.ts";
import type { ObservedCall } from "./calls/observe_tools.ts";

/**
 * The passages that an answer cites, among those that the turn's searches handed out.
 *
 * @param text The answer.
 * @param calls The turn's calls so far.
 * @param warn Is told of a number that no search returned.
 * @returns Number and title of each, in the order of first appearance; none when nothing was searched.
 *
 * @example
 * ```ts
 * citedPassages("Seven days [1].", calls, warn); // [{ no: 1, title: "Refunds" }]
 * ```
 */
export function citedPassages(
  text: string,
  calls: readonly ObservedCall[],
  warn: (event: AgentEventOf<"warning">) => void,
): AgentEventOf<"message.completed">["citations"] {
  const issued = issuedPassages(calls);
  if (issued === undefined) return [];
  const { cited, unknown } = checkCitations(text, [...issued.keys()]);
  if (unknown.length > 0) {
    warn({
      type: "warning",
      code: "unknown_citation",
      message: `The answer cites ${unknown.map((no) => `[${no}]`).join(", ")}, which no search returned`,
      retryable: false,
    });
  }
  return cited.flatMap((no) => {
    const title = issued.get(no);
    return title === undefined ? [] : [{ no, title }];
  });
}

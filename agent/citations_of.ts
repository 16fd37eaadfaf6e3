/**
 * Which passages an answer cites.
 *
 * @module
 */
import { checkCitations } from "../kb/check_citations.ts";
import type { AgentEventOf } from "./agent_event.ts";
import { issuedPassages } from "./issued_passages.ts";
import type { ObservedCall } from "./observe_tools.ts";

/**
 * The passages that a text cites.
 *
 * @param text What the model said.
 * @param calls The turn's calls, whose searches gave out the numbers.
 * @param warn Is told of numbers that no search gave out.
 *
 * @example
 * ```ts
 * citationsOf("Ten days [1].", calls, warn); // [{ no: 1, title: "Annual leave" }]
 * ```
 */
export function citationsOf(
  text: string,
  calls: readonly ObservedCall[],
  warn: (event: AgentEventOf<"warning">) => void,
): AgentEventOf<"message.completed">["citations"] {
  const issued = issuedPassages(calls);
  if (issued.size === 0) return [];
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

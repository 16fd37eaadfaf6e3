/**
 * Shows a question to the person.
 *
 * @module
 */
import type { AgentEventOf } from "../../agent/agent_event.ts";
import { cleanText } from "../text/clean_text.ts";

/**
 * The question, and what there is to choose from, on lines of their own.
 *
 * @param event What is asked.
 * @param reveal What aliases stand for.
 *
 * @example
 * ```ts
 * describeQuestion({ ...event, question: "Which order?", options: ["A-1024"] }, reveal); // "? Which order?\n  - A-1024"
 * ```
 */
export function describeQuestion(
  { question, options = [] }: Pick<AgentEventOf<"question.asked">, "question" | "options">,
  reveal: (text: string) => string,
): string {
  const show = (text: string) => cleanText(reveal(text));
  return [`? ${show(question)}`, ...options.map((option) => `  - ${show(option)}`)].join("\n");
}

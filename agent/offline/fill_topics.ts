import { fieldRole } from "./field_role.ts";
import type { FillState } from "./fill_state.ts";
import { labelWords } from "./label_words.ts";
import type { SchemaField } from "./schema_field.ts";
import { textTerms } from "./text_terms.ts";

const POLITE = /^\s*(?:please|thanks?(?: you)?|谢谢|多谢|麻烦了?|拜托了?)\s*$/i;

/**
 * Fills required topics (subject, reason, message, …) with what follows the clause that holds the command:
 * "Open a ticket: the app crashes", 帮我建个工单，查不到订单. Runs early, because the words of a topic belong to
 * the topic: "high" in "high load" is no priority.
 *
 * @param state The call being filled.
 *
 * @example
 * ```ts
 * fillTopics(state);
 * ```
 */
export function fillTopics(state: FillState): void {
  // While other values are still to be found, the rest may hold them.
  const others = state.open((field) => field.required && !isTopic(field)).length > 0;
  for (const field of state.open(isTopic)) {
    const span = restOf(state, field);
    if (span && !others && state.take(field, state.original.slice(span.start, span.end), span)) return;
  }
}

function isTopic(field: SchemaField): boolean {
  return field.required && field.type === "string" && field.options.length === 0 &&
    field.format === undefined &&
    ["topic", "message"].includes(fieldRole(field));
}

function restOf(state: FillState, field: SchemaField): { start: number; end: number } | undefined {
  const command = new Set(textTerms(`${state.tool.name} ${state.tool.positive}`));
  const likeness = (clause: string) => textTerms(clause).filter((term) => command.has(term)).length;
  const [first, ...others] = [...state.text.matchAll(/[^,，:：。;；\n!！?？]+/gu)];
  // A message may hold commas and questions itself: only a colon announces it.
  const announced = fieldRole(field) === "topic" ||
    /^\s*[:：]/.test(state.text.slice(first?.[0].length ?? 0));
  if (!first || !announced || likeness(first[0]) === 0) return undefined;
  const labels = state.tool.fields.filter((other) => other !== field).flatMap(labelWords);
  const stop = others.findIndex(([clause]) =>
    POLITE.test(clause) || labels.some((label) => clause.trim().toLowerCase().startsWith(label))
  );
  // "It is broken, please refund it": the command comes last, and is no reason. Better to ask than to make one up.
  if (others.some(([clause]) => likeness(clause) >= likeness(first[0]))) return undefined;
  const clauses = (stop < 0 ? others : others.slice(0, stop)).filter(([clause]) => /\p{L}{2}/u.test(clause));
  const [head, tail] = [clauses[0], clauses.at(-1)];
  if (!head || !tail) return undefined;
  const start = head.index + head[0].length - head[0].trimStart().length;
  const end = tail.index + tail[0].trimEnd().length;
  const holdsValue = state.used.some((span) => span.start <= start && span.end >= end);
  return holdsValue ? undefined : { start, end: Math.max(start, end) };
}

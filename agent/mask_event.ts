/**
 * Masks what is told about a turn.
 *
 * @module
 */
import { mapTexts } from "../shells/pii/map_texts.ts";
import type { AgentEvent } from "./agent_event.ts";

/**
 * The fields of each type in which something was said, given or returned. Ids are left alone. What somebody decides on
 * is shown as it is, and the model's words are masked before they become events.
 */
const SPOKEN: Partial<Record<AgentEvent["type"], readonly string[]>> = {
  "tool.started": ["title", "input"],
  "tool.completed": ["output", "error"],
  "approval.resolved": ["reason"],
  "question.asked": ["question", "options"],
  "handoff.created": ["reason"],
  "warning": ["message", "hint"],
  "error": ["message", "hint"],
};

/**
 * An event without personal data.
 *
 * @param event The event.
 * @param mask Changes one text.
 *
 * @example
 * ```ts
 * emit(maskEvent(event, (text) => guard.mask(text)));
 * ```
 */
export function maskEvent(event: AgentEvent, mask: (text: string) => string): AgentEvent {
  if (event.type === "turn.completed") {
    const { error, denials } = event;
    return {
      ...event,
      text: mask(event.text),
      ...(error && { error: { ...error, message: mask(error.message) } }),
      denials: denials.map((denial) =>
        denial.reason === undefined ? denial : { ...denial, reason: mask(denial.reason) }
      ),
    };
  }
  const fields = event as Record<string, unknown>;
  const masked = (SPOKEN[event.type] ?? []).filter((name) => fields[name] !== undefined)
    .map((name) => [name, mapTexts(fields[name], mask)]);
  return masked.length === 0 ? event : { ...event, ...Object.fromEntries(masked) };
}

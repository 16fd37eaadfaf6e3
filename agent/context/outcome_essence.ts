/**
 * What must stay known of a call whose result is too long to be kept.
 *
 * @module
 */
import type { ModelMessage } from "ai";
import type { JsonObject, JsonValue } from "../../tools/types.ts";
import { splitTurns } from "./split_turns.ts";
import type { RoleOf } from "./tool_role.ts";

/** Characters of a sentence, of a field and of arguments that are kept. */
const SENTENCE = 300;
const FIELD = 120;
const ARGUMENTS = 240;

/**
 * A result without anything long or nested: its status, its sentence, and its fields of one value, ids among them.
 *
 * @param value What the tool answered.
 *
 * @example
 * ```ts
 * outcomeEssence({ status: "success", summary: "Done.", structured: { ticketId: "TK-1", log: ["…"] } });
 * // { status: "success", summary: "Done.", structured: { ticketId: "TK-1" } }
 * ```
 */
export function outcomeEssence(value: unknown): JsonValue {
  if (typeof value === "string") return cut(value, SENTENCE);
  if (typeof value !== "object" || value === null) return (value ?? null) as JsonValue;
  if (Array.isArray(value)) return cut(JSON.stringify(value), SENTENCE);
  const { structured, ...fields } = value as Record<string, unknown>;
  return {
    ...scalars(fields, SENTENCE),
    ...(structured !== undefined && { structured: scalars(Object(structured), FIELD) }),
  };
}

/**
 * One line for each write in a part of a conversation, with its arguments and its outcome; a write that was only replayed
 * has the line of the first one.
 *
 * @param messages The part.
 * @param roleOf Says which calls are writes.
 *
 * @example
 * ```ts
 * writeLines(messages, roleOf); // ['ticket_create {"subject":"x"} → {"status":"success",…}']
 * ```
 */
export function writeLines(messages: readonly ModelMessage[], roleOf: RoleOf): string[] {
  // Some models use one id in several turns: a result belongs to the call of its own turn.
  return [...new Set(splitTurns(messages).flatMap((turn) => linesOf(turn, roleOf)))];
}

function linesOf(turn: readonly ModelMessage[], roleOf: RoleOf): string[] {
  const calls = new Map<string, string>();
  const lines: string[] = [];
  for (const { content } of turn) {
    if (typeof content === "string") continue;
    for (const part of content) {
      if (part.type === "tool-call") {
        calls.set(part.toolCallId, cut(JSON.stringify(part.input), ARGUMENTS));
      } else if (part.type === "tool-result" && roleOf(part.toolName) === "write") {
        const essence = JSON.stringify(outcomeEssence(first(Object(part.output).value)));
        lines.push(`${part.toolName} ${calls.get(part.toolCallId) ?? ""} → ${essence}`);
      }
    }
  }
  return lines;
}

/** The result without the note that it is a replay. */
function first(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const { replayed: _, ...rest } = value as Record<string, unknown>;
  return rest;
}

function scalars(fields: Record<string, unknown>, longest: number): JsonObject {
  const kept = Object.entries(fields).filter(([, value]) => value !== undefined && typeof value !== "object");
  return Object.fromEntries(
    kept.map(([name, value]) => [name, typeof value === "string" ? cut(value, longest) : value as JsonValue]),
  );
}

function cut(text: string | undefined, longest: number): string {
  const characters = [...text ?? ""];
  return characters.length > longest ? `${characters.slice(0, longest - 1).join("")}…` : characters.join("");
}

/**
 * Makes old results of tools short.
 *
 * @module
 */
import type { ModelMessage, ToolResultPart } from "ai";
import { outcomeEssence } from "./outcome_essence.ts";
import type { RoleOf } from "./tool_role.ts";

/** A result of so many characters of JSON is as short as what would stand in its place. */
const SHORT = 200;

/**
 * A message whose long results gave way: those of look-ups to a note, those of writes to their essence. What the user
 * answered stays, and every call keeps its result.
 *
 * @param message The message.
 * @param roleOf What a tool's output is worth.
 * @returns The same message when there is nothing to shorten in it.
 *
 * @example
 * ```ts
 * dropOutputs(message, () => "lookup"); // "[output of kb_query dropped; call it again if needed]"
 * ```
 */
export function dropOutputs(message: ModelMessage, roleOf: RoleOf): ModelMessage {
  const { content } = message;
  if (typeof content === "string" || countOutputs([message], roleOf) === 0) return message;
  const shortened = content.map((part) =>
    part.type === "tool-result" && isLong(part, roleOf)
      ? { ...part, output: shortOutput(part, roleOf) }
      : part
  );
  return { ...message, content: shortened } as ModelMessage;
}

/** How many results in messages would give way. */
export function countOutputs(messages: readonly ModelMessage[], roleOf: RoleOf): number {
  const parts = messages.flatMap(({ content }) => typeof content === "string" ? [] : [...content]);
  return parts.filter((part) => part.type === "tool-result" && isLong(part, roleOf)).length;
}

function isLong({ toolName, output }: ToolResultPart, roleOf: RoleOf): boolean {
  if (roleOf(toolName) === "question") return false;
  return (JSON.stringify(Object(output).value) ?? "").length > SHORT;
}

function shortOutput({ toolName, output }: ToolResultPart, roleOf: RoleOf): ToolResultPart["output"] {
  return roleOf(toolName) === "write"
    ? { type: "json", value: outcomeEssence(Object(output).value) }
    : { type: "text", value: `[output of ${toolName} dropped; call it again if needed]` };
}

import type { LanguageModelV4Prompt, LanguageModelV4ToolResultPart } from "@ai-sdk/provider";

/** What came back from one call. */
export interface ToolOutcome {
  readonly toolName: string;
  readonly kind: "value" | "error" | "denied";
  /** The value, or what was said about the error or the denial. */
  readonly value: unknown;
}

/** A user message with what surrounds it. */
export interface ConversationTurn {
  /** What the user said. */
  readonly request: string;
  /** The assistant's last plain text before it. */
  readonly before: string;
  /** Results of the calls made since, in order. */
  readonly outcomes: readonly ToolOutcome[];
}

/** Longer messages are read up to here: rules find nothing in a pasted book, and must not take minutes over it. */
const LONGEST_TEXT = 20_000;

/**
 * Reads a prompt as turns. System messages, files and reasoning are passed over.
 *
 * @param prompt The messages.
 * @returns One turn for each user message, in order.
 *
 * @example
 * ```ts
 * readTurns([{ role: "user", content: [{ type: "text", text: "hi" }] }]);
 * ```
 */
export function readTurns(prompt: LanguageModelV4Prompt): ConversationTurn[] {
  const turns: { request: string; before: string; outcomes: ToolOutcome[] }[] = [];
  let said = "";
  for (const message of prompt) {
    if (message.role === "user") {
      turns.push({ request: textOf(message.content), before: said, outcomes: [] });
      said = "";
    } else if (message.role === "assistant") {
      said = textOf(message.content) || said;
      turns.at(-1)?.outcomes.push(...results(message.content));
    } else if (message.role === "tool") {
      turns.at(-1)?.outcomes.push(...results(message.content));
    }
  }
  return turns;
}

function textOf(parts: readonly { type: string }[]): string {
  return parts.flatMap((part) => part.type === "text" && "text" in part ? [String(part.text)] : []).join("\n")
    .trim().slice(0, LONGEST_TEXT);
}

function results(parts: readonly { type: string }[]): ToolOutcome[] {
  return parts.filter((part): part is LanguageModelV4ToolResultPart => part.type === "tool-result").map(
    outcome,
  );
}

function outcome({ toolName, output }: LanguageModelV4ToolResultPart): ToolOutcome {
  switch (output.type) {
    case "text":
    case "json":
      return { toolName, kind: "value", value: parsed(output.value) };
    case "error-text":
    case "error-json":
      return { toolName, kind: "error", value: parsed(output.value) };
    case "execution-denied":
      return { toolName, kind: "denied", value: output.reason ?? "" };
    case "content":
      return { toolName, kind: "value", value: parsed(textOf(output.value)) };
  }
}

/** Tools often answer with JSON in a string. */
function parsed(value: unknown): unknown {
  if (typeof value !== "string" || !/^\s*[{[]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

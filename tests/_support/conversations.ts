/**
 * Conversations of any length, with calls in them.
 *
 * @module
 */
import type { ModelMessage } from "ai";
import fc from "fast-check";
import type { ToolRole } from "../../agent/context/tool_role.ts";

/** The roles of three tools. */
export function roleOf(tool: string): ToolRole {
  if (tool === "kb_query") return "lookup";
  return tool === "agent_ask_to_user" ? "question" : "write";
}

/** A call of a conversation that is to be made. */
export interface MadeCall {
  readonly tool: string;
  readonly text: string;
}

/** A turn of a conversation that is to be made. */
export interface MadeTurn {
  readonly request: string;
  /** The calls of each answer before the last one. */
  readonly steps: readonly (readonly MadeCall[])[];
  readonly answer: string;
}

/** The number of the ticket that a write of a conversation gave. */
export function ticketOf(turn: number, step: number, call: number): string {
  return `TK-${turn}-${step}-${call}`;
}

/** Makes the messages of turns; each write gives a ticket of its own number. */
export function conversationOf(turns: readonly MadeTurn[]): ModelMessage[] {
  return turns.flatMap(({ request, steps, answer }, turn): ModelMessage[] => [
    { role: "user", content: request },
    ...steps.flatMap((calls, step) => stepOf(calls, turn, step)),
    { role: "assistant", content: answer },
  ]);
}

function stepOf(calls: readonly MadeCall[], turn: number, step: number): ModelMessage[] {
  if (calls.length === 0) return [];
  // As with some vendors, an id is unique only within its turn.
  const idOf = (at: number) => `call_${step}_${at}`;
  return [
    {
      role: "assistant",
      content: calls.map(({ tool, text }, at) => ({
        type: "tool-call",
        toolCallId: idOf(at),
        toolName: tool,
        input: { text },
      })),
    },
    {
      role: "tool",
      content: calls.map(({ tool, text }, at) => ({
        type: "tool-result",
        toolCallId: idOf(at),
        toolName: tool,
        output: { type: "json", value: resultOf(tool, text, ticketOf(turn, step, at)) },
      })),
    },
  ];
}

function resultOf(tool: string, text: string, ticketId: string) {
  return tool === "ticket_create"
    ? {
      status: "success",
      summary: `Ticket created. ${text}`,
      structured: { status: "created", ticketId, text },
    }
    : { status: "success", summary: text, structured: { status: "found", rows: [text] } };
}

const words = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.integer({ min: 0, max: 600 }).map((count) => "refund 退款 ".repeat(count)),
);

/** Turns for {@linkcode conversationOf}. */
export const madeTurns: fc.Arbitrary<MadeTurn[]> = fc.array(
  fc.record({
    request: words,
    steps: fc.array(
      fc.array(
        fc.record({ tool: fc.constantFrom("kb_query", "ticket_create", "agent_ask_to_user"), text: words }),
        { maxLength: 3 },
      ),
      { maxLength: 3 },
    ),
    answer: words,
  }),
  { minLength: 1, maxLength: 12 },
);

/**
 * What a client may write in JSON mode.
 *
 * @module
 */
import * as z from "zod";

/** A key is remembered with its turn: it may be no longer than this, in characters. */
const LONGEST_KEY = 256;

const id = z.string().min(1).describe("Echoed in the response");
const requestId = z.string().min(1).describe("From approval.requested or question.asked");

/** The zod definition of every command, by its type. */
export const JSON_COMMANDS = {
  initialize: z.object({
    id,
    type: z.literal("initialize"),
    protocol: z.int(),
    client: z.object({ name: z.string() }).optional(),
    capabilities: z.object({ approvals: z.boolean().optional(), questions: z.boolean().optional() })
      .optional(),
    opt_out: z.array(z.string()).optional().describe("Event types that the client does not want"),
  }),
  prompt: z.object({
    id,
    type: z.literal("prompt"),
    // Vendors refuse a text of blanks, and it would stay in the conversation for good.
    text: z.string().regex(/\S/, "holds nothing but blanks"),
    idempotency_key: z.string().min(1).max(LONGEST_KEY).optional().describe(
      "The same key gets the events of the same turn again, and does not run it again",
    ),
    on_busy: z.enum(["reject", "queue"]).optional().describe(
      "What to do while a turn runs. Without it a prompt is refused, unless an approval waits: that is denied, and the prompt is queued",
    ),
  }),
  approve: z.discriminatedUnion("decision", [
    z.object({
      id,
      type: z.literal("approve"),
      request_id: requestId,
      decision: z.literal("allow"),
      scope: z.enum(["once", "session"]).optional(),
      run_again: z.boolean().optional().describe("Run even though an equal call ran before"),
      updated_input: z.record(z.string(), z.unknown()).optional(),
      input_sha256: z.string().optional().describe(
        "From approval.requested: the decision counts for that input and no other",
      ),
    }),
    z.object({
      id,
      type: z.literal("approve"),
      request_id: requestId,
      decision: z.literal("deny"),
      reason: z.string().optional(),
      stop_turn: z.boolean().optional(),
    }),
  ]),
  answer: z.object({ id, type: z.literal("answer"), request_id: requestId, text: z.string() }),
  cancel: z.object({ id, type: z.literal("cancel") }),
  state: z.object({ id, type: z.literal("state") }),
  set: z.object({
    id,
    type: z.literal("set"),
    model: z.string().min(1).optional().describe("What to ask from the next turn on, as in --model"),
    withdraw_approvals: z.array(z.string()).optional().describe(
      "Tools whose permission for the session is taken back; * for all",
    ),
  }),
  ping: z.object({ id, type: z.literal("ping") }),
  shutdown: z.object({ id, type: z.literal("shutdown") }),
} as const;

type Commands = { [T in keyof typeof JSON_COMMANDS]: z.infer<typeof JSON_COMMANDS[T]> };

/** One command. */
export type JsonCommand = Commands[keyof Commands];

/** A refusal repeats no more of a line than this, in characters. */
const LONGEST_ECHO = 100;

/** The names of the commands. */
export const COMMAND_TYPES: readonly string[] = Object.keys(JSON_COMMANDS);

/** A line that is no command: what to answer. */
export interface CommandRefusal {
  /** The line's id, when one could be read. */
  readonly id: string | null;
  readonly code: "parse_error" | "unknown_command" | "bad_request";
  readonly message: string;
  readonly valid?: readonly string[];
}

/**
 * Reads one line.
 *
 * @param text The line.
 * @returns The command, without fields it does not have, or why it is none.
 *
 * @example
 * ```ts
 * parseCommand('{"id":"9","type":"ping"}'); // { command: { id: "9", type: "ping" } }
 * ```
 */
export function parseCommand(
  text: string,
): { readonly command: JsonCommand } | { readonly refusal: CommandRefusal } {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return refuse(null, "parse_error", `Cannot read the line: ${(error as Error).message}`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return refuse(null, "parse_error", "Cannot read the line: it is JSON, but no object");
  }
  const { id, type } = value as { id?: unknown; type?: unknown };
  const readableId = typeof id === "string" && id !== "" ? id : null;
  if (typeof type !== "string" || !Object.hasOwn(JSON_COMMANDS, type)) {
    const named = (JSON.stringify(type) ?? "null").slice(0, LONGEST_ECHO).toWellFormed();
    const message = `Cannot run ${named}: no such command`;
    return { refusal: { id: readableId, code: "unknown_command", message, valid: COMMAND_TYPES } };
  }
  const parsed = JSON_COMMANDS[type as keyof Commands].safeParse(value);
  if (parsed.success) return { command: parsed.data };
  const issues = parsed.error.issues.map(({ path, message }) => `${path.join(".") || "command"}: ${message}`);
  return refuse(readableId, "bad_request", `Cannot run ${type}: ${issues.join("; ")}`);
}

function refuse(
  id: string | null,
  code: CommandRefusal["code"],
  message: string,
): { readonly refusal: CommandRefusal } {
  return { refusal: { id, code, message } };
}

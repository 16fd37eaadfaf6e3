/**
 * The events that frame a JSON session, beside those of its turns.
 *
 * @module
 */
import * as z from "zod";
import { AGENT_EVENTS } from "../../agent/agent_event.ts";
import { PROTOCOL } from "./protocol.ts";

const SESSION_EVENTS = {
  "session.started": z.object({
    type: z.literal("session.started"),
    protocol: z.literal(PROTOCOL),
    agent: z.object({ name: z.string(), version: z.string() }),
    resumed: z.boolean(),
    model: z.object({ provider: z.string(), id: z.string() }),
    approval: z.object({
      mode: z.string().describe("Which tools ask: high_risk, all, none, or list"),
      timeout_ms: z.int(),
    }),
    tools: z.array(z.object({
      name: z.string(),
      kind: z.enum(["read", "write"]),
      risk: z.enum(["low", "high"]),
      approval: z.boolean(),
      shells: z.array(z.string()),
    })),
    kb: z.object({ path: z.string(), model: z.string().nullable(), chunks: z.int() }).optional(),
    capabilities: z.array(z.string()),
    limits: z.object({
      max_line_bytes: z.int(),
      max_output_bytes: z.int(),
      max_steps: z.int(),
      max_replayed_turns: z.int().describe("Turns that an idempotency_key is remembered for"),
    }),
    warnings: z.array(z.string()),
  }),
  "response": z.object({
    type: z.literal("response"),
    id: z.string().nullable(),
    ok: z.boolean(),
    result: z.unknown().optional(),
    error: z.object({ code: z.string(), message: z.string(), valid: z.array(z.string()).optional() })
      .optional(),
  }),
  "heartbeat": z.object({
    type: z.literal("heartbeat"),
    turn_id: z.string().describe("The turn that runs"),
    state: z.enum(["model", "tool", "approval"]).describe("What it waits for"),
  }),
  "session.ended": z.object({
    type: z.literal("session.ended"),
    exit_code: z.int(),
    reason: z.string(),
    resume: z.string().optional().describe("The command that continues the session, if it had begun"),
  }),
} as const;

/** Every event that JSON mode writes, without its envelope. */
export const JSON_EVENTS = { ...SESSION_EVENTS, ...AGENT_EVENTS } as const;

/** The first line of a session. */
export type SessionStarted = z.infer<typeof SESSION_EVENTS["session.started"]>;

/** The envelope around every event. */
export const ENVELOPE = z.object({
  seq: z.int().describe("Counts the lines from 0, so that a gap shows"),
  ts: z.iso.datetime().describe("UTC, with milliseconds"),
  session_id: z.string(),
  replay: z.literal(true).optional().describe("Tells again of a turn that ran before"),
});

/**
 * A turn as its trace shows it.
 *
 * @module
 */
import type { CallRepair } from "../../agent/calls/call_mender.ts";
import type { CallStatus } from "../../shells/audit.ts";

/** One call. What nobody knows is absent. */
export interface TracedCall {
  readonly callId: string;
  readonly tool: string;
  /** Counts the model's answers within the turn, from 1. */
  readonly step: number;
  readonly input: unknown;
  /** Absent while it runs, and when the program ended before it did. */
  readonly status?: CallStatus;
  readonly errorType?: string;
  /** The tool's own code for what came of it. */
  readonly result?: string;
  /** What came of it, in a sentence. */
  readonly summary?: string;
  /** What the model saw. */
  readonly output?: unknown;
  /** Milliseconds, without those that a person took to decide. */
  readonly durationMs?: number;
  /** Tries, those inside the tool included; 0 for a replay or a refusal. */
  readonly attempts?: number;
  /** The answer is an earlier call's. */
  readonly replayed: boolean;
  /** How often an equal call was made before in this turn. */
  readonly repeat: number;
  readonly repair?: CallRepair;
  readonly approval?: { readonly decision: "allow" | "deny"; readonly by: string; readonly reason?: string };
  readonly circuit?: string;
}

/** One turn. */
export interface TracedTurn {
  /** From 1, in the session. */
  readonly number: number;
  readonly turnId?: string;
  /** When its first call began, RFC 3339. */
  readonly time?: string;
  readonly model?: string;
  /** What the person said. */
  readonly request?: string;
  /** What the model said last. */
  readonly answer?: string;
  readonly calls: readonly TracedCall[];
}

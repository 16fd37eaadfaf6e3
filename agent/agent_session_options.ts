/**
 * What a session needs.
 *
 * @module
 */
import type { ModelMessage } from "ai";
import type { ApprovalGrant } from "../shells/approval_grants.ts";
import type { Clock } from "../shells/clock.ts";
import type { CallLog } from "./calls/call_record.ts";
import type { KeptSummary } from "./context/context_window.ts";
import type { RoleOf } from "./context/tool_role.ts";
import type { NamedModel } from "./models/create_model.ts";
import type { ShellServices } from "./default_shells.ts";
import type { BreakerHandoffServices } from "./hand_off_breaker.ts";
import type { Interactions } from "./interactions.ts";
import type { KeptUsage, SessionLog } from "./sessions/session_file.ts";
import type { SessionPrivacy } from "./session_privacy.ts";
import type { TurnMark } from "./sessions/session_record.ts";
import type { TurnTables } from "./turn_tables.ts";

/** Limits of a session; each has a setting. */
export interface SessionLimits {
  /** How many times the model may speak in one turn. */
  readonly maxSteps: number;
  /** How many bytes of a tool's output the model sees. */
  readonly maxOutputBytes: number;
  /** How often a failed request to the model is repeated. */
  readonly maxRetries: number;
}

/** What a session needs. */
export interface AgentSessionOptions {
  readonly id: string;
  readonly model: NamedModel;
  /** Chooses the tools of each turn. */
  readonly tables: TurnTables;
  readonly shells: ShellServices;
  /** Where a conversation goes when a tool that it needs is switched off. */
  readonly handoffs: BreakerHandoffServices;
  readonly interactions: Interactions;
  readonly instructions: string;
  readonly limits: SessionLimits;
  readonly clock: Clock;
  readonly newId: (prefix: string) => string;
  readonly log: SessionLog;
  /** Gets a record of every call. @default {nobody does} */
  readonly callLog?: CallLog;
  /** The role whose tools these are, for the log. */
  readonly profile: string;
  /** What is let out, and to whom. */
  readonly privacy: SessionPrivacy;
  /** The same for the aliases of a session that another process has continued. */
  readonly reopenPrivacy: (aliases: readonly string[]) => SessionPrivacy;
  /** What a turn's mark says of it beside the model. @default {{}} */
  readonly origin?: Pick<TurnMark, "profile" | "language">;
  /** The conversation so far. */
  readonly history?: readonly ModelMessage[];
  /** What stands for its first turns when the model is asked. */
  readonly summary?: KeptSummary;
  /** What it took so far. @default {nothing} */
  readonly usage?: KeptUsage;
  /** What the output of a tool is worth once it is old. */
  readonly roleOf: RoleOf;
  /** How often earlier requests were made to count as new ones. @default {0} */
  readonly epoch?: number;
  /** What was allowed for the whole session before. @default {[]} */
  readonly grants?: readonly ApprovalGrant[];
}

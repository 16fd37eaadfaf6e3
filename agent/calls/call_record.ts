/**
 * What the call log says of one call.
 *
 * @module
 */
import type { AuditRecord } from "../../shells/audit.ts";
import type { CallRepair } from "./call_mender.ts";

/** One line of the call log: the audit record, masked, and where in the conversation it stands. */
export interface CallRecord extends AuditRecord {
  readonly model: string;
  /** The role whose tools the model had; in the service, the worker's. */
  readonly profile: string;
  /** Counts the model's answers within the turn, from 1. */
  readonly step: number;
  /** How malformed the call came; absent when it was not. */
  readonly repair?: CallRepair;
  /** How often an equal call was made before in this turn; absent for the first one. */
  readonly repeat?: number;
  /** Of the output that the model saw, as JSON in UTF-8. */
  readonly output_bytes: number;
  /** The same, estimated. */
  readonly output_tokens: number;
}

/** Takes records as calls end. It must not throw, and tells of its own failures. */
export type CallLog = (record: CallRecord) => void;

/**
 * Reads a decision that a client sent.
 *
 * @module
 */
import type { ApprovalAnswer } from "../../agent/interactions.ts";
import type { JsonCommand } from "./command.ts";

/**
 * The decision as the agent takes it. A client that names no scope means this once.
 *
 * @param command The command.
 *
 * @example
 * ```ts
 * approvalAnswer({ id: "1", type: "approve", request_id: "apr_1", decision: "allow" }); // { decision: "allow", scope: "once" }
 * ```
 */
export function approvalAnswer(command: Extract<JsonCommand, { type: "approve" }>): ApprovalAnswer {
  if (command.decision === "deny") {
    return {
      decision: "deny",
      ...(command.reason !== undefined && { reason: command.reason }),
      ...(command.stop_turn && { stopTurn: true }),
    };
  }
  return {
    decision: "allow",
    scope: command.scope ?? "once",
    ...(command.run_again && { runAgain: true }),
    ...(command.updated_input && { input: command.updated_input }),
    ...(command.input_sha256 !== undefined && { inputSha256: command.input_sha256 }),
  };
}

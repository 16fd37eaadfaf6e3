/**
 * A turn that could not start, told to whoever reads its one document.
 *
 * @module
 */
import { UNKNOWN_TOKENS } from "../../agent/models/token_count.ts";
import { turnCompleted } from "../../agent/turn_completed.ts";
import { unfinishedOutcome } from "../../agent/unfinished_outcome.ts";
import type { Program } from "../program.ts";
import { startFault } from "./start_fault.ts";
import { turnDocument } from "./turn_document.ts";

/**
 * Writes the document of a turn that failed before it began.
 *
 * @param program The program; nothing was written by it yet.
 * @param error What was wrong.
 * @param sessionId Whose turn it would have been. @default {a new id}
 * @returns The exit code.
 * @throws {OutputClosedError} If nobody reads it.
 *
 * @example
 * ```ts
 * return await refuseTurn(program, new MissingKeyError({ en: "Cannot use openai:…", zh: "…" }));
 * ```
 */
export async function refuseTurn(
  { output, newId }: Program,
  error: unknown,
  sessionId = newId("ses"),
): Promise<number> {
  const fault = startFault(error);
  const turn = turnCompleted({
    turnId: newId("trn"),
    outcome: { ...unfinishedOutcome(), stopReason: "not_started", error: fault.error },
    denials: [],
    stoppedByDenial: false,
    model: {},
    sessionUsage: UNKNOWN_TOKENS,
    durationMs: 0,
  });
  await output.write(turnDocument(sessionId, turn));
  return fault.exitCode;
}

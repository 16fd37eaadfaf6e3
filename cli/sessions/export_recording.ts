/**
 * A session as a recording.
 *
 * @module
 */
import { type Recording, writeRecording } from "../../agent/recording/recording.ts";
import { recordSession } from "../../agent/recording/record_session.ts";
import { toolDefinitions } from "../../agent/recording/tool_definitions.ts";
import type { StoredSession } from "../../agent/sessions/session_file.ts";
import { inspectAgent } from "../inspect_agent.ts";
import type { Program } from "../program.ts";
import { recordingRecognisers } from "../replay/recording_recognisers.ts";
import { sessionFile } from "./open_stored.ts";

/**
 * Makes a recording of a session that is there. What a model is told of the tools is taken from the program as it is now.
 *
 * @param program The program.
 * @param id The session.
 * @param stored What is in it.
 * @returns The file's text.
 *
 * @example
 * ```ts
 * await program.output.write(await exportRecording(program, "ses_1", stored));
 * ```
 */
export async function exportRecording(program: Program, id: string, stored: StoredSession): Promise<string> {
  const { settings } = program;
  const lines = await sessionFile(program, id).read();
  const recording = await recordSession(lines?.records ?? [], {
    title: stored.title,
    now: program.now(),
    language: settings.language,
    documents: program.hasIndex() ? "index" : "samples",
    search: await searchOf(program),
    recognisers: await recordingRecognisers(program),
    tools: async (profile) => await toolDefinitions((await inspectAgent(program, profile)).registry.getAll()),
  });
  return writeRecording(recording);
}

/** Without a model at hand, search went by words whatever was wanted. */
async function searchOf(program: Program): Promise<Recording["search"]> {
  try {
    await using embedder = await program.openEmbedder({ mayFetch: false });
    return embedder ? "meaning" : "words";
  } catch {
    return "words";
  }
}

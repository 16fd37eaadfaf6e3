/**
 * Makes a recording of a session.
 *
 * @module
 */
import type { Recogniser } from "../../shells/pii/recogniser.ts";
import type { Language } from "../../tools/types.ts";
import { sessionTitle } from "../sessions/list_sessions.ts";
import type { SessionRecord, TurnMark } from "../sessions/session_record.ts";
import { DEFAULT_VOLATILE, type RecordedTool, type Recording, RECORDING_VERSION } from "./recording.ts";
import { maskTurns } from "./mask_turns.ts";
import { sessionTurns } from "./session_turns.ts";

/** The role with every tool. */
const EVERY_TOOL = "chat";

/** What a session's lines do not tell. */
export interface RecordSessionOptions {
  /** What the person calls it. @default {the first request, shortened} */
  readonly title: string | undefined;
  /** For a session, or a part of one, that has kept no times. Milliseconds. */
  readonly now: number;
  /** The tools as a model sees them, by profile. */
  readonly tools: (profile: string) => Promise<RecordedTool[]>;
  /** The language for a session that has kept none. */
  readonly language: Language;
  readonly documents: Recording["documents"];
  readonly search: Recording["search"];
  /** What must not stand in a file that goes to other people. */
  readonly recognisers: readonly Recogniser[];
}

/**
 * Makes a recording. Personal data, keys and tokens are replaced by aliases, each value by the same one throughout, and
 * nothing restores them: what went into a call and came out of it again is still the same on both sides.
 *
 * @param records The lines of the session's file.
 * @param options See {@linkcode RecordSessionOptions}.
 *
 * @example
 * ```ts
 * const recording = await recordSession(lines.records, options);
 * ```
 */
export async function recordSession(
  records: readonly SessionRecord[],
  options: RecordSessionOptions,
): Promise<Recording> {
  const marks = records.filter((record): record is TurnMark => record.type === "turn");
  const mark = marks.at(-1);
  const profiles = new Set(marks.map(({ profile = EVERY_TOOL }) => profile));
  // Of several roles, none had the tools of all turns.
  const profile = profiles.size === 1 ? mark?.profile ?? EVERY_TOOL : EVERY_TOOL;
  const told = sessionTurns(records);
  const mask = maskTurns(told, options.recognisers);
  const turns = told.map(mask.turn);
  return {
    version: RECORDING_VERSION,
    title: sessionTitle({
      ...(options.title !== undefined && { title: mask.text(options.title) }),
      // Of what is masked: a number that is cut off in the middle is known to nobody as one.
      messages: turns.slice(0, 1).map(({ user }) => ({ role: "user", content: user })),
    }),
    recordedAt: turns.find(({ at }) => at !== undefined)?.at ?? new Date(options.now).toISOString(),
    profile,
    model: mark?.model ?? "unknown",
    language: mark?.language ?? options.language,
    documents: options.documents,
    search: options.search,
    volatile: [...DEFAULT_VOLATILE],
    turns,
    tools: await options.tools(profile),
  };
}

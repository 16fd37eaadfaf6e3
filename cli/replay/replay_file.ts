/**
 * Replays one file.
 *
 * @module
 */
import { parseRecording, type Recording, writeRecording } from "../../agent/recording/recording.ts";
import { acceptReplay } from "../../agent/replay/accept_replay.ts";
import { type Replayed, replayRecording } from "../../agent/replay/replay_recording.ts";
import { type Bilingual, BilingualError, wordsOf } from "../../kb/bilingual_error.ts";
import type { OrderDesk } from "../../tools/order_desk.ts";
import { fileFault } from "../../kb/file_fault.ts";
import type { OpenKnowledge, Program } from "../program.ts";
import { UsageError } from "../usage_error.ts";
import { recordingRecognisers } from "./recording_recognisers.ts";
import type { ReplayOutcome } from "./replay_outcome.ts";
import { writeAtomically } from "./write_atomically.ts";

/** How to replay. */
export interface ReplayFileOptions {
  /** The model that is to choose; `undefined`: the recorded choices are made again. */
  readonly model: string | undefined;
  /** Takes what differs for right, and writes it into the file. */
  readonly update: boolean;
  readonly desk: OrderDesk | undefined;
  /** Milliseconds on a clock that is never set back or forward. */
  readonly elapsed: () => number;
}

/**
 * Replays files, one after the other, on documents that are opened once.
 *
 * @example
 * ```ts
 * const replayer = new FileReplayer(program, { model: undefined, update: false, desk: undefined, elapsed });
 * const { status } = await replayer.replay("samples/recordings/order-status-en.recording.json");
 * ```
 */
export class FileReplayer {
  readonly #program: Program;
  readonly #options: ReplayFileOptions;
  readonly #knowledge = new Map<string, Promise<OpenKnowledge>>();

  /**
   * @param program The program.
   * @param options See {@linkcode ReplayFileOptions}.
   */
  constructor(program: Program, options: ReplayFileOptions) {
    this.#program = program;
    this.#options = options;
  }

  /**
   * Replays one file; one that cannot be read, or names what there is not, is told of and stops nothing.
   *
   * @param file Its path.
   * @throws {MissingKeyError} If the model wants a key that is not set.
   */
  async replay(file: string): Promise<ReplayOutcome> {
    const { update, elapsed } = this.#options;
    const startedAt = elapsed();
    const of = (outcome: Omit<ReplayOutcome, "file" | "durationMs">) => ({
      file,
      ...outcome,
      durationMs: elapsed() - startedAt,
    });
    try {
      const recording = await readRecording(file);
      const replayed = await this.#run(recording);
      const status = statusOf(replayed, update);
      const unwritten = status === "updated" ? await this.#accept(file, recording, replayed) : undefined;
      return of({
        title: recording.title,
        status: unwritten === undefined ? status : "failed",
        turns: recording.turns.length,
        calls: recording.turns.reduce((sum, { calls }) => sum + calls.length, 0),
        skipped: replayed.skipped,
        differences: replayed.differences,
        ...(replayed.problems.length > 0 && { problem: sameInBoth(replayed.problems.join("; ")) }),
        ...(unwritten && { problem: unwritten }),
      });
    } catch (error) {
      if (!isOfFile(error)) throw error;
      const { en, zh } = wordsOf(error);
      const problem = { en: `Cannot replay ${file}: ${en}`, zh: `无法重放 ${file}：${zh}` };
      return of({
        title: "",
        status: "unreadable",
        turns: 0,
        calls: 0,
        skipped: 0,
        differences: [],
        problem,
      });
    }
  }

  /** Why the file could not be brought up to date; `undefined` when it was. */
  async #accept(file: string, recording: Recording, replayed: Replayed): Promise<Bilingual | undefined> {
    try {
      await writeAtomically(file, writeRecording(acceptReplay(recording, replayed)));
      return undefined;
    } catch (error) {
      if (!isOfFile(error)) throw error;
      const { en, zh } = fileFault(error);
      return {
        en: `Cannot update ${file}: ${en}. See to it that its folder is writable and its disk has room`,
        zh: `无法更新 ${file}：${zh}。请确认所在文件夹可写、磁盘有空间`,
      };
    }
  }

  async #run(recording: Recording): Promise<Replayed> {
    const { model, desk } = this.#options;
    const program = this.#program;
    return await replayRecording(recording, {
      assemble: (parts, profile) =>
        program.assembleAgent({ profile, model: "offline", approve: [] }, {
          ...parts,
          // What is replayed was logged when it happened.
          callLog: undefined,
          knowledge: async () => (await this.#documents(recording)).knowledge,
          ...(recording.documents === "samples" && { ownDocuments: undefined }),
        }),
      recognisers: await recordingRecognisers(program),
      ...(model !== undefined && { openModel: (now) => program.openModel(model, now) }),
      ...(desk && { desk }),
    });
  }

  #documents(recording: Recording): Promise<OpenKnowledge> {
    const key = `${recording.documents} ${recording.search}`;
    const opened = this.#knowledge.get(key) ?? this.#program.openRecordedKnowledge(recording);
    this.#knowledge.set(key, opened);
    return opened;
  }
}

/** Whatever a file holds that cannot be taken for a recording, be it nested too deeply, is its own fault. */
async function readRecording(file: string): Promise<Recording> {
  const text = await Deno.readTextFile(file);
  try {
    // Some editors put a byte order mark in front.
    return parseRecording(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw new BilingualError(wordsOf(error), { cause: error });
  }
}

/** What a turn of the replay failed for comes as events tell it. */
function sameInBoth(text: string): Bilingual {
  return { en: text, zh: text };
}

function statusOf({ problems, differences }: Replayed, update: boolean): ReplayOutcome["status"] {
  if (problems.length > 0) return "failed";
  if (differences.length === 0) return "same";
  return update ? "updated" : "different";
}

/** The file's own fault, or the disk's: the others may still be replayed. */
function isOfFile(error: unknown): error is Error {
  return error instanceof UsageError ||
    (error instanceof Error && (error.name === "Error" || error.name in Deno.errors));
}

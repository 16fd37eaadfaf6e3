/**
 * A conversation on disk.
 *
 * @module
 */
import { join } from "node:path";
import type { ModelMessage } from "ai";

/** Where a session keeps what must survive it. */
export interface SessionLog {
  /** Adds messages, in order, before anything that depends on them happens. */
  append(messages: readonly ModelMessage[]): Promise<void>;
  /** Keeps the epoch that has begun. */
  keepEpoch(epoch: number): Promise<void>;
}

/** A session as it was found on disk. */
export interface StoredSession {
  readonly messages: ModelMessage[];
  /** The epoch it is in. */
  readonly epoch: number;
  /** Lines that could not be read, and were skipped. */
  readonly skippedLines: number;
}

/** One line of the file. */
type SessionRecord =
  | { readonly type: "message"; readonly message: ModelMessage }
  | { readonly type: "epoch"; readonly epoch: number };

const VALID_ID = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * An append-only file of JSON lines, mode 0600 in a folder of mode 0700: a message or a new epoch a line.
 *
 * @example
 * ```ts
 * const file = new SessionFile("/home/me/.local/state/handrail/sessions", "ses_1");
 * const { messages } = await file.load();
 * ```
 */
export class SessionFile implements SessionLog {
  readonly #folder: string;
  readonly #path: string;

  /**
   * @param folder The folder of all sessions; made when the first message is written.
   * @param id The session.
   * @throws {TypeError} If the id is not 1 to 64 letters, digits, `_` or `-`: it becomes a file's name.
   */
  constructor(folder: string, id: string) {
    if (!VALID_ID.test(id)) {
      throw new TypeError(
        `Cannot open session: ${JSON.stringify(id)} is no session id. Use 1 to 64 letters, digits, _ or -`,
      );
    }
    this.#folder = folder;
    this.#path = join(folder, `${id}.jsonl`);
  }

  /**
   * Reads the conversation.
   *
   * @returns `undefined` when there is no such session yet. A torn or foreign line is skipped and counted.
   */
  async load(): Promise<StoredSession | undefined> {
    let text: string;
    try {
      text = await Deno.readTextFile(this.#path);
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return undefined;
      throw error;
    }
    const messages: ModelMessage[] = [];
    let epoch = 0;
    let skippedLines = 0;
    for (const line of text.split("\n").filter((line) => line !== "")) {
      const record = parseLine(line);
      if (!record) skippedLines++;
      else if (record.type === "message") messages.push(record.message);
      else epoch = Math.max(epoch, record.epoch);
    }
    return { messages, epoch, skippedLines };
  }

  /** See {@linkcode SessionLog.append}. */
  async append(messages: readonly ModelMessage[]): Promise<void> {
    await this.#write(messages.map((message) => ({ type: "message", message })));
  }

  /** See {@linkcode SessionLog.keepEpoch}. */
  async keepEpoch(epoch: number): Promise<void> {
    await this.#write([{ type: "epoch", epoch }]);
  }

  async #write(records: readonly SessionRecord[]): Promise<void> {
    if (records.length === 0) return;
    await Deno.mkdir(this.#folder, { recursive: true, mode: 0o700 });
    // One write for all of them: a kill leaves at most one torn line, at the end.
    const lines = records.map((record) => `${JSON.stringify(record)}\n`).join("");
    const whole = await endsInMidLine(this.#path) ? `\n${lines}` : lines;
    await Deno.writeTextFile(this.#path, whole, { append: true, mode: 0o600 });
  }
}

function parseLine(line: string): SessionRecord | undefined {
  try {
    const record = JSON.parse(line);
    if (record?.type === "message" && typeof record.message?.role === "string") return record;
    return record?.type === "epoch" && Number.isInteger(record.epoch) ? record : undefined;
  } catch {
    return undefined;
  }
}

async function endsInMidLine(path: string): Promise<boolean> {
  try {
    using file = await Deno.open(path, { read: true });
    const { size } = await file.stat();
    if (size === 0) return false;
    await file.seek(size - 1, Deno.SeekMode.Start);
    const last = new Uint8Array(1);
    await file.read(last);
    return last[0] !== 0x0a;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

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
}

/** A session as it was found on disk. */
export interface StoredSession {
  readonly messages: ModelMessage[];
  /** Lines that could not be read, and were skipped. */
  readonly skippedLines: number;
}

const VALID_ID = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * An append-only file of JSON lines, mode 0600 in a folder of mode 0700: one message a line.
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
    let skippedLines = 0;
    for (const line of text.split("\n").filter((line) => line !== "")) {
      const message = parseLine(line);
      if (message) messages.push(message);
      else skippedLines++;
    }
    return { messages, skippedLines };
  }

  /** See {@linkcode SessionLog.append}. */
  async append(messages: readonly ModelMessage[]): Promise<void> {
    if (messages.length === 0) return;
    await Deno.mkdir(this.#folder, { recursive: true, mode: 0o700 });
    // One write for the whole record: a kill leaves at most one torn line, at the end.
    const lines = messages.map((message) => `${JSON.stringify({ type: "message", message })}\n`).join("");
    const whole = await endsInMidLine(this.#path) ? `\n${lines}` : lines;
    await Deno.writeTextFile(this.#path, whole, { append: true, mode: 0o600 });
  }
}

function parseLine(line: string): ModelMessage | undefined {
  try {
    const record = JSON.parse(line);
    return record?.type === "message" && typeof record.message?.role === "string"
      ? record.message
      : undefined;
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

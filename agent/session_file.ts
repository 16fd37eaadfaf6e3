/**
 * A conversation on disk.
 *
 * @module
 */
import { join } from "node:path";
import type { ModelMessage } from "ai";
import type { ApprovalGrant } from "../shells/approval_grants.ts";

/** Something beside its messages that a session must not forget. Of each type but `aliases` the latest counts. */
export type SessionMark =
  /** The epoch that has begun. */
  | { readonly type: "epoch"; readonly epoch: number }
  /** All permissions that hold for the session now. */
  | { readonly type: "grants"; readonly grants: readonly ApprovalGrant[] }
  /** Aliases that were issued since the last such mark, sealed; all of them count. */
  | { readonly type: "aliases"; readonly sealed: string };

/** Where a session keeps what must survive it. */
export interface SessionLog {
  /** Adds messages, in order, before anything that depends on them happens. */
  append(messages: readonly ModelMessage[]): Promise<void>;
  /** Keeps a mark. */
  keep(mark: SessionMark): Promise<void>;
}

/** A session as it was found on disk. */
export interface StoredSession {
  readonly messages: ModelMessage[];
  /** The epoch it is in. */
  readonly epoch: number;
  /** What was allowed for the whole of it. */
  readonly grants: readonly ApprovalGrant[];
  /** What stands behind its aliases, sealed. */
  readonly aliases: readonly string[];
  /** Lines that could not be read, and were skipped. */
  readonly skippedLines: number;
}

/** One line of the file. */
type SessionRecord = { readonly type: "message"; readonly message: ModelMessage } | SessionMark;

const VALID_ID = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * An append-only file of JSON lines, mode 0600 in a folder of mode 0700: a message or a mark a line.
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
    let grants: readonly ApprovalGrant[] = [];
    const aliases: string[] = [];
    let skippedLines = 0;
    for (const line of text.split("\n").filter((line) => line !== "")) {
      const record = parseLine(line);
      if (!record) skippedLines++;
      else if (record.type === "message") messages.push(record.message);
      else if (record.type === "epoch") epoch = Math.max(epoch, record.epoch);
      else if (record.type === "grants") grants = record.grants;
      else aliases.push(record.sealed);
    }
    return { messages, epoch, grants, aliases, skippedLines };
  }

  /** See {@linkcode SessionLog.append}. */
  async append(messages: readonly ModelMessage[]): Promise<void> {
    await this.#write(messages.map((message) => ({ type: "message", message })));
  }

  /** See {@linkcode SessionLog.keep}. */
  async keep(mark: SessionMark): Promise<void> {
    await this.#write([mark]);
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
    return isRecord(record) ? record : undefined;
  } catch {
    return undefined;
  }
}

function isRecord(record: Partial<Record<string, unknown>> | null): boolean {
  switch (record?.type) {
    case "message":
      return typeof Object(record.message).role === "string";
    case "epoch":
      return Number.isInteger(record.epoch);
    case "grants":
      return Array.isArray(record.grants) && record.grants.every(isGrant);
    case "aliases":
      return typeof record.sealed === "string";
    default:
      return false;
  }
}

function isGrant(grant: unknown): boolean {
  const { tool, rule, at } = Object(grant) as Record<string, unknown>;
  return [tool, rule, at].every((field) => typeof field === "string");
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

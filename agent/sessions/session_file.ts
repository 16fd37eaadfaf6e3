/**
 * A conversation on disk.
 *
 * @module
 */
import { join } from "node:path";
import type { ModelMessage } from "ai";
import type { ApprovalGrant, GrantChange } from "../../shells/approval_grants.ts";
import type { KeptSummary } from "../context/context_window.ts";
import { type Clock, systemClock } from "../../shells/clock.ts";
import { AppendOnlyLines } from "./append_only_lines.ts";
import { rebuildHistory } from "./rebuild_history.ts";
import { SESSION_ID } from "./session_id.ts";
import { lockSession, SessionLockedError, type SessionLockOptions } from "./session_lock.ts";
import {
  parseRecord,
  SESSION_VERSION,
  type SessionMark,
  type SessionRecord,
  type TurnMark,
} from "./session_record.ts";
import { bilingual, BilingualError } from "../../kb/bilingual_error.ts";

/** Where a session keeps what must survive it. */
export interface SessionLog {
  /** Adds messages, in order, before anything that depends on them happens; the mark behind a turn's last ones. */
  append(messages: readonly ModelMessage[], mark?: TurnMark): Promise<void>;
  /** Keeps a mark. */
  keep(mark: SessionMark): Promise<void>;
  /** Keeps a change of the permissions, those that another process has given or taken back among them. */
  changeGrants?(change: GrantChange): Promise<void>;
  /**
   * Begins a turn: no other process runs one of this session until it ends. Without it there are no others.
   *
   * @throws {SessionLockedError} If another process's turn does not end in time.
   */
  beginTurn?(options: Pick<SessionLockOptions, "signal" | "onWait">): Promise<SessionTurn>;
}

/** A turn that has begun. */
export interface SessionTurn {
  /** The whole session, if somebody else wrote to it meanwhile. */
  readonly changed: StoredSession | undefined;
  /** Lets others begin theirs. */
  end(): void;
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
  /** What the person calls it. */
  readonly title?: string;
  /** What stands for its first turns when a model is asked. */
  readonly summary?: KeptSummary;
  /** What it took so far; files from before this was kept do not tell. */
  readonly usage?: KeptUsage;
  /** Lines that could not be read, and were skipped. */
  readonly skippedLines: number;
  /** A torn last line was cut off just now, and is kept beside the file. */
  readonly tornTail: boolean;
  /** The tools of the last turn's writes of which nobody knows how they ended. */
  readonly unknownOutcomes: readonly string[];
}

/** What a session took. */
export type KeptUsage = Omit<Extract<SessionMark, { type: "usage" }>, "type">;

/** The lines of a file. */
export interface SessionLines extends Pick<StoredSession, "skippedLines" | "tornTail"> {
  readonly records: readonly SessionRecord[];
}

/** Settings of {@linkcode SessionFile}. */
export interface SessionFileOptions {
  /** @default {systemClock} */
  readonly clock?: Pick<Clock, "after">;
  /** How long to wait for another process's turn, in milliseconds. @default {60_000} */
  readonly turnWaitMs?: number;
}

/**
 * An append-only file of JSON lines, mode 0600 in a folder of mode 0700: first what it is, then a message or a mark a
 * line, each on the disk before the call returns.
 *
 * @example
 * ```ts
 * const file = new SessionFile("/home/me/.local/state/handrail/sessions", "ses_1");
 * const stored = await file.load();
 * ```
 */
export class SessionFile implements SessionLog {
  readonly #id: string;
  readonly #lockPath: string;
  readonly #lines: AppendOnlyLines;
  readonly #options: SessionFileOptions;
  /** A turn of this file's own runs. */
  #isHeld = false;

  /**
   * @param folder The folder of all sessions; made when the first message is written.
   * @param id The session.
   * @param options See {@linkcode SessionFileOptions}.
   * @throws {TypeError} If the id is not 1 to 64 letters, digits, `_` or `-`: it becomes a file's name.
   */
  constructor(folder: string, id: string, options: SessionFileOptions = {}) {
    if (!SESSION_ID.test(id)) {
      throw bilingual(TypeError, {
        en: `Cannot open session: ${
          JSON.stringify(id)
        } is no session id. Use 1 to 64 letters, digits, _ or -`,
        zh: `无法打开会话：${JSON.stringify(id)} 不是会话编号。编号为 1 到 64 个字母、数字、_ 或 -`,
      });
    }
    this.#id = id;
    this.#options = options;
    this.#lockPath = join(folder, `${id}.lock`);
    const header: SessionRecord = { type: "session", version: SESSION_VERSION, id };
    this.#lines = new AppendOnlyLines(join(folder, `${id}.jsonl`), JSON.stringify(header));
  }

  /**
   * Reads the conversation. What a process that died left undone is completed, see {@linkcode rebuildHistory}; what one
   * that lives is still doing is left out, and read when a turn begins.
   *
   * @returns `undefined` when there is no such session yet. A foreign line is skipped and counted.
   * @throws {Error} If a newer program wrote it.
   */
  async load(): Promise<StoredSession | undefined> {
    const stored = await this.#load();
    if (!stored || stored.unknownOutcomes.length === 0 || this.#isHeld) return stored;
    const lock = await this.#lockAtOnce();
    if (lock === "held") {
      const withoutRunning = await this.#load({ isRunning: true });
      this.#lines.distrust();
      return withoutRunning;
    }
    using _lock = lock;
    // Its turn may have ended between our two looks.
    return await this.#lines.changedByOthers() ? await this.#load() : stored;
  }

  async #load(options: { readonly isRunning?: boolean } = {}): Promise<StoredSession | undefined> {
    const lines = await this.read();
    if (!lines) return undefined;
    const { records, skippedLines, tornTail } = lines;
    let epoch = 0;
    let title: string | undefined;
    let summary: KeptSummary | undefined;
    let usage: KeptUsage | undefined;
    let grants: readonly ApprovalGrant[] = [];
    const aliases: string[] = [];
    for (const record of records) {
      if (record.type === "epoch") epoch = Math.max(epoch, record.epoch);
      else if (record.type === "grants") grants = record.grants;
      else if (record.type === "aliases") aliases.push(record.sealed);
      else if (record.type === "title") title = record.title;
      else if (record.type === "summary") summary = { turns: record.turns, text: record.text };
      else if (record.type === "usage") {
        usage = { session: record.session, model: record.model, ratio: record.ratio };
      }
    }
    const { messages, unknownOutcomes } = rebuildHistory(records, options);
    return {
      messages,
      epoch,
      grants,
      aliases,
      ...(title !== undefined && { title }),
      ...(summary && { summary }),
      ...(usage && { usage }),
      skippedLines,
      tornTail,
      unknownOutcomes,
    };
  }

  /** Reads the lines as they are; see {@linkcode SessionFile.load}. */
  async read(): Promise<SessionLines | undefined> {
    const found = await this.#lines.read();
    if (!found) return undefined;
    const records: SessionRecord[] = [];
    for (const line of found.lines) {
      const record = parseRecord(line);
      if (record) records.push(record);
      if (record?.type === "session" && record.version > SESSION_VERSION) {
        throw new BilingualError({
          en:
            `Cannot open session ${this.#id}: it is written in version ${record.version}, and this program reads ` +
            `${SESSION_VERSION}. Update Handrail`,
          zh:
            `无法打开会话 ${this.#id}：它的版本是 ${record.version}，本程序只读 ${SESSION_VERSION}。请更新 Handrail`,
        });
      }
    }
    return { records, skippedLines: found.lines.length - records.length, tornTail: found.tornTail };
  }

  /** See {@linkcode SessionLog.append}. */
  async append(messages: readonly ModelMessage[], mark?: TurnMark): Promise<void> {
    const records = messages.map((message): SessionRecord => ({ type: "message", message }));
    await this.write(mark ? [...records, mark] : records);
  }

  /** See {@linkcode SessionLog.keep}. */
  async keep(mark: SessionMark): Promise<void> {
    await this.write([mark]);
  }

  /** See {@linkcode SessionLog.changeGrants}. A change that gives back what it got is none. */
  async changeGrants(change: GrantChange): Promise<void> {
    await this.#lines.append((lines) => {
      const last = lines.findLast((line) => parseRecord(line)?.type === "grants");
      const record = last === undefined ? undefined : parseRecord(last);
      const kept = record?.type === "grants" ? record.grants : [];
      const grants = change(kept);
      return grants === kept ? [] : [JSON.stringify({ type: "grants", grants })];
    });
  }

  /** Adds lines. */
  async write(records: readonly SessionRecord[]): Promise<void> {
    await this.#lines.append(records.map((record) => JSON.stringify(record)));
  }

  /** See {@linkcode SessionLog.beginTurn}. */
  async beginTurn(options: Pick<SessionLockOptions, "signal" | "onWait">): Promise<SessionTurn> {
    const { clock = systemClock, turnWaitMs: deadlineMs = 60_000 } = this.#options;
    await this.#lines.makeFolder();
    const lock = await lockSession({ path: this.#lockPath, id: this.#id, clock, deadlineMs, ...options });
    const end = () => {
      this.#isHeld = false;
      lock[Symbol.dispose]();
    };
    this.#isHeld = true;
    try {
      const changed = await this.#lines.changedByOthers() ? await this.load() : undefined;
      return { changed, end };
    } catch (error) {
      end();
      throw error;
    }
  }

  /** `undefined` where there can be no lock: whoever may only read holds none. */
  async #lockAtOnce(): Promise<Disposable | "held" | undefined> {
    const { clock = systemClock } = this.#options;
    const { signal } = new AbortController();
    const how = { path: this.#lockPath, id: this.#id, clock, deadlineMs: 0, signal, onWait: () => {} };
    try {
      return await lockSession(how);
    } catch (error) {
      return error instanceof SessionLockedError ? "held" : undefined;
    }
  }

  /** Removes the session for good, with what was cut off it. Call it in a turn of one's own. */
  async remove(): Promise<void> {
    for (const path of [this.#lines.path, this.#lines.tornPath, this.#lockPath]) {
      await Deno.remove(path).catch((error) => {
        if (!(error instanceof Deno.errors.NotFound)) throw error;
      });
    }
  }
}

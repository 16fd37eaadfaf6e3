/**
 * The call log on disk.
 *
 * @module
 */
import { dirname, join } from "node:path";
import { type Bilingual, wordsOf } from "../../kb/bilingual_error.ts";
import type { CallLog, CallRecord } from "../../agent/calls/call_record.ts";
import { dropOldFiles, rotateFiles, type RotateOptions } from "./rotate_files.ts";

/** Settings of {@linkcode CallLogFile}. */
export interface CallLogFileOptions {
  /** The file; it and its folder are made at the first record. */
  readonly path: string;
  /** A file that is so long is followed by a new one, in bytes. @default {10_000_000} */
  readonly maxBytes?: number;
  /** How many files are kept, the newest included; at least 2. @default {5} */
  readonly files?: number;
  /** How long lines are kept, in milliseconds. @default {30 days} */
  readonly maxAgeMs?: number;
  readonly now: () => number;
  /** Is told once when records cannot be written. */
  readonly onProblem: (message: Bilingual) => void;
}

/**
 * Where a program keeps its call log.
 *
 * @param settings The folder of its state.
 *
 * @example
 * ```ts
 * callLogPath({ stateFolder: "/home/me/.local/state/handrail" }); // "/home/me/.local/state/handrail/logs/calls.jsonl"
 * ```
 */
export function callLogPath({ stateFolder }: { readonly stateFolder: string }): string {
  return join(stateFolder, "logs", "calls.jsonl");
}

const DAY_MS = 86_400_000;
const LF = 0x0a;
/** Where the first record is looked for, in bytes: most records are shorter. */
const BEGINNING = 16_384;
/** A disk that failed is not asked again before so many milliseconds have passed. */
const PAUSE_MS = 5_000;

interface OpenFile {
  readonly file: Deno.FsFile;
  readonly inode: number | null;
  /** When its first line was written. */
  readonly begunAt: number;
  /** Somebody left a line without its end. */
  torn: boolean;
}

/**
 * JSON lines in files of mode 0600 in a folder of mode 0700, which several processes may write. Each record is one write
 * at the file's end, handed to the system before the call's result goes on: a killed process loses none that it had
 * written. Files are rotated under a lock; a record that another process writes meanwhile is in one file or the next.
 *
 * A disk that fails loses records and nothing else: it is told of once.
 *
 * @example
 * ```ts
 * const file = new CallLogFile({ path: "/state/logs/calls.jsonl", now: Date.now, onProblem });
 * assembleAgent({ ...parts, callLog: file.write });
 * ```
 */
export class CallLogFile implements Disposable {
  readonly #options: Required<CallLogFileOptions>;
  readonly #encoder = new TextEncoder();
  #open: OpenFile | undefined;
  #told = false;
  #dropped = false;
  #failedAt = -Infinity;

  /** @param options See {@linkcode CallLogFileOptions}. */
  constructor(options: CallLogFileOptions) {
    this.#options = { maxBytes: 10_000_000, files: 5, maxAgeMs: 30 * DAY_MS, ...options };
  }

  /** Adds a record. See {@linkcode CallLog}. */
  readonly write: CallLog = (record: CallRecord): void => {
    const { now, onProblem } = this.#options;
    // A clock that was set back meanwhile must not make the pause longer.
    if (Math.abs(now() - this.#failedAt) < PAUSE_MS) return;
    try {
      const open = this.#current();
      const line = `${open.torn ? "\n" : ""}${JSON.stringify(record)}\n`;
      open.torn = true;
      writeAll(open.file, this.#encoder.encode(line));
      open.torn = false;
    } catch (error) {
      this.#failedAt = now();
      if (this.#told) return;
      this.#told = true;
      const why = wordsOf(error);
      onProblem({
        en: `Cannot write the call log: ${why.en}. Calls go on without it. ` +
          "Free some space or set HANDRAIL_STATE to a writable folder, or switch it off with HANDRAIL_CALL_LOG=off",
        zh: `无法写入调用日志：${why.zh}。调用照常进行，只是不再记录。` +
          "请腾出空间，或把 HANDRAIL_STATE 设为可写的文件夹，或用 HANDRAIL_CALL_LOG=off 关闭它",
      });
    }
  };

  /** Closes the file. */
  [Symbol.dispose](): void {
    this.#open?.file.close();
    this.#open = undefined;
  }

  /** The newest file: another process may have put a new one in the place of ours. */
  #current(): OpenFile {
    const { path, maxBytes, maxAgeMs, files, now } = this.#options;
    const named = statIfThere(path);
    if (this.#open && named?.ino !== this.#open.inode) this[Symbol.dispose]();
    this.#open ??= this.#openFile();
    // Lines go file by file, so a file must not span more than its share of the time.
    const isOld = now() - this.#open.begunAt > maxAgeMs / files;
    if ((named?.size ?? 0) < maxBytes && !isOld) return this.#open;
    this[Symbol.dispose]();
    this.#rotate(isOld);
    return this.#open = this.#openFile();
  }

  #openFile(): OpenFile {
    const { path, now } = this.#options;
    Deno.mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    this.#dropOldFiles();
    const file = Deno.openSync(path, { read: true, append: true, create: true, mode: 0o600 });
    try {
      const { size, ino } = file.statSync();
      // Or another process is writing it just now: an empty line, which readers skip, does no harm.
      const torn = size > 0 && readAt(file, size - 1, 1)[0] !== LF;
      return { file, inode: ino, begunAt: size > 0 ? firstTime(file) ?? now() : now(), torn };
    } catch (error) {
      file.close();
      throw error;
    }
  }

  #rotate(isOld: boolean): void {
    const { path, maxBytes } = this.#options;
    using _lock = this.#lock();
    const named = statIfThere(path);
    if (!named) return;
    // Somebody else may have been first, and what is there now is new.
    const mustGo = named.size >= maxBytes || (isOld && this.#isStillOld());
    if (mustGo) rotateFiles(this.#rotation());
  }

  #isStillOld(): boolean {
    const { path, maxAgeMs, files, now } = this.#options;
    using file = Deno.openSync(path, { read: true });
    const begunAt = firstTime(file);
    return begunAt !== undefined && now() - begunAt > maxAgeMs / files;
  }

  /** Once per process; what is too old is so whether or not anything is rotated. */
  #dropOldFiles(): void {
    if (this.#dropped) return;
    this.#dropped = true;
    using _lock = this.#lock();
    dropOldFiles(this.#rotation());
  }

  /** Held for as long as it takes to rename a few files; closing the file gives the lock back. */
  #lock(): Deno.FsFile {
    const lock = Deno.openSync(`${this.#options.path}.lock`, { write: true, create: true, mode: 0o600 });
    lock.lockSync(true);
    return lock;
  }

  #rotation(): RotateOptions {
    const { path, files, maxAgeMs, now } = this.#options;
    return { path, files, maxAgeMs, now: now() };
  }
}

/** The time of the first record, which begins with it. A full disk may have left a torn line or an empty one before. */
function firstTime(file: Deno.FsFile): number | undefined {
  const start = new TextDecoder().decode(readAt(file, 0, BEGINNING));
  const time = Date.parse(/^\{"time":"([^"\n]+)"/m.exec(start)?.[1] ?? "");
  return Number.isNaN(time) ? undefined : time;
}

function readAt(file: Deno.FsFile, offset: number, length: number): Uint8Array {
  file.seekSync(offset, Deno.SeekMode.Start);
  const bytes = new Uint8Array(length);
  return bytes.subarray(0, file.readSync(bytes) ?? 0);
}

function statIfThere(path: string): Deno.FileInfo | undefined {
  try {
    return Deno.statSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

function writeAll(file: Deno.FsFile, bytes: Uint8Array): void {
  for (let written = 0; written < bytes.length;) written += file.writeSync(bytes.subarray(written));
}

import { DatabaseSync } from "node:sqlite";
import { type Bilingual, BilingualError } from "./bilingual_error.ts";
import { explainDatabaseError } from "./explain_database_error.ts";
import { fileFault } from "./file_fault.ts";
import { TOKENIZER_VERSION } from "./tokenize.ts";

/** The version of the tables below together with the tokeniser's: what wrote the index decides what can read it. */
export const INDEX_SCHEMA_VERSION = 2000 + TOKENIZER_VERSION;

/** Marks the file as Handrail's in SQLite's header: "HRKB". */
const APPLICATION_ID = 0x48524b42;

/** How long a writer waits for another one, in milliseconds. */
const BUSY_TIMEOUT_MS = 10_000;

/** How long a writer waits before it tries again what SQLite itself does not wait for, in milliseconds. */
const RETRY_PAUSE_MS = 20;

/** Every document touches hundreds of rows all over the postings: they had better stay in memory (64 MB) meanwhile. */
const WRITER_SETTINGS = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA cache_size = -65536;
  PRAGMA wal_autocheckpoint = 8000;
`;

const SCHEMA = `
  CREATE TABLE documents (
    id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, content_hash TEXT NOT NULL, title TEXT NOT NULL,
    modified_ms INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE chunks (
    id INTEGER PRIMARY KEY AUTOINCREMENT, document_id INTEGER NOT NULL REFERENCES documents (id),
    ordinal INTEGER NOT NULL, title TEXT NOT NULL, text TEXT NOT NULL
  ) STRICT;
  CREATE INDEX chunks_of_document ON chunks (document_id, ordinal);
  CREATE TABLE postings (
    token TEXT NOT NULL, block INTEGER NOT NULL, data BLOB NOT NULL, PRIMARY KEY (token, block)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE extents (block INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT;
  CREATE TABLE model (name TEXT NOT NULL, hash TEXT NOT NULL, dimensions INTEGER NOT NULL) STRICT;
  CREATE TABLE vectors (chunk_id INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT;
  CREATE TABLE codes (block INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT;
  CREATE TABLE totals (chunks INTEGER NOT NULL, neighbourhoods INTEGER NOT NULL, tokens INTEGER NOT NULL) STRICT;
  INSERT INTO totals VALUES (0, 0, 0);
  PRAGMA application_id = ${APPLICATION_ID};
  PRAGMA user_version = ${INDEX_SCHEMA_VERSION};
`;

/** What SQLite says to a reader of a file whose writer was killed. */
const NEEDS_RECOVERY = /readonly database|unable to open database file/;

/** How to open an index. */
export interface OpenOptions {
  /** Refuse to write, and to make a file that is not there. @default {false} */
  readonly readOnly?: boolean;
  /** Waits, in milliseconds, for another process to end its writing. @default {Atomics.wait} */
  readonly sleep?: (ms: number) => void;
}

/**
 * Opens an index file, or makes an empty one.
 *
 * Writers use SQLite's write-ahead log, so searches in other processes go on while they work.
 *
 * @param path The file; `":memory:"` for one that is never written.
 * @param options See {@linkcode OpenOptions}.
 * @returns The open database, its schema checked.
 * @throws {Error} when the file is missing and must not be made, is damaged, belongs to another program, or was
 * written by another version of the schema.
 *
 * @example
 * ```ts
 * using database = openIndexDatabase(":memory:");
 * ```
 */
export function openIndexDatabase(path: string, options: OpenOptions = {}): DatabaseSync {
  // A database in memory is new each time: there is nothing in it to be read.
  const readOnly = path !== ":memory:" && (options.readOnly ?? false);
  if (readOnly) requireFile(path);
  const sleep = options.sleep ?? sleepBlocking;
  try {
    return openOnce(path, readOnly, sleep);
  } catch (error) {
    if (!readOnly || !NEEDS_RECOVERY.test(String(error))) throw explainDatabaseError(error, path);
    recover(path, error);
    return openOnce(path, readOnly, sleep);
  }
}

function openOnce(path: string, readOnly: boolean, sleep: (ms: number) => void): DatabaseSync {
  if (!readOnly && path !== ":memory:") makeOwn(path);
  const database = new DatabaseSync(path, { readOnly });
  try {
    database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    prepareSchema(database, path, readOnly);
    if (!readOnly) whenUnlocked(() => database.exec(WRITER_SETTINGS), sleep);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** What documents say is nobody else's business; SQLite would let everybody read it, and gives its log the same mode. */
function makeOwn(path: string): void {
  try {
    Deno.openSync(path, { write: true, createNew: true, mode: 0o600 }).close();
  } catch {
    // It is there already, or cannot be made: SQLite says what is wrong.
  }
}

/**
 * SQLite does not call its busy handler where waiting might end in a deadlock, as for the change of a file's journal:
 * it says at once that the file is locked. Source: https://www.sqlite.org/c3ref/busy_handler.html
 */
function whenUnlocked(work: () => void, sleep: (ms: number) => void): void {
  for (let waitedMs = 0;; waitedMs += RETRY_PAUSE_MS) {
    try {
      return work();
    } catch (error) {
      if (waitedMs >= BUSY_TIMEOUT_MS || !/database is locked/.test(String(error))) throw error;
      sleep(RETRY_PAUSE_MS);
    }
  }
}

function sleepBlocking(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

/** A writer that was killed left its log behind: whoever only reads cannot fold it in. */
function recover(path: string, cause: unknown): void {
  try {
    const database = new DatabaseSync(path);
    database.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`);
    database.prepare("SELECT count(*) FROM sqlite_schema").get();
    leaveOneFile(database);
    database.close();
  } catch {
    throw explainDatabaseError(cause, path);
  }
}

/**
 * Folds the write-ahead log into the file before its last writer closes it, so that one plain file is left, readable
 * on a medium that cannot be written to.
 *
 * @param database An index that was opened for writing.
 *
 * @example
 * ```ts
 * leaveOneFile(database);
 * database.close();
 * ```
 */
export function leaveOneFile(database: DatabaseSync): void {
  try {
    database.exec("PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE");
  } catch {
    // Others still have it open: the log stays until the last of them closes.
  }
}

function requireFile(path: string): void {
  try {
    const { isDirectory } = Deno.statSync(path);
    // SQLite says of a file that cannot be read only that it cannot be opened.
    if (!isDirectory) return Deno.openSync(path).close();
  } catch (cause) {
    throw cannotOpen(path, cause);
  }
  throw new BilingualError({
    en: `Cannot open knowledge base: ${path} is a folder. Name a file in it in HANDRAIL_KB`,
    zh: `无法打开知识库：${path} 是文件夹。请在 HANDRAIL_KB 中指定其中的一个文件`,
  });
}

function cannotOpen(path: string, cause: unknown): BilingualError {
  if (cause instanceof Deno.errors.NotFound) {
    return new BilingualError({
      en: `Cannot open knowledge base: ${path} does not exist. Make it with: handrail kb ingest PATH`,
      zh: `无法打开知识库：${path} 不存在。用 handrail kb ingest 路径 建立`,
    }, { cause });
  }
  const { en, zh } = fileFault(cause);
  return new BilingualError({
    en: `Cannot open knowledge base: ${path}: ${en}. Make it readable, or name another file in HANDRAIL_KB`,
    zh: `无法打开知识库：${path}：${zh}。请让它可读，或在 HANDRAIL_KB 中指定另一个文件`,
  }, { cause });
}

function prepareSchema(database: DatabaseSync, path: string, readOnly: boolean): void {
  if (isOurs(database)) return;
  if (pragma(database, "user_version") === 0 && isEmpty(database)) {
    if (!readOnly) return createSchema(database);
    // An ingest that was killed in its first moment leaves a file with nothing in it.
    throw new BilingualError({
      en:
        `Cannot open knowledge base: ${path} is empty, its ingest was cut off. Go on with: handrail kb ingest PATH`,
      zh: `无法打开知识库：${path} 是空的，上次入库中断了。用 handrail kb ingest 路径 继续`,
    });
  }
  // Another process may have made the schema between one look and the next.
  if (isOurs(database)) return;
  const version = pragma(database, "user_version");
  const remedy: Bilingual = version > INDEX_SCHEMA_VERSION
    ? {
      en: "Update this program, or name another file in HANDRAIL_KB",
      zh: "请更新本程序，或在 HANDRAIL_KB 中指定另一个文件",
    }
    : {
      en: "Delete the file and make it again with: handrail kb ingest PATH",
      zh: "请删除该文件，再用 handrail kb ingest 路径 重建",
    };
  throw new IndexVersionError(
    pragma(database, "application_id") === APPLICATION_ID
      ? {
        en:
          `Cannot open knowledge base: ${path} has schema ${version}, this program reads ${INDEX_SCHEMA_VERSION}. ${remedy.en}`,
        zh: `无法打开知识库：${path} 的结构版本是 ${version}，本程序读 ${INDEX_SCHEMA_VERSION}。${remedy.zh}`,
      }
      : {
        en: `Cannot open knowledge base: ${path} is another program's database. Name another file`,
        zh: `无法打开知识库：${path} 是别的程序的数据库。请指定另一个文件`,
      },
  );
}

function isOurs(database: DatabaseSync): boolean {
  return pragma(database, "user_version") === INDEX_SCHEMA_VERSION &&
    pragma(database, "application_id") === APPLICATION_ID;
}

/** Thrown when a file is a sound database, but not one that this program can use. */
export class IndexVersionError extends BilingualError {
  override readonly name = "IndexVersionError";
}

function createSchema(database: DatabaseSync): void {
  database.exec("BEGIN IMMEDIATE");
  try {
    // Another process may have made the schema while this one waited for the lock.
    if (isEmpty(database)) database.exec(SCHEMA);
    database.exec("COMMIT");
  } catch (error) {
    database.exec("ROLLBACK");
    throw error;
  }
}

function isEmpty(database: DatabaseSync): boolean {
  return database.prepare("SELECT count(*) AS tables FROM sqlite_schema").get()?.["tables"] === 0;
}

function pragma(database: DatabaseSync, name: "user_version" | "application_id"): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name]);
}

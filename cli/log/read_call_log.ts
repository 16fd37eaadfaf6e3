/**
 * Reads call logs of any length.
 *
 * @module
 */
import { basename, dirname } from "node:path";
import type { CallRecord } from "../../agent/calls/call_record.ts";

/** What stood in the files beside records. */
export interface CallLogTally {
  /** Lines that are records. */
  readonly records: number;
  /** Lines that are no JSON: a full disk, or a machine that lost its power, cut them off. */
  readonly torn: number;
  /** Lines of JSON that are no records. */
  readonly foreign: number;
}

const CHUNK = 1 << 16;
/** Nothing that long is a record. */
const LONGEST_LINE = 1 << 22;
/** As records are written; others could not be put in order. */
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/;
/** No call takes a year. */
const LONGEST_CALL_MS = 31_536_000_000;

/**
 * The files of a log that there are, the oldest first.
 *
 * @param path The newest one.
 *
 * @example
 * ```ts
 * callLogFiles("/state/logs/calls.jsonl"); // ["/state/logs/calls.jsonl.1", "/state/logs/calls.jsonl"]
 * ```
 */
export function callLogFiles(path: string): string[] {
  const name = basename(path);
  const numbered = entriesOf(dirname(path)).flatMap((entry) => {
    const number = entry.startsWith(`${name}.`) ? entry.slice(name.length + 1) : "";
    return entry === name ? [0] : /^[1-9]\d{0,5}$/.test(number) ? [Number(number)] : [];
  });
  return numbered.sort((one, other) => other - one).map((number) =>
    number === 0 ? path : `${path}.${number}`
  );
}

/**
 * Runs through files line by line, and holds no more of them than a line and a megabyte. All are opened before the first
 * is read: calls that are moved into another file meanwhile are read once, whatever that file is called by then.
 *
 * @param files In order. One that is gone meanwhile is passed over.
 * @param onRecord Gets each record.
 * @throws The system's error when a file cannot be read.
 *
 * @example
 * ```ts
 * const { torn } = readCallLog(callLogFiles(path), (record) => seen.add(record.tool_name));
 * ```
 */
export function readCallLog(
  files: readonly string[],
  onRecord: (record: CallRecord) => void,
): CallLogTally {
  const tally = { records: 0, torn: 0, foreign: 0 };
  using opened = openAll(files);
  for (const file of opened.files) {
    readLines(file, (line) => {
      const record = parseJson(line);
      if (record === undefined) tally.torn++;
      else if (!isRecord(record)) tally.foreign++;
      else {
        tally.records++;
        onRecord(record);
      }
    });
  }
  return tally;
}

function readLines(file: Deno.FsFile, onLine: (line: string) => void): void {
  const bytes = new Uint8Array(CHUNK);
  const decoder = new TextDecoder();
  let rest = "";
  const take = (line: string) => line.trim() !== "" && onLine(line);
  for (let read = file.readSync(bytes); read !== null; read = file.readSync(bytes)) {
    const text = rest + decoder.decode(bytes.subarray(0, read), { stream: true });
    let from = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", from)) {
      take(text.slice(from, end));
      from = end + 1;
    }
    rest = text.slice(from);
    // What cannot be a record is not gathered, and counts as torn when its end comes.
    if (rest.length > LONGEST_LINE) rest = "{";
  }
  take(rest + decoder.decode());
}

function isRecord(value: unknown): value is CallRecord {
  const record = Object(value);
  const { time, session_id, turn_id, call_id, tool_name, status, latency_ms } = record;
  return typeof tool_name === "string" && typeof status === "string" && typeof call_id === "string" &&
    typeof turn_id === "string" && typeof session_id === "string" && typeof time === "string" &&
    TIME.test(time) && typeof latency_ms === "number" && latency_ms >= 0 && latency_ms < LONGEST_CALL_MS &&
    areOurs(record);
}

/** An older record lacks what came later; what is there has the form that readers count on. */
function areOurs(record: Partial<Record<keyof CallRecord, unknown>>): boolean {
  const { response_summary, error_type, result, repair, model, profile } = record;
  const { attempts, step, output_tokens } = record;
  return isAbsentOr("string", response_summary) && isAbsentOr("string", error_type) &&
    isAbsentOr("string", result) && isAbsentOr("string", repair) && isAbsentOr("string", model) &&
    isAbsentOr("string", profile) &&
    isAbsentOr("number", attempts) && isAbsentOr("number", step) && isAbsentOr("number", output_tokens) &&
    isAbsentOrHas(record.approval, "decision") && isAbsentOrHas(record.circuit, "state");
}

function isAbsentOr(type: "string" | "number", value: unknown): boolean {
  return value === undefined || typeof value === type;
}

function isAbsentOrHas(value: unknown, field: string): boolean {
  return value === undefined || typeof Object(value)[field] === "string";
}

/** The newest first: one that is moved while they are opened is found twice then, and not missed. */
function openAll(paths: readonly string[]): Disposable & { readonly files: readonly Deno.FsFile[] } {
  const files: Deno.FsFile[] = [];
  const opened = {
    files,
    [Symbol.dispose]: () => {
      for (const file of files) file.close();
    },
  };
  const inodes = new Set<number>();
  try {
    for (const path of paths.toReversed()) {
      const file = openIfThere(path);
      if (!file) continue;
      files.unshift(file);
      const { ino } = file.statSync();
      if (ino === null) continue;
      if (inodes.has(ino)) files.shift()?.close();
      inodes.add(ino);
    }
    return opened;
  } catch (error) {
    opened[Symbol.dispose]();
    throw error;
  }
}

function openIfThere(path: string): Deno.FsFile | undefined {
  try {
    return Deno.openSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

function entriesOf(folder: string): string[] {
  try {
    return [...Deno.readDirSync(folder)].filter(({ isFile, isSymlink }) => isFile || isSymlink).map((
      { name },
    ) => name);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/**
 * A ledger in a file that several processes may share.
 *
 * @module
 */
import { dirname } from "node:path";
import { BilingualError, wordsOf } from "../kb/bilingual_error.ts";
import type { Ledger, LedgerEntry } from "./ledger.ts";
import { isMissing } from "../kb/is_missing.ts";

const LF = 0x0a;

/**
 * An append-only file of JSON lines (mode 0600), locked while an entry is decided on and written, so that ticket
 * numbers stay unique among processes.
 *
 * @example
 * ```ts
 * const ledger = new FileLedger("/home/me/.local/state/handrail/ledger.jsonl");
 * ```
 */
export class FileLedger implements Ledger {
  readonly #path: string;

  /** @param path The file; it and its folder are made at the first write. */
  constructor(path: string) {
    this.#path = path;
  }

  /**
   * All entries, oldest first.
   *
   * @throws {Error} If a line is no ledger entry; the message names the line.
   */
  async entries(): Promise<readonly LedgerEntry[]> {
    try {
      return parseEntries(wholeLines(await Deno.readFile(this.#path)), this.#path);
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  }

  /** See {@linkcode Ledger.append}. */
  async append(
    decide: (entries: readonly LedgerEntry[]) => LedgerEntry | undefined,
  ): Promise<LedgerEntry | undefined> {
    using file = await this.#open();
    // Closing the file gives the lock back, also when `decide` throws.
    await file.lock(true);
    const bytes = await Deno.readFile(this.#path);
    const whole = wholeLines(bytes);
    const entry = decide(parseEntries(whole, this.#path));
    if (!entry) return undefined;
    // A writer that died halfway left a torn line, which was never acknowledged to anybody: cut it off.
    if (whole.length < bytes.length) await file.truncate(whole.length);
    await writeAll(file, new TextEncoder().encode(`${JSON.stringify(entry)}\n`));
    await file.syncData();
    return entry;
  }

  async #open(): Promise<Deno.FsFile> {
    try {
      await Deno.mkdir(dirname(this.#path), { recursive: true, mode: 0o700 });
      return await Deno.open(this.#path, { read: true, append: true, create: true, mode: 0o600 });
    } catch (cause) {
      const why = wordsOf(cause);
      throw new BilingualError({
        en: `Cannot write to ledger: ${why.en}. Set HANDRAIL_STATE to a folder that can be written to`,
        zh: `无法写入台账：${why.zh}。请把 HANDRAIL_STATE 设为可写的文件夹`,
      }, { cause });
    }
  }
}

async function writeAll(file: Deno.FsFile, bytes: Uint8Array): Promise<void> {
  for (let written = 0; written < bytes.length;) written += await file.write(bytes.subarray(written));
}

/** Without a torn last line, which append() cuts off: what it would have said never happened. */
function wholeLines(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(0, bytes.lastIndexOf(LF) + 1);
}

function parseEntries(lines: Uint8Array, path: string): LedgerEntry[] {
  return new TextDecoder().decode(lines).split("\n").slice(0, -1).map((line, at) => {
    const entry = parseJson(line);
    if (isEntry(entry)) return entry;
    throw new BilingualError({
      en: `Cannot read ledger: line ${at + 1} of ${path} is no entry. Move the file aside to start a new one`,
      zh: `无法读取台账：${path} 的第 ${at + 1} 行不是记录。请移走该文件，程序会另建一个`,
    });
  });
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function isEntry(value: unknown): value is LedgerEntry {
  const { time, action, requestId, reference, details } = Object(value) as Record<string, unknown>;
  return [time, action, reference].every((field) => typeof field === "string") &&
    (requestId === null || typeof requestId === "string") && typeof details === "object" && details !== null;
}

/**
 * A ledger in a file that several processes may share.
 *
 * @module
 */
import { dirname } from "node:path";
import type { Ledger, LedgerEntry } from "./ledger.ts";

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
      return parseEntries(await Deno.readTextFile(this.#path), this.#path);
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return [];
      throw error;
    }
  }

  /** See {@linkcode Ledger.append}. */
  async append(
    decide: (entries: readonly LedgerEntry[]) => LedgerEntry | undefined,
  ): Promise<LedgerEntry | undefined> {
    await Deno.mkdir(dirname(this.#path), { recursive: true, mode: 0o700 });
    using file = await Deno.open(this.#path, { read: true, append: true, create: true, mode: 0o600 });
    // Closing the file gives the lock back, also when `decide` throws.
    await file.lock(true);
    const text = await Deno.readTextFile(this.#path);
    const whole = text.slice(0, text.lastIndexOf("\n") + 1);
    const entry = decide(parseEntries(whole, this.#path));
    if (!entry) return undefined;
    const encoder = new TextEncoder();
    // A writer that died halfway left a torn line, which was never acknowledged to anybody: cut it off.
    if (whole.length < text.length) await file.truncate(encoder.encode(whole).length);
    await writeAll(file, encoder.encode(`${JSON.stringify(entry)}\n`));
    await file.syncData();
    return entry;
  }
}

async function writeAll(file: Deno.FsFile, bytes: Uint8Array): Promise<void> {
  for (let written = 0; written < bytes.length;) written += await file.write(bytes.subarray(written));
}

function parseEntries(text: string, path: string): LedgerEntry[] {
  return text.split("\n").flatMap((line, at, lines) => {
    if (line === "") return [];
    try {
      return [JSON.parse(line) as LedgerEntry];
    } catch {
      if (at === lines.length - 1) return []; // torn, see append()
      throw new Error(
        `Cannot read ledger: line ${at + 1} of ${path} is not JSON. Move the file aside to start a new one`,
      );
    }
  });
}

/**
 * Opens Deno KV in a file of one's own.
 *
 * @module
 */
import { dirname, resolve } from "node:path";
import { BilingualError, wordsOf } from "../../kb/bilingual_error.ts";

/** Opens a database, as `Deno.openKv` does. */
export type OpenKv = (path: string) => Promise<Deno.Kv>;

/** What SQLite puts beside its file. */
const SUFFIXES = ["", "-wal", "-shm"];

/**
 * Opens the file, and makes it and its folder if need be. No other user can read them: the folder is made with mode
 * 0700, the file with 0600, and SQLite gives its siblings the file's mode. A file that others can read is closed to them.
 *
 * @param path The file. Made absolute, since Deno takes `:memory:` and URLs for something else.
 * @param open Opens the database.
 * @returns The database.
 * @throws {Error} If that is not possible; the message names `HANDRAIL_KV` and tells why, be it `database is locked`.
 *
 * @example
 * ```ts
 * const kv = await openKvFile("/var/lib/handrail/idem.kv", Deno.openKv);
 * ```
 */
export async function openKvFile(path: string, open: OpenKv): Promise<Deno.Kv> {
  const file = resolve(path);
  try {
    await Deno.mkdir(dirname(file), { recursive: true, mode: 0o700 });
    (await Deno.open(file, { write: true, create: true, mode: 0o600 })).close();
    return await openPrivately(file, open);
  } catch (cause) {
    const why = wordsOf(cause);
    throw new BilingualError({
      en: `Cannot open kv store: ${file}: ${why.en}. Set HANDRAIL_KV to a file that you can write to`,
      zh: `无法打开 kv 存储：${file}：${why.zh}。请把 HANDRAIL_KV 设为可写的文件`,
    }, { cause });
  }
}

async function openPrivately(file: string, open: OpenKv): Promise<Deno.Kv> {
  const kv = await open(file);
  try {
    for (const suffix of SUFFIXES) await closeToOthers(file + suffix);
    return kv;
  } catch (error) {
    kv.close();
    throw error;
  }
}

async function closeToOthers(path: string): Promise<void> {
  try {
    const { mode } = await Deno.stat(path);
    // Windows has no modes.
    if (mode !== null && (mode & 0o077) !== 0) await Deno.chmod(path, 0o600);
  } catch (error) {
    // SQLite takes its siblings away whenever nobody needs them.
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

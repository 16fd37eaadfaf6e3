import { join } from "node:path";
import type { PackedFile } from "./packed_file.ts";

/** The stamp's name, beside the copies that it speaks of. */
const STAMP = "checked.json";

/** What the name of a file begins with that {@linkcode observe} makes. */
export const PROBE_PREFIX = "who-";

/** Who looks at a file, and when. */
export interface Observer {
  /** This user's number. */
  readonly uid: number;
  /** The time by the file system's own clock, in milliseconds. */
  readonly now: number;
}

/** The system's time of a change is told in whole seconds. */
const SECOND_MS = 1_000;

/**
 * What the system says of copies whose SHA-256 was right, so that it need not be computed at every start: tens of
 * milliseconds for the native runtime. Whatever happens to a file later changes one of these: the time of its last
 * change of status is set by the system alone. A file that was changed within this second gets no stamp: a second
 * change might bear the same time.
 *
 * It speaks only of copies that nobody else can have put there: this user's own, in a folder closed to all others.
 * Where the system does not tell whose a file is (Windows), there is no stamp.
 *
 * @param folder The folder with the copies.
 * @param files What was copied.
 * @param observer See {@linkcode observe}.
 * @returns One line of text; `undefined` when a file is missing, of another size, not this user's alone, or too new.
 *
 * @example
 * ```ts
 * const stamp = await copyStamp(folder, files, await observe(parent));
 * ```
 */
export async function copyStamp(
  folder: string,
  files: readonly PackedFile[],
  observer: Observer | undefined,
): Promise<string | undefined> {
  if (observer === undefined) return undefined;
  try {
    if (!isOwn(await Deno.lstat(folder), observer, 0o077)) return undefined;
    const facts: unknown[] = [];
    for (const { name, size, sha256 } of files) {
      const info = await Deno.lstat(join(folder, name));
      if (!info.isFile || info.size !== size || !isOwn(info, observer, 0o022)) return undefined;
      const changed = info.ctime?.getTime() ?? Infinity;
      if (changed + SECOND_MS > observer.now) return undefined;
      facts.push([name, sha256, size, info.dev, info.ino, info.mtime?.getTime(), changed]);
    }
    return `${JSON.stringify(facts)}\n`;
  } catch {
    return undefined;
  }
}

/**
 * Whether the copies are still those whose SHA-256 was right.
 *
 * @param folder The folder with the copies.
 * @param stamp What {@linkcode copyStamp} says of them now.
 *
 * @example
 * ```ts
 * if (await isStamped(folder, stamp)) return folder;
 * ```
 */
export async function isStamped(folder: string, stamp: string | undefined): Promise<boolean> {
  return stamp !== undefined && stamp === await Deno.readTextFile(join(folder, STAMP)).catch(() => undefined);
}

/**
 * Notes that the copies were found to be right. A folder that cannot be written goes without.
 *
 * @param folder The folder with the copies.
 * @param stamp What {@linkcode copyStamp} said of them before they were read.
 *
 * @example
 * ```ts
 * await writeStamp(folder, stamp);
 * ```
 */
export async function writeStamp(folder: string, stamp: string | undefined): Promise<void> {
  if (stamp === undefined) return;
  await Deno.writeTextFile(join(folder, STAMP), stamp, { mode: 0o600 }).catch(() => {});
}

/**
 * Finds out who looks, and when, from a file that is made for the purpose and removed: asking for the user's number
 * takes a permission of its own, and the file system's clock may be another machine's.
 *
 * @param folder A folder.
 * @returns `undefined` where nothing can be made in the folder, and on Windows.
 *
 * @example
 * ```ts
 * await observe("/home/me/.cache/handrail/copies"); // { uid: 1000, now: 1_796_093_215_760 }
 * ```
 */
export async function observe(folder: string): Promise<Observer | undefined> {
  try {
    const probe = await Deno.makeTempFile({ dir: folder, prefix: PROBE_PREFIX });
    try {
      const { uid, mtime } = await Deno.lstat(probe);
      return uid === null || mtime === null ? undefined : { uid, now: mtime.getTime() };
    } finally {
      await Deno.remove(probe);
    }
  } catch {
    return undefined;
  }
}

function isOwn(info: Deno.FileInfo, { uid }: Observer, forbidden: number): boolean {
  return info.uid === uid && info.mode !== null && (info.mode & forbidden) === 0;
}

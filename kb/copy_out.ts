import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import { type Bilingual, BilingualError, wordsOf } from "./bilingual_error.ts";
import { copyStamp, isStamped, observe, PROBE_PREFIX, writeStamp } from "./copy_stamp.ts";
import type { PackedFile } from "./packed_file.ts";
import { readPacked } from "./read_packed.ts";
import { isMissing } from "./is_missing.ts";

/** What a process that was killed left half done is removed after so long, in milliseconds: nothing takes an hour. */
const ABANDONED_MS = 3_600_000;

/** A folder to copy to, or how to come by one. */
export type CopyTarget = string | (() => Promise<string>);

/**
 * Copies files out of the program to where the system can load them: into a folder named after their content, so that
 * versions of the program stand side by side, and the same files are copied once. A copy appears when it is whole. It is
 * checked by size and SHA-256, again whenever the system says that it was touched since ({@linkcode copyStamp}); a
 * damaged one is made anew.
 *
 * @param files What to copy.
 * @param targets Where to, in order: the first that can be written, or holds them already.
 * @param observer Finds out who looks at copies, and when. @default {observe}
 * @returns The folder with the files.
 * @throws {Error} when none can; its message is the bare reason of each.
 *
 * @example
 * ```ts
 * const folder = await copyOut([library], ["/home/me/.cache/handrail/copies", () => ownTempFolder("handrail")]);
 * ```
 */
export async function copyOut(
  files: readonly PackedFile[],
  targets: readonly CopyTarget[],
  observer: typeof observe = observe,
): Promise<string> {
  const key = copyName(files);
  const reasons: Bilingual[] = [];
  for (const target of targets) {
    try {
      const parent = typeof target === "string" ? target : await target();
      return await copyInto(join(parent, key), files, observer);
    } catch (error) {
      reasons.push(wordsOf(error));
    }
  }
  throw new BilingualError({
    en: reasons.map(({ en }) => en).join("; "),
    zh: reasons.map(({ zh }) => zh).join("；"),
  });
}

/**
 * The name of the folder that a set of files is copied into.
 *
 * @param files The files.
 * @returns 16 hexadecimal digits.
 *
 * @example
 * ```ts
 * copyName([library]); // "9f2c4e…"
 * ```
 */
export function copyName(files: readonly PackedFile[]): string {
  const content = files.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join("");
  return createHash("sha256").update(content).digest("hex").slice(0, 16);
}

async function copyInto(
  folder: string,
  files: readonly PackedFile[],
  observer: typeof observe,
): Promise<string> {
  const parent = dirname(folder);
  const stamp = await copyStamp(folder, files, await observer(parent));
  if (await isStamped(folder, stamp)) return folder;
  if (await isWhole(folder, files)) {
    await writeStamp(folder, stamp);
    return folder;
  }
  await Deno.mkdir(parent, { recursive: true, mode: 0o700 });
  const partial = `${folder}.${crypto.randomUUID()}.part`;
  try {
    await Deno.mkdir(partial, { mode: 0o700 });
    for (const file of files) await unpack(file, join(partial, file.name));
    await removeAbandoned(parent, partial);
    await moveIntoPlace(partial, folder, files);
    return folder;
  } finally {
    await Deno.remove(partial, { recursive: true }).catch(() => {});
  }
}

/** A killed process cannot tidy up, and the native runtime alone is 46 MB. Ages are those of the file system's clock. */
async function removeAbandoned(parent: string, partial: string): Promise<void> {
  const now = await changedAt(partial);
  if (now === Infinity) return;
  for await (const { name } of Deno.readDir(parent)) {
    if (!name.endsWith(".part") && !name.startsWith(PROBE_PREFIX)) continue;
    const path = join(parent, name);
    if (now - await changedAt(path) < ABANDONED_MS) continue;
    await Deno.remove(path, { recursive: true }).catch(() => {});
  }
}

/** When something was put into it, in milliseconds; the end of time when that cannot be told. */
async function changedAt(path: string): Promise<number> {
  const { mtime } = await Deno.lstat(path).catch(() => ({ mtime: null }));
  return mtime?.getTime() ?? Infinity;
}

async function moveIntoPlace(partial: string, folder: string, files: readonly PackedFile[]): Promise<void> {
  try {
    await Deno.rename(partial, folder);
  } catch (error) {
    // Another process was first, or what stands there is damaged.
    if (await isWhole(folder, files)) return;
    const damaged = `${folder}.${crypto.randomUUID()}.part`;
    await Deno.rename(folder, damaged).catch(() => Promise.reject(error));
    await Deno.rename(partial, folder);
    await Deno.remove(damaged, { recursive: true }).catch(() => {});
  }
}

async function isWhole(folder: string, files: readonly PackedFile[]): Promise<boolean> {
  for (const { name, size, sha256 } of files) {
    const path = join(folder, name);
    try {
      if ((await Deno.stat(path)).size !== size) return false;
      if (sha256Of(await Deno.readFile(path)) !== sha256) return false;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  }
  return true;
}

async function unpack(file: PackedFile, path: string): Promise<void> {
  const bytes = await readPacked(file);
  await Deno.mkdir(dirname(path), { recursive: true, mode: 0o700 });
  using copy = await Deno.open(path, { write: true, createNew: true, mode: 0o600 });
  for (let at = 0; at < bytes.length;) at += await copy.write(bytes.subarray(at));
  // The folder's name must not reach the disk before the bytes do.
  await copy.sync();
}

function sha256Of(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

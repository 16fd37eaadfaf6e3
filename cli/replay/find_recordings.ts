/**
 * Finds recordings.
 *
 * @module
 */
import { join } from "node:path";
import { RECORDING_SUFFIX } from "../../agent/recording/recording_suffix.ts";
import { fileFault } from "../../kb/file_fault.ts";
import { UsageError } from "../usage_error.ts";

/**
 * The files that paths stand for: a file is taken as it is, a folder for all recordings below it.
 *
 * @param paths Files and folders.
 * @returns The files, in the order of the paths; those of a folder by name, in whatever order the disk has them.
 * @throws {UsageError} If there is no such file, or no recording in a folder.
 *
 * @example
 * ```ts
 * await findRecordings(["samples/recordings"]);
 * ```
 */
export async function findRecordings(paths: readonly string[]): Promise<string[]> {
  const files: string[] = [];
  for (const path of paths) {
    const { isDirectory } = await Deno.stat(path).catch((cause) => refuse(path, cause));
    if (!isDirectory) {
      files.push(path);
      continue;
    }
    const found = (await recordingsBelow(path)).sort();
    if (found.length === 0) {
      throw new UsageError({
        en: `Cannot replay ${path}: it holds no *${RECORDING_SUFFIX}. ` +
          "Make one with handrail sessions export ID --format recording",
        zh: `无法重放 ${path}：其中没有 *${RECORDING_SUFFIX}。` +
          "可用 handrail sessions export 编号 --format recording 制作",
      });
    }
    files.push(...found);
  }
  return files;
}

/** Hidden folders and links to folders are none of a suite. */
async function recordingsBelow(folder: string): Promise<string[]> {
  const found: string[] = [];
  const entries = await Array.fromAsync(Deno.readDir(folder)).catch((cause) => refuse(folder, cause));
  for (const { name, isDirectory, isFile, isSymlink } of entries) {
    const path = join(folder, name);
    if (isDirectory && !name.startsWith(".")) found.push(...await recordingsBelow(path));
    else if (name.endsWith(RECORDING_SUFFIX) && (isFile || (isSymlink && await mayBeFile(path)))) {
      found.push(path);
    }
  }
  return found;
}

/** What comes out of a pipe would be waited for. A link to nothing is told of when it is read. */
async function mayBeFile(link: string): Promise<boolean> {
  return await Deno.stat(link).then(({ isFile }) => isFile, () => true);
}

function refuse(path: string, cause: unknown): never {
  const why = cause instanceof Deno.errors.NotFound
    ? { en: "there is no such file or folder", zh: "没有这个文件或文件夹" }
    : fileFault(cause);
  throw new UsageError({
    en: `Cannot replay ${path}: ${why.en}. Name a recording, or a folder of them`,
    zh: `无法重放 ${path}：${why.zh}。请指明录制文件，或放它们的文件夹`,
  }, { cause });
}

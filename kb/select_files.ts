import { basename, join, relative, sep } from "node:path";
import { type Bilingual, BilingualError, wordsOf } from "./bilingual_error.ts";
import { EXTENSIONS, formatOf } from "./document_formats.ts";
import { fileFault } from "./file_fault.ts";
import { filePatterns, type PathTest } from "./file_patterns.ts";
import { type IgnoreRules, NO_RULES } from "./ignore_files.ts";
import { isBelow } from "./is_below.ts";
import { isMissing } from "./is_missing.ts";

/** A file to read, or why there is one that is not read. */
export type SelectedFile =
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "failed" | "skipped"; readonly path: string; readonly reason: Bilingual };

/** Which files to choose. */
export interface SelectOptions {
  /** Patterns that files below a folder must match; with `!` in front, must not. See {@linkcode filePatterns}. */
  readonly globs?: readonly string[];
  /** Stops between two folders. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Chooses the files to read: those that are named, and those of a known kind below the folders that are named.
 *
 * Files come in the order of their names, each once, under the absolute path that symbolic links resolve to. Below a
 * folder, hidden entries and `node_modules` are passed over, and what `.gitignore` and `.handrailignore` files name.
 * Symbolic links below a folder are not followed: what they point to is read where it stands, and a link that leaves
 * the folder is reported as skipped (K11).
 *
 * @param paths Files and folders.
 * @param options See {@linkcode SelectOptions}.
 * @returns The files. A folder that cannot be listed is among them, as failed.
 * @throws {Error} when a path does not exist.
 * @throws The signal's reason when it is aborted.
 *
 * @example
 * ```ts
 * await selectFiles(["docs"], { globs: ["*.md"] }); // [{ kind: "file", path: "/home/me/docs/a.md" }]
 * ```
 */
export async function selectFiles(
  paths: readonly string[],
  options: SelectOptions = {},
): Promise<SelectedFile[]> {
  const roots: string[] = [];
  for (const path of paths) roots.push(await resolvePath(path));
  const wanted = await filePatterns(options.globs ?? []);
  const files = new Map<string, SelectedFile>();
  for (const root of roots) {
    for await (const file of selectBelow(root, wanted, options.signal)) {
      if (!files.has(file.path)) files.set(file.path, file);
    }
  }
  return [...files.values()];
}

/**
 * Resolves a path that a person named.
 *
 * @param path A file or folder.
 * @returns Its absolute path, symbolic links resolved.
 * @throws {Error} when it does not exist or may not be read.
 *
 * @example
 * ```ts
 * await resolvePath("docs"); // "/home/me/docs"
 * ```
 */
export async function resolvePath(path: string): Promise<string> {
  try {
    return await Deno.realPath(path);
  } catch (cause) {
    throw new BilingualError(path === "" || isMissing(cause) ? missing(path) : unreadable(path, cause), {
      cause,
    });
  }
}

function missing(path: string): Bilingual {
  return {
    en: `Cannot read documents: ${path === "" ? '""' : path} does not exist. Name an existing file or folder`,
    zh: `无法读取文档：${path === "" ? '""' : path} 不存在。请指定已有的文件或文件夹`,
  };
}

function unreadable(path: string, cause: unknown): Bilingual {
  const { en, zh } = fileFault(cause);
  return {
    en: `Cannot read documents: ${path}: ${en}. Name a file or folder that can be read`,
    zh: `无法读取文档：${path}：${zh}。请指定可以读取的文件或文件夹`,
  };
}

async function* selectBelow(
  root: string,
  wanted: PathTest,
  signal: AbortSignal | undefined,
): AsyncGenerator<SelectedFile> {
  if ((await Deno.stat(root)).isDirectory) {
    const isWanted = (path: string) => wanted(relative(root, path).replaceAll(sep, "/"));
    yield* walk(root, { root, isWanted, rules: NO_RULES, signal });
  } else if (formatOf(root) === undefined) {
    yield {
      kind: "skipped",
      path: root,
      reason: {
        en: `Only ${EXTENSIONS.join(", ")} files are read`,
        zh: `只读取 ${EXTENSIONS.join("、")} 文件`,
      },
    };
  } else if (wanted(basename(root))) {
    yield { kind: "file", path: root };
  }
}

interface Walk {
  readonly root: string;
  readonly isWanted: PathTest;
  readonly rules: IgnoreRules;
  readonly signal: AbortSignal | undefined;
}

async function* walk(folder: string, above: Walk): AsyncGenerator<SelectedFile> {
  above.signal?.throwIfAborted();
  let entries: Deno.DirEntry[];
  let rules: IgnoreRules;
  try {
    entries = await Array.fromAsync(Deno.readDir(folder));
    rules = await above.rules.within(folder);
  } catch (error) {
    yield { kind: "failed", path: folder, reason: wordsOf(error) };
    return;
  }
  for (const { name, isSymlink, isDirectory } of entries.sort(byName)) {
    const path = join(folder, name);
    if (name.startsWith(".") || name === "node_modules" || rules.isIgnored(path, isDirectory)) continue;
    if (isSymlink) yield* leavingLink(path, above.root);
    else if (isDirectory) yield* walk(path, { ...above, rules });
    else if (formatOf(path) !== undefined && above.isWanted(path)) yield { kind: "file", path };
  }
}

/** By code unit: a locale's order would differ between machines. */
function byName(one: Deno.DirEntry, other: Deno.DirEntry): number {
  return one.name < other.name ? -1 : 1;
}

async function* leavingLink(path: string, root: string): AsyncGenerator<SelectedFile> {
  try {
    const target = await Deno.realPath(path);
    if (isBelow(target, root)) return;
    const reason = {
      en: `The link leads out of ${root}, to ${target}`,
      zh: `链接指向 ${root} 之外的 ${target}`,
    };
    yield { kind: "skipped", path, reason };
  } catch (error) {
    const { en, zh } = wordsOf(error);
    yield { kind: "skipped", path, reason: { en: `The link leads nowhere: ${en}`, zh: `链接无效：${zh}` } };
  }
}

import { createHash } from "node:crypto";
import { basename, extname, join, sep } from "node:path";
import { decodeText } from "./decode_text.ts";
import type { SourceDocument } from "./source_document.ts";

/** The largest file that is read, in bytes. */
export const MAX_FILE_BYTES = 20 * 1024 * 1024;

/** What became of one file. */
export type ReadEvent =
  | { readonly kind: "document"; readonly path: string; readonly document: SourceDocument }
  | { readonly kind: "unchanged"; readonly path: string }
  | { readonly kind: "failed"; readonly path: string; readonly reason: string }
  | { readonly kind: "skipped"; readonly path: string; readonly reason: string };

/** How to read. */
export interface ReadOptions {
  /** Says that a file with this content hash need not be decoded. @default {never} */
  readonly isKnown?: (path: string, contentHash: string) => boolean;
}

const FORMATS: ReadonlyMap<string, "markdown" | "plain"> = new Map([
  [".md", "markdown"],
  [".markdown", "markdown"],
  [".txt", "plain"],
]);

/**
 * Reads the Markdown and text files that are named, or that lie below the folders that are named.
 *
 * Files come in the order of their names, each once, under the absolute path that symbolic links resolve to. Folders
 * are searched without hidden entries and `node_modules`. Symbolic links below a folder are not followed: what they
 * point to is read where it stands, and a link that leaves the folder is reported as skipped. A file that cannot be
 * read is reported and the rest goes on.
 *
 * @param paths Files and folders.
 * @param options See {@linkcode ReadOptions}.
 * @returns One event a file.
 * @throws {Error} when a path does not exist; nothing has been read then.
 *
 * @example
 * ```ts
 * for await (const event of readDocuments(["docs"])) {
 *   if (event.kind === "document") index.ingest([event.document]);
 * }
 * ```
 */
export async function* readDocuments(
  paths: readonly string[],
  options: ReadOptions = {},
): AsyncGenerator<ReadEvent> {
  const roots: string[] = [];
  for (const path of paths) roots.push(await resolvePath(path));
  const seen = new Set<string>();
  for (const root of roots) {
    for await (const event of readRoot(root, options)) {
      if (!seen.has(event.path)) yield event;
      seen.add(event.path);
    }
  }
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
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new Error(`Cannot read documents: ${path} does not exist. Name an existing file or folder`, {
      cause: error,
    });
  }
}

async function* readRoot(root: string, options: ReadOptions): AsyncGenerator<ReadEvent> {
  if ((await Deno.stat(root)).isDirectory) {
    yield* readFolder(root, root, options);
  } else if (FORMATS.has(formatKey(root))) {
    yield await readFile(root, options);
  } else {
    yield { kind: "skipped", path: root, reason: `Only ${[...FORMATS.keys()].join(", ")} files are read` };
  }
}

async function* readFolder(folder: string, root: string, options: ReadOptions): AsyncGenerator<ReadEvent> {
  let entries: Deno.DirEntry[];
  try {
    entries = await Array.fromAsync(Deno.readDir(folder));
  } catch (error) {
    yield failure(folder, error);
    return;
  }
  for (const entry of entries.sort(byName)) {
    const path = join(folder, entry.name);
    if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
    if (entry.isSymlink) yield* leavingLink(path, root);
    else if (entry.isDirectory) yield* readFolder(path, root, options);
    else if (FORMATS.has(formatKey(path))) yield await readFile(path, options);
  }
}

/** By code unit: a locale's order would differ between machines. */
function byName(one: Deno.DirEntry, other: Deno.DirEntry): number {
  return one.name < other.name ? -1 : 1;
}

async function* leavingLink(path: string, root: string): AsyncGenerator<ReadEvent> {
  try {
    const target = await Deno.realPath(path);
    if (isBelow(target, root)) return;
    yield { kind: "skipped", path, reason: `The link leads out of ${root}, to ${target}` };
  } catch (error) {
    yield { kind: "skipped", path, reason: `The link leads nowhere: ${messageOf(error)}` };
  }
}

/**
 * Says whether a path is a root or lies below it. Look-alike neighbours (`/docs2` and `/docs`) do not.
 *
 * @param path An absolute path.
 * @param root An absolute path.
 * @returns True at or below the root.
 *
 * @example
 * ```ts
 * isBelow("/docs2/a.md", "/docs"); // false
 * ```
 */
export function isBelow(path: string, root: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}

async function readFile(path: string, options: ReadOptions): Promise<ReadEvent> {
  try {
    const { size, mtime } = await Deno.stat(path);
    if (size > MAX_FILE_BYTES) throw new Error(tooLarge(path, size));
    const bytes = await Deno.readFile(path);
    const contentHash = createHash("sha256").update(bytes).digest("hex");
    if (options.isKnown?.(path, contentHash)) return { kind: "unchanged", path };
    const document: SourceDocument = {
      path,
      text: decodeText(bytes, path),
      fallbackTitle: basename(path, extname(path)),
      format: FORMATS.get(formatKey(path)) ?? "plain",
      contentHash,
      modifiedMs: mtime?.getTime() ?? 0,
    };
    return { kind: "document", path, document };
  } catch (error) {
    return failure(path, error);
  }
}

function formatKey(path: string): string {
  return extname(path).toLowerCase();
}

function tooLarge(path: string, size: number): string {
  return `Cannot read document: ${path} has ${size} bytes, more than ${MAX_FILE_BYTES}. Split it and ingest again`;
}

function failure(path: string, error: unknown): ReadEvent {
  return { kind: "failed", path, reason: messageOf(error) };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

import { createHash } from "node:crypto";
import { basename, extname } from "node:path";
import { formatOf } from "./document_formats.ts";
import { messageOf } from "./message_of.ts";
import type { ReadContent } from "./readers/reader.ts";
import type { SourceDocument } from "./source_document.ts";

/** What became of one file. */
export type ReadEvent =
  | {
    readonly kind: "document";
    readonly path: string;
    readonly document: SourceDocument;
    /** The file's size. */
    readonly bytes: number;
    /** A sentence on what could not be read of it. */
    readonly notice?: string;
  }
  | { readonly kind: "unchanged"; readonly path: string }
  | { readonly kind: "failed"; readonly path: string; readonly reason: string }
  | { readonly kind: "skipped"; readonly path: string; readonly reason: string };

/** How to read. */
export interface ReadDocumentOptions {
  /** Says that a file with this content hash need not be read. @default {never} */
  readonly isKnown?: (path: string, contentHash: string) => boolean;
  /** The largest file, in bytes. @default {by format} */
  readonly maxBytes?: number;
}

/** Raised whenever the readers or the chunking make something else of the same file: it is then read anew. */
const READING_VERSION = 2;

/**
 * Reads one file.
 *
 * @param path The file; of a kind that is read.
 * @param options See {@linkcode ReadDocumentOptions}.
 * @returns The document, or why there is none.
 *
 * @example
 * ```ts
 * const event = await readDocument("/docs/policy.docx");
 * if (event.kind === "document") index.ingest([event.document]);
 * ```
 */
export async function readDocument(path: string, options: ReadDocumentOptions = {}): Promise<ReadEvent> {
  try {
    const format = formatOf(path);
    if (format === undefined) {
      throw new Error(`Cannot read document: ${path} is of no known kind. Convert it`);
    }
    const { size, mtime, isFile } = await Deno.stat(path);
    // A pipe, of which there is no end, would be waited for without one.
    if (!isFile) throw new Error(`Cannot read document: ${path} is a pipe or a device. Name a file`);
    const { maxBytes = format.maxBytes } = options;
    if (size > maxBytes) throw new Error(tooLarge(path, size, maxBytes));
    const bytes = await Deno.readFile(path);
    const contentHash = hashOf(bytes);
    if (options.isKnown?.(path, contentHash)) return { kind: "unchanged", path };
    const { notice: told, ...content } = await format.read(bytes, path);
    const notice = told ?? (isEmpty(content) ? "There is no text in it" : undefined);
    const document: SourceDocument = {
      path,
      fallbackTitle: basename(path, extname(path)),
      contentHash,
      modifiedMs: mtime?.getTime() ?? 0,
      ...content,
    };
    return { kind: "document", path, document, bytes: size, ...(notice === undefined ? {} : { notice }) };
  } catch (error) {
    return { kind: "failed", path, reason: messageOf(error) };
  }
}

/** Of an empty note one knows that it is empty; a Word document or a page of nothing but pictures does not look so. */
function isEmpty({ sections }: ReadContent): boolean {
  return sections !== undefined &&
    sections.sections.every(({ path, blocks }) => path.length + blocks.length === 0);
}

function hashOf(bytes: Uint8Array): string {
  return createHash("sha256").update(`${READING_VERSION}\0`).update(bytes).digest("hex");
}

function tooLarge(path: string, size: number, maxBytes: number): string {
  return `Cannot read document: ${path} has ${size} bytes, more than ${maxBytes}. Split it and ingest again`;
}

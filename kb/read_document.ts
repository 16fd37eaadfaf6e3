import { createHash } from "node:crypto";
import { basename, extname } from "node:path";
import { type Bilingual, BilingualError, wordsOf } from "./bilingual_error.ts";
import { formatOf } from "./document_formats.ts";
import type { ReadContent } from "./readers/reader.ts";
import type { SourceDocument } from "./source_document.ts";

/** What became of one file. */
export type ReadEvent =
  | {
    readonly kind: "document";
    readonly path: string;
    readonly document: SourceDocument;
    /** A sentence on what could not be read of it. */
    readonly notice?: Bilingual;
  }
  | { readonly kind: "unchanged"; readonly path: string }
  | { readonly kind: "failed"; readonly path: string; readonly reason: Bilingual }
  | { readonly kind: "skipped"; readonly path: string; readonly reason: Bilingual };

/** A new or changed file is about to be taken apart. */
export interface ReadStart {
  /** The file. */
  readonly path: string;
  /** Its size. Taking in a megabyte takes about a second, in which nothing else is done. */
  readonly bytes: number;
}

/** How to read. */
export interface ReadDocumentOptions {
  /** Says that a file with this content hash need not be read. @default {never} */
  readonly isKnown?: (path: string, contentHash: string) => boolean;
  /** The largest file, in bytes. @default {by format} */
  readonly maxBytes?: number;
  /** Told before a new or changed file is taken apart; waited for. */
  readonly onStart?: ((start: ReadStart) => void | Promise<void>) | undefined;
  /** Stops before a file is taken apart. */
  readonly signal?: AbortSignal | undefined;
}

const NO_TEXT: Bilingual = { en: "There is no text in it", zh: "其中没有文字" };

/** Raised whenever the readers or the chunking make something else of the same file: it is then read anew. */
const READING_VERSION = 3;

/**
 * Reads one file.
 *
 * @param path The file; of a kind that is read.
 * @param options See {@linkcode ReadDocumentOptions}.
 * @returns The document, or why there is none.
 * @throws The signal's reason when it is aborted.
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
      throw new BilingualError({
        en: `Cannot read document: ${path} is of no known kind. Convert it`,
        zh: `无法读取文档：${path} 的类型不支持。请转换格式`,
      });
    }
    const { size, mtime, isFile } = await Deno.stat(path);
    // A pipe, of which there is no end, would be waited for without one.
    if (!isFile) {
      throw new BilingualError({
        en: `Cannot read document: ${path} is a pipe or a device. Name a file`,
        zh: `无法读取文档：${path} 是管道或设备。请给出文件`,
      });
    }
    const { maxBytes = format.maxBytes } = options;
    if (size > maxBytes) throw new BilingualError(tooLarge(path, size, maxBytes));
    const bytes = await Deno.readFile(path);
    const contentHash = hashOf(bytes);
    if (options.isKnown?.(path, contentHash)) return { kind: "unchanged", path };
    await options.onStart?.({ path, bytes: size });
    options.signal?.throwIfAborted();
    const { notice: told, ...content } = await format.read(bytes, path);
    const notice = told ?? (isEmpty(content) ? NO_TEXT : undefined);
    const document: SourceDocument = {
      path,
      fallbackTitle: basename(path, extname(path)),
      contentHash,
      modifiedMs: mtime?.getTime() ?? 0,
      ...content,
    };
    return { kind: "document", path, document, ...(notice === undefined ? {} : { notice }) };
  } catch (error) {
    options.signal?.throwIfAborted();
    return { kind: "failed", path, reason: wordsOf(error) };
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

function tooLarge(path: string, size: number, maxBytes: number): Bilingual {
  return {
    en: `Cannot read document: ${path} has ${size} bytes, more than ${maxBytes}. Split it and ingest again`,
    zh: `无法读取文档：${path} 有 ${size} 字节，超过上限 ${maxBytes}。请拆分后重新入库`,
  };
}

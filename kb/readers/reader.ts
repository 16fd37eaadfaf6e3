import type { Bilingual } from "../bilingual_error.ts";
import type { Sections } from "../read_sections.ts";

/** What a reader makes of a file. */
export interface ReadContent {
  /** Its text, for formats that chunking takes apart itself; empty when there are `sections`. */
  readonly text: string;
  /** Its content, taken apart. */
  readonly sections?: Sections;
  /** `"plain"` for text without markup. @default {"markdown"} */
  readonly format?: "markdown" | "plain";
  /** The date that the document gives itself, in milliseconds since 1970. */
  readonly modifiedMs?: number;
  /** A sentence on what could not be read of an otherwise readable file. */
  readonly notice?: Bilingual;
}

/**
 * Reads a file of one format.
 *
 * @param bytes Its content.
 * @param path Where it stands, for messages and, where the document has none, for a title.
 * @returns Its text or sections.
 * @throws {Error} when there is nothing in it that can be read: its message is a sentence for the person who asked.
 */
export type Reader = (bytes: Uint8Array, path: string) => Promise<ReadContent>;

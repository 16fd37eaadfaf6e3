import type { Sections } from "./read_sections.ts";

/** A document as it enters the index: its text is already decoded, its identity is its path. */
export interface SourceDocument {
  /** Where it came from; unique within an index, absolute when it is a file. */
  readonly path: string;
  /** Its whole text; not looked at when there are `sections`. */
  readonly text: string;
  /** Its content, when a reader has taken it apart already. */
  readonly sections?: Sections;
  /** Its title, when something better than its front matter or first heading is known. */
  readonly title?: string;
  /** Its title when it has no other, e.g. its file's name. */
  readonly fallbackTitle?: string;
  /** `"plain"` switches heading, table and front-matter detection off. The default is `"markdown"`. */
  readonly format?: "markdown" | "plain";
  /** Hex SHA-256 of what was read. Made from title and text when left out. */
  readonly contentHash?: string;
  /** When it was last written, by its own word or else the file's, in milliseconds since 1970. The default is 0. */
  readonly modifiedMs?: number;
}

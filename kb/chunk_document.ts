import { estimateTokens } from "./estimate_tokens.ts";
import { packUnits, type Unit } from "./pack_units.ts";
import { readPlainSections } from "./read_plain_sections.ts";
import { type Block, readSections, type Section, type Sections } from "./read_sections.ts";
import { fits, type SizeLimit } from "./split_graphemes.ts";
import { splitSentences } from "./split_sentences.ts";
import { storableText } from "./storable_text.ts";

/** A stretch of a document that is indexed and found as one. */
export interface Chunk {
  /** The document's title and the headings above the text, e.g. `Travel policy › Hotels`; at most 100 characters. */
  readonly title: string;
  /** The text as it stands in the document. */
  readonly text: string;
  /** Its place among the document's chunks, from 0. */
  readonly ordinal: number;
}

/** How to chunk. */
export interface ChunkOptions {
  /** The document's title; its front matter or first heading otherwise. */
  readonly title?: string;
  /** The title of chunks that would have none. @default {""} */
  readonly fallbackTitle?: string;
  /** `"plain"` reads no headings, tables or front matter. @default {"markdown"} */
  readonly format?: "markdown" | "plain";
  /** The document taken apart already; the text is then not looked at. */
  readonly sections?: Sections;
  /** The size of a text in tokens. @default {estimateTokens} */
  readonly measure?: (text: string) => number;
  /** The size to aim at. @default {250} */
  readonly target?: number;
  /** The size that no chunk exceeds; with a title of 100 it stays below an embedding model's 510. @default {400} */
  readonly limit?: number;
}

/** Stands between headings in a title. */
export const HEADING_SEPARATOR = " › ";

/** The longest title in UTF-16 units. */
export const MAX_TITLE_LENGTH = 100;

/**
 * Splits a document along its headings, paragraphs and sentences into chunks of about 250 Han characters or 120
 * English words.
 *
 * A section that is small enough stays whole; a larger one is cut into parts of about equal size, between sentences,
 * table rows or lines of code, and between graphemes only where a sentence alone is too large. No chunk crosses a
 * heading. Measured on CMRC 2018, chunks of 150 to 250 characters are found better than larger ones.
 *
 * @param text The document's text.
 * @param options Title, format and sizes.
 * @returns The chunks in order. Empty when there is nothing but white space.
 *
 * @example
 * ```ts
 * chunkDocument("# Travel\n\n## Hotels\n\nUp to 500 CNY."); // [{ title: "Travel › Hotels", text: "Up to 500 CNY.", ordinal: 0 }]
 * ```
 */
export function chunkDocument(text: string, options: ChunkOptions = {}): Chunk[] {
  const { measure = estimateTokens, target = 250, limit = 400 } = options;
  const size = { measure, limit, maxCharacters: 2 * limit };
  const { title, sections } = options.sections ??
    (options.format === "plain" ? readPlainSections(text) : readSections(text));
  const chunks: Chunk[] = [];
  for (const [place, section] of sections.entries()) {
    const heading = storableText(
      titleOf(options.title ?? title, section.path) || titleOf(options.fallbackTitle, []),
    );
    for (const part of packUnits(unitsOfSection(section, sections[place + 1], size), target, size)) {
      const stored = storableText(part);
      if (stored.trim() !== "") chunks.push({ title: heading, text: stored, ordinal: chunks.length });
    }
  }
  return chunks;
}

/** The innermost headings win when there is no room for all. */
function titleOf(documentTitle: string | undefined, path: readonly string[]): string {
  const parts = documentTitle === undefined || path[0] === documentTitle
    ? [...path]
    : [documentTitle, ...path];
  while (parts.length > 1 && parts.join(HEADING_SEPARATOR).length > MAX_TITLE_LENGTH) parts.shift();
  const title = parts.join(HEADING_SEPARATOR);
  if (title.length <= MAX_TITLE_LENGTH) return title;
  return `${title.slice(0, MAX_TITLE_LENGTH - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** A heading is text of its own when it is too long for a title, or when nothing at all stands below it. */
function unitsOfSection(section: Section, next: Section | undefined, size: SizeLimit): Unit[] {
  const heading = section.path.at(-1);
  const units = section.blocks.flatMap((block) => unitsOfBlock(block, size));
  if (heading === undefined) return units;
  const leaf = section.blocks.length === 0 && (next?.path.length ?? 0) <= section.path.length;
  return leaf || heading.length > MAX_TITLE_LENGTH ? [...sentenceUnits(heading, size), ...units] : units;
}

/** How many lines of a block are repeated above each part of it. */
const HEADER_LINES: Readonly<Record<Block["kind"], number>> = {
  prose: 0,
  code: 0,
  lines: 0,
  table: 2,
  record: 1,
};

function unitsOfBlock(block: Block, size: SizeLimit): Unit[] {
  if (block.kind === "prose") return sentenceUnits(block.lines.join("\n"), size);
  const headerLines = HEADER_LINES[block.kind];
  const header = block.lines.slice(0, headerLines).join("\n");
  return block.lines.flatMap((line, row): Unit[] => {
    const unit = { text: line, before: row === 0 ? "\n\n" : "\n", header: row >= headerLines ? header : "" };
    // A line that has to be cut had better be cut between sentences.
    return block.kind === "table" || fits(line, size) ? [unit] : sentencesOf(unit);
  });
}

function sentencesOf(unit: Unit): Unit[] {
  return splitSentences(unit.text).map((text, place) => ({
    ...unit,
    text,
    before: place === 0 ? unit.before : "",
  }));
}

function sentenceUnits(paragraph: string, size: SizeLimit): Unit[] {
  return splitSentences(paragraph).flatMap((text, place): Unit[] => {
    const unit = { text, before: place === 0 ? "\n\n" : "", header: "" };
    return fits(text, size) ? [{ ...unit, sentence: true }] : linesOf(unit);
  });
}

/** A sentence that is too long had better be cut between lines: it is a list, say, whose items have no stops. */
function linesOf(unit: Unit): Unit[] {
  return unit.text.split(/(?<=\n)/).map((text, place) => ({
    ...unit,
    text,
    before: place === 0 ? unit.before : "",
  }));
}

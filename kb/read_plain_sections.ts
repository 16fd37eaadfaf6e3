import type { Block, Sections } from "./read_sections.ts";

/** `一、…`, `（二）…`, `第三章 …`, `1. …`, `2.3 …`: how people number headings where there is no markup; `1.0.21` is a version. */
const NUMBERED =
  /^(?:[一二三四五六七八九十百]+[、.．]|[（(][一二三四五六七八九十\d]+[）)]|第[一二三四五六七八九十百\d]+[章节条部分]+|\d{1,2}(?:(?:\.\d{1,2})+\s|[.、．](?!\d)))\s*\S/;

/** A sentence ends with one of these; a heading does not. */
const SENTENCE_END = /[。！；;，,：:.!…]$/;

const LONGEST_HEADING = 40;

/**
 * Takes a plain text apart into sections and paragraphs. A short numbered line that stands alone, or at the head of
 * a paragraph, and is no sentence is taken for a heading; so is the first line of a text whose other headings are
 * numbered, because that is its title. Tables and front matter are not looked for.
 *
 * @param text The text, line ends of any kind.
 * @returns Its sections; headings are in their paths, not in their blocks.
 *
 * @example
 * ```ts
 * readPlainSections("办公室\n\n一、门禁\n刷卡进门。").sections.map((section) => section.path); // [["办公室", "一、门禁"]]
 * ```
 */
export function readPlainSections(text: string): Sections {
  // One kind of line end first: a pattern for two of any kind takes the halves of one "\r\n" for two.
  const paragraphs = text.replaceAll(/\r\n?/g, "\n").split(/\n[ \t]*\n/)
    .map((paragraph) => paragraph.split("\n").filter((line) => line.trim() !== ""))
    .filter((lines) => lines.length > 0);
  const numbered = paragraphs.some(([first = ""]) => isHeading(first));
  const [opening = []] = paragraphs;
  const title = numbered && opening.length === 1 && isTitle(opening[0] ?? "") && !isHeading(opening[0] ?? "")
    ? opening[0]?.trim()
    : undefined;
  const base = title === undefined ? [] : [title];
  const sections: { path: readonly string[]; blocks: Block[] }[] = [{ path: base, blocks: [] }];
  for (const lines of title === undefined ? paragraphs : paragraphs.slice(1)) {
    const [first = "", ...rest] = lines;
    const heading = numbered && isHeading(first);
    if (heading) sections.push({ path: [...base, first.trim()], blocks: [] });
    const body = heading ? rest : lines;
    if (body.length > 0) sections.at(-1)?.blocks.push({ kind: "prose", lines: body });
  }
  return {
    sections: sections.filter(({ path, blocks }): boolean => blocks.length > 0 || path.length > base.length),
  };
}

function isHeading(line: string): boolean {
  return NUMBERED.test(line.trim()) && isTitle(line);
}

function isTitle(line: string): boolean {
  const trimmed = line.trim();
  return [...trimmed].length <= LONGEST_HEADING && !SENTENCE_END.test(trimmed);
}

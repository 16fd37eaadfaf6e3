/** What an answer cites. */
export interface CitationCheck {
  /** The numbers cited, each once, in order of first appearance. */
  readonly cited: number[];
  /** Those among them that were never issued. */
  readonly unknown: number[];
}

/**
 * Fenced code, closed or running to the end, and code spans: brackets in there are code. Backticks that are closed in their
 * own line open no fence.
 */
const CODE =
  /^ {0,3}(?:(`{3,})(?!`)[^`\n]*|(~{3,})(?!~)[^\n]*)\n[\s\S]*?(?:^ {0,3}\1\2[`~]*[ \t]*$|(?![\s\S]))|(?<!`)(`+)(?!`)[\s\S]*?[^`]\3(?!`)/gm;

/** `[1]`, `[1, 2]`, `[1-3]` and their Chinese forms 【1】, 【1、2】. Three digits at most: `[2024]` is a year. */
const CITATION = /[[［【](\s*\d{1,3}(?:\s*[,，、;；\-–~]\s*\d{1,3})*\s*)[\]］】]/g;

const RANGE = /^(\d+)\s*[-–~]\s*(\d+)$/;

/** The longest range that is counted out. */
const LONGEST_RANGE = 20;

/**
 * Checks the citations of an answer against the numbers that were issued with its passages.
 *
 * @param answer The answer, as Markdown.
 * @param issued The numbers of the passages that the model was given.
 * @returns The numbers cited, and which of them do not exist.
 *
 * @example
 * ```ts
 * checkCitations("Seven days [1], no fee [4].", [1, 2]); // { cited: [1, 4], unknown: [4] }
 * ```
 */
export function checkCitations(answer: string, issued: Iterable<number>): CitationCheck {
  const known = new Set(issued);
  const cited = new Set<number>();
  for (const citation of answer.replace(CODE, () => " ").matchAll(CITATION)) {
    for (const number of numbersOf(citation[1] ?? "")) cited.add(number);
  }
  return { cited: [...cited], unknown: [...cited].filter((number) => !known.has(number)) };
}

function numbersOf(list: string): number[] {
  return list.split(/[,，、;；]/).flatMap((part) => {
    const range = RANGE.exec(part.trim());
    return range === null ? [Number(part)] : countOut(Number(range[1]), Number(range[2]));
  });
}

function countOut(first: number, last: number): number[] {
  if (last < first || last - first >= LONGEST_RANGE) return [first, last];
  return Array.from({ length: last - first + 1 }, (_, step) => first + step);
}

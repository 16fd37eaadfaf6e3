import type { TextSpan } from "./text_span.ts";
import { isStopWord } from "./stop_words.ts";
import { stemWord } from "./stem_word.ts";

/** A proper name in a text. */
export interface NameMention extends TextSpan {
  /** The name as written. */
  readonly value: string;
  /** The word before it, in lower case. */
  readonly before: string;
}

const CAPITAL = "[A-Z\\u00C0-\\u00DE][\\p{L}\\d'’.&-]*";
const SEQUENCE = new RegExp(
  `(?<![\\p{L}\\d])${CAPITAL}(?:\\s+(?:(?:of|de|la|the|van|von|and)\\s+)?(?:${CAPITAL}|\\d+(?![\\d.]*\\s*[a-z%])))*`,
  "gu",
);

/**
 * Finds proper names: runs of capitalised words, and snake_case names of program things. A word that is capital only because it starts the sentence is
 * cut off when it is a function word or a command; names made of the tool's own vocabulary are left out.
 *
 * @param text The text, with full-width characters folded.
 * @param vocabulary Stems of the tool's own words.
 * @returns Names in order.
 *
 * @example
 * ```ts
 * findNames("Find hotels in New York", new Set(["find"])); // [{ value: "New York", before: "in", … }]
 * ```
 */
export function findNames(text: string, vocabulary: ReadonlySet<string>): NameMention[] {
  const codes = [...text.matchAll(/(?<![\w])[a-z][a-z\d]*(?:_[a-z\d]+)+(?!\w)/gi)].map((match) =>
    mention(text, match[0], match.index ?? 0)
  );
  return [...proper(text, vocabulary), ...codes].sort((a, b) => a.start - b.start);
}

function mention(text: string, value: string, start: number): NameMention {
  const before = /([\p{L}]+)\s+(?:the\s+)?$/u.exec(text.slice(0, start))?.[1]?.toLowerCase() ?? "";
  return { value, start, end: start + value.length, before };
}

function proper(text: string, vocabulary: ReadonlySet<string>): NameMention[] {
  return [...text.matchAll(SEQUENCE)].flatMap((match) => {
    let start = match.index ?? 0;
    let value = match[0].replace(/['’]s$|[.,'’-]+$/u, "");
    if (/(?:^|[.?!:]\s+)$/.test(text.slice(0, start))) {
      const opening = /^\S+(?:\s+|$)/.exec(value)?.[0] ?? "";
      const word = opening.trim();

      if (
        isStopWord(word.replace(/['’].*$/, "")) || VERBS.has(word.toLowerCase())
      ) {
        start += opening.length;
        value = value.slice(opening.length);
      }
    }
    const words = value.split(/\s+/);
    if (words.every((word) => vocabulary.has(stemWord(word)))) return [];
    if (/\($/.test(text.slice(0, start)) && /^[A-Z]\w?$/.test(value)) return [];
    if (value === "" || /^I(?:['’]|$)/.test(value) || alone(value)) return [];
    return [mention(text, value, start)];
  });
}

function alone(value: string): boolean {
  return isStopWord(value) && value.length > 1;
}

const VERBS = new Set(
  "calculate compute determine search book convert translate predict estimate play generate create order sort solve retrieve fetch list check look provide identify compare analyze analyse plot draw send set schedule add remove delete update open cancel refund reserve rent buy sell recommend suggest assess evaluate explain describe locate measure simulate ask call make start stop turn track view read write design plan choose pick"
    .split(" "),
);

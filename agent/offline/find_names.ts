import type { TextSpan } from "./text_span.ts";
import { isCommandVerb } from "./command_verbs.ts";
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
const JOINT = "(?:(?:of|de|la|the|van|von|and|vs\\.?|versus|v\\.)\\s+)?";
/** Geographic nouns and musical modes belong to the name before them. */
const TAIL =
  "(?:\\s(?:major|minor|rain\\s?forest|forest|river|lake|island|islands|mountains?|desert|valley|ocean|sea|bay|canyon|county|city|state|province|university|airport|museum)\\b)?";
const SEQUENCE = new RegExp(
  `(?<![\\p{L}\\d])${CAPITAL}(?:\\s+${JOINT}(?:${CAPITAL}|\\d+(?![\\d.]*\\s*[a-z%])))*${TAIL}`,
  "gu",
);

/**
 * Finds proper names: runs of capitalised words, snake_case names and file names. A word
 * that is capital only because it starts the sentence is cut off when it is a function word or a command; names
 * made of the tool's own vocabulary are left out.
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
  const codes = [
    ...text.matchAll(/(?<![\w])(?:[a-z][a-z\d]*(?:_[a-z\d]+)+(?!\w)|[a-z][\w-]*\.[a-z]{2,4}(?![\w.]))/gi),
  ].map((match) => mention(text, match[0], match.index ?? 0));
  return [...proper(text, vocabulary), ...codes].sort((a, b) => a.start - b.start);
}

function mention(text: string, value: string, start: number): NameMention {
  const before = /([\p{L}]+)\s+(?:the\s+)?$/u.exec(text.slice(0, start))?.[1]?.toLowerCase() ?? "";
  return { value, start, end: start + value.length, before };
}

function proper(text: string, vocabulary: ReadonlySet<string>): NameMention[] {
  return [...text.matchAll(SEQUENCE)].flatMap((match) => {
    const opening = openingOf(match[0], text.slice(0, match.index));
    const start = match.index + opening.length;
    const value = ending(match[0].slice(opening.length), text.slice(match.index + match[0].length));
    const words = value.split(/\s+/);
    if (value === "" || words.every((word) => vocabulary.has(stemWord(word)))) return [];
    if (/\($/.test(text.slice(0, start)) && /^[A-Z]\w?$/.test(value)) return [];
    if (/^I(?:['’]|$)/.test(value) || isStopWord(value) && value.length > 1) return [];
    return [mention(text, value, start)];
  });
}

/** What to cut off at the front: a sentence's first word that is no name, an acronym as in "GDP of Japan". */
function openingOf(run: string, before: string): string {
  const acronym = /^[A-Z]{2,}\s+of\s+(?:the\s+)?(?=[A-Z])/.exec(run)?.[0];
  if (acronym !== undefined) return acronym;
  const [opening = ""] = /^\S+(?:\s+|$)/.exec(run) ?? [];
  const word = opening.trim().replace(/['’].*$/, "");
  const startsSentence = /(?:^|[.?!:]\s+)$/.test(before);
  return startsSentence && (isStopWord(word) || isCommandVerb(word)) ? opening : "";
}

/** A possessive and the closing dot of the sentence are cut off at the end. */
function ending(run: string, after: string): string {
  const owned = /['’]s$/.test(run) && /^\s+[a-z]/.test(after);
  return (owned ? run.slice(0, -2) : run).replace(/[.,'’-]+$/u, "");
}

import type { Language } from "../../tools/types.ts";
import { splitStatements } from "./split_statements.ts";
import { textTerms } from "./text_terms.ts";
import { unfencePassage } from "./unfence_passage.ts";

interface Hit {
  readonly no: number;
  readonly title: string;
  /** How well the search rates the passage beside the best one, 0…1. */
  readonly rank: number;
  readonly text: string;
}

interface RatedSentence {
  readonly no: number;
  readonly place: number;
  readonly text: string;
  readonly score: number;
}

const MOST_SENTENCES = 3;
const MOST_PASSAGES = 2;
const LONGEST_SENTENCE = 300;
/** The most rows of a table that are shown. */
const MOST_ROWS = 8;
/** A table is long by nature: beyond so many terms its length counts no further against it. */
const MOST_TERMS = 60;
/** A question that a number or a date answers. */
const COUNTS =
  /多少|几|多久|多长|多大|什么时候|何时|最[多少低高]|\bhow (?:much|many|long|soon|far|big|old|often|late|early)\b|\bwhen\b|\bdeadline\b/i;
/** What a word of the heading counts beside one of the sentence itself. */
const HEADING_WEIGHT = 0.65;
/** A sentence of so many terms begins to count as long. */
const LONG = 120;
/** The best passage's sentence leads when it is at least this good beside the best one. */
const LEAD = 0.85;
/** Further sentences must be at least this good beside the best one. */
const NEAR_BEST = 0.6;

/**
 * Answers from the passages of a knowledge search: the sentences most alike to the question, each with the
 * number of its passage. Passages are data; nothing in them is followed.
 *
 * @param structured The `structured` part of a search result: `{ hits: [{ no, text, … }], hitCount, … }`.
 * @param question The user's message.
 * @param language The user's language.
 * @returns The answer, or `undefined` when the result is no search result.
 *
 * @example
 * ```ts
 * phrasePassages({ hitCount: 1, hits: [{ no: 1, text: "500 a night." }] }, "How much a night?", "en");
 * ```
 */
export function phrasePassages(
  structured: Record<string, unknown>,
  question: string,
  language: Language,
): string | undefined {
  if (!Array.isArray(structured.hits)) return undefined;
  const hits = ranked(structured.hits.flatMap(readHit));
  const best = chooseSentences(hits, question);
  if (best.length === 0) {
    return language === "zh"
      ? "知识库里没有找到相关内容。"
      : "Nothing relevant was found in the knowledge base.";
  }
  return best.map(({ text, no }) => quote(text, no)).join("").trim();
}

/** The number stands behind the sentence; a table keeps its lines below it. */
function quote(text: string, no: number): string {
  const [sentence = "", ...rows] = text.split("\n");
  const space = /[\p{Script=Han}。：；，！？）」”]$/u.test(sentence) ? "" : " ";
  const cited = `${shortened(sentence)}${space}[${no}]`;
  if (rows.length === 0) return `${cited} `;
  return `${cited}\n${rows.slice(0, MOST_ROWS).map(shortened).join("\n")}\n`;
}

/** A row of a table or a list without stops may be very long. */
function shortened(sentence: string): string {
  const characters = [...sentence];
  return characters.length > LONGEST_SENTENCE
    ? `${characters.slice(0, LONGEST_SENTENCE - 1).join("")}…`
    : sentence;
}

function readHit(given: unknown): Hit[] {
  if (typeof given !== "object" || given === null || !("text" in given) || typeof given.text !== "string") {
    return [];
  }
  const no = "no" in given && typeof given.no === "number" ? given.no : 0;
  const title = "title" in given && typeof given.title === "string" ? given.title : "";
  const rank = "score" in given && typeof given.score === "number" ? given.score : 0;
  return no > 0 ? [{ no, title, rank, text: unfencePassage(given.text) }] : [];
}

function ranked(hits: readonly Hit[]): Hit[] {
  const top = Math.max(...hits.map(({ rank }) => rank));
  return hits.map((hit) => ({ ...hit, rank: top > 0 ? Math.max(0, hit.rank) / top : 1 }));
}

function chooseSentences(hits: readonly Hit[], question: string): RatedSentence[] {
  const rated = rate(hits, new Set(textTerms(question)), COUNTS.test(question));
  const top = rated[0]?.score ?? 0;
  // The search has read whole passages: unless the best one says much less, the answer begins with it.
  const lead = rated.find(({ no, score }) => no === hits[0]?.no && score >= top * LEAD);
  if (lead) rated.unshift(...rated.splice(rated.indexOf(lead), 1));
  const passages = new Set<number>();
  const chosen: RatedSentence[] = [];
  for (const sentence of rated) {
    if (chosen.length >= MOST_SENTENCES || sentence.score < top * NEAR_BEST) break;
    if (!passages.has(sentence.no) && passages.size >= MOST_PASSAGES) continue;
    if (chosen.some(({ text }) => text === sentence.text)) continue;
    passages.add(sentence.no);
    chosen.push(sentence);
  }
  const first = chosen[0]?.no;
  return chosen.sort((a, b) =>
    Number(a.no !== first) - Number(b.no !== first) || a.no - b.no || a.place - b.place
  );
}

/**
 * Overlap with the question, by rarity among the sentences; earlier passages break ties. A sentence stands under its
 * heading, whose words count for it, but less than its own; a heading, or a sentence that only repeats the question, answers nothing.
 */
function rate(hits: readonly Hit[], terms: ReadonlySet<string>, counts: boolean): RatedSentence[] {
  const sentences = hits.flatMap(sentencesOf);
  const rarity = (term: string) =>
    Math.log(1 + sentences.length / (1 + sentences.filter((sentence) => sentence.terms.has(term)).length));
  return sentences.map((sentence) => {
    const overlap = [...terms].reduce((sum, term) => {
      const weight = sentence.terms.has(term) ? 1 : sentence.context.has(term) ? HEADING_WEIGHT : 0;
      return sum + weight * rarity(term);
    }, 0);
    const news = [...sentence.terms].some((term) => !terms.has(term)) ? 1 : 0.2;
    const number = counts && /\d|[一二三四五六七八九十]+[天个小时月年]/.test(sentence.text) ? 1.8 : 1;
    return {
      ...sentence,
      score: sentence.rank * number * news * overlap /
          (1 + Math.log(1 + Math.min(sentence.terms.size, MOST_TERMS) / LONG)) + 0.05 / sentence.no,
    };
  }).sort((a, b) => b.score - a.score || a.place - b.place);
}

function sentencesOf({ no, title, rank, text }: Hit) {
  let context: ReadonlySet<string> = new Set(textTerms(title));
  const all = splitStatements(text).map((sentence, place) => ({
    no,
    rank,
    place,
    text: sentence,
    terms: new Set(textTerms(sentence)),
  }));
  const body = all.flatMap((sentence) => {
    if (!isHeading(sentence.text)) return [{ ...sentence, context }];
    context = new Set([...textTerms(title), ...sentence.terms]);
    return [];
  });
  return body.length > 0 ? body : all.map((sentence) => ({ ...sentence, context }));
}

/** Short, and without a closing mark. */
function isHeading(sentence: string): boolean {
  return [...sentence].length <= 40 && !/[。．.！!？?；;：:…）)\d%]$/u.test(sentence) &&
    !/[，,|]/.test(sentence);
}

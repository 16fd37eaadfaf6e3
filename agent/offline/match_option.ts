import type { TextSpan } from "./text_span.ts";
import { stemWord } from "./stem_word.ts";
import { isStopWord } from "./stop_words.ts";

/** How well an option is named by a text: 3 literally, 2 by all its stems, 1 by some. */
export interface OptionMatch extends TextSpan {
  readonly strength: 1 | 2 | 3;
}

/** Words for common options across languages; keys and values are stems or Han words. */
const SYNONYMS: Record<string, readonly string[]> = {
  high: [
    "urgent",
    "urgently",
    "紧急",
    "加急",
    "优先级高",
    "高优先级",
    "优先级:高",
    "优先级为高",
    "优先级是高",
  ],
  urgent: ["紧急", "加急", "asap"],
  low: ["不急", "优先级低", "低优先级"],
  normal: ["普通"],
  medium: ["中等"],
  asc: ["ascending", "升序"],
  desc: ["descending", "降序"],
  celsius: ["摄氏度", "摄氏", "℃"],
  fahrenheit: ["华氏度", "华氏", "℉"],
  metric: ["celsius", "摄氏度"],
  economy: ["经济舱"],
  business: ["商务舱"],
  first: ["头等舱"],
};

/**
 * Is an option named by a text? Literally, by word stems, or by a common synonym in the other language.
 *
 * @param option An allowed value.
 * @param text The text, with full-width characters folded.
 * @returns The place and strength of the match, or `undefined`.
 *
 * @example
 * ```ts
 * matchOption("Scenic View", "a park with scenic views"); // { strength: 2, … }
 * ```
 */
export function matchOption(option: string, text: string): OptionMatch | undefined {
  const spoken = option.replace(/[_-]+/g, " ").trim();
  const literal = spanOf(option, text) ?? spanOf(spoken, text);
  if (literal) return { ...literal, strength: 3 };
  for (const synonym of SYNONYMS[option.toLowerCase()] ?? []) {
    const span = spanOf(synonym, text);
    if (span) return { ...span, strength: 2 };
  }
  return byStems(spoken, text);
}

function spanOf(part: string, text: string): TextSpan | undefined {
  if (part === "") return undefined;
  const escaped = part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const bounded = `${/^\w/.test(part) ? "(?<![A-Za-z0-9])" : ""}${escaped}${
    /\w$/.test(part) ? "(?![A-Za-z0-9])" : ""
  }`;
  const match = new RegExp(bounded, "iu").exec(text);
  return match ? { start: match.index, end: match.index + match[0].length } : undefined;
}

function byStems(option: string, text: string): OptionMatch | undefined {
  const wanted = option.split(/\s+/).filter((word) => /^[a-z]/i.test(word) && !isStopWord(word)).map(
    stemWord,
  );
  const words = [...text.matchAll(/[a-z][a-z'’]*/gi)];
  const hits = wanted.flatMap((stem) => {
    const hit = words.find(([word]) =>
      stemWord(word) === stem || stem.length > 3 && word.toLowerCase().startsWith(stem)
    );
    return hit ? [hit] : [];
  });
  const [first] = hits;
  if (first === undefined) return undefined;
  const ends = hits.map((hit) => (hit.index ?? 0) + hit[0].length);
  const start = Math.min(...hits.map((hit) => hit.index ?? 0));
  const together = Math.max(...ends) - start <= option.length + 8;
  if (hits.length === wanted.length && together) return { start, end: Math.max(...ends), strength: 2 };
  return { start: first.index ?? 0, end: (first.index ?? 0) + first[0].length, strength: 1 };
}

import { foldWidth } from "./fold_width.ts";
import { stemWord } from "./stem_word.ts";
import { isStopWord } from "./stop_words.ts";

const WORD = /\p{Script=Han}+|[\p{L}\p{M}]+(?:['’][a-z]+)?|[A-Za-z]+-?\d[\w-]*/gu;
const HAN = /^\p{Script=Han}/u;
/** An order number or the like: its letters and digits say nothing about what is wanted. */
const IDENTIFIER = /(?<![\w])[A-Za-z]{1,6}-?\d{2,}[\w-]*/g;

/**
 * The terms by which two texts are compared: Han bigrams (and single characters that are words by
 * themselves), and lightly stemmed words of other scripts. Function words are left out.
 *
 * @param text Any text, or a name in snake_case or camelCase.
 * @returns Terms in order, with repetitions; an identifier such as `A-1024` becomes `#id`.
 *
 * @example
 * ```ts
 * textTerms("Where is order A-1024?"); // ["#id", "order"]
 * textTerms("查订单"); // ["查", "查订", "订", "订单", "单"]
 * ```
 */
export function textTerms(text: string): string[] {
  const spaced = foldWidth(text)
    .replace(IDENTIFIER, " #id ")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/_/g, " ");
  const terms: string[] = spaced.includes("#id") ? ["#id"] : [];
  for (const [word] of spaced.replaceAll("#id", " ").matchAll(WORD)) {
    if (HAN.test(word)) terms.push(...hanTerms(word));
    else if (!isStopWord(word)) terms.push(stemWord(word));
  }
  return terms;
}

function hanTerms(run: string): string[] {
  const characters = [...run];
  return characters.flatMap((character, index) => {
    const next = characters[index + 1];
    const pair = next === undefined ? [] : [character + next];
    return isStopWord(character)
      ? pair.filter(() => next !== undefined && !isStopWord(next))
      : [character, ...pair];
  });
}

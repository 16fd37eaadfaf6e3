import { tokenize } from "./tokenize.ts";

/** One term of a query. */
export interface QueryTerm {
  /** The term as the index stores it. */
  readonly token: string;
  /** Whether finding it says anything by itself: a lone character out of a longer run does not. */
  readonly telling: boolean;
}

/**
 * Words that ask, and grammar: no document is about them. Cut out of Chinese queries before they are tokenised, but not out of
 * the words that end or begin like them (酒吧, which would otherwise ask for 酒店 as well).
 */
const HAN_STOP =
  /为什么|什么时候|什么|怎么样|怎么办|怎样|怎么|如何|多少|多久|多长时间|哪一个|哪里|哪些|哪个|哪儿|请问|是不是|有没有|能不能|可不可以|是否|能否|可以|我想|告诉|一下|吗(?!啡)|(?<![毛花])呢|(?<![酒网氧贴水书迪])吧/gu;

const ENGLISH_STOP = new Set(
  ("a about an and any are as at be been but by can could did do does for from had has have how i if in into is it " +
    "its me my no not of on or our please should so such tell than that the their them then there these they this " +
    "to us was we were what when where which who whom why will with would you your").split(" "),
);

const HAN = /\p{scx=Han}/u;

/**
 * Makes a query into terms: those of {@linkcode tokenize}, each once, without words that only ask.
 *
 * A query of nothing but such words keeps them, so that "The Who" and 什么 can still be looked up.
 *
 * @param query What somebody asked.
 * @returns Its terms in order of appearance.
 *
 * @example
 * ```ts
 * queryTerms("怎么退款"); // 退, 退款 and 款; only 退款 is telling
 * ```
 */
export function queryTerms(query: string): QueryTerm[] {
  const plain = query.normalize("NFKC");
  const tokens = new Set(tokenize(plain.replace(HAN_STOP, " ")).filter((token) => !ENGLISH_STOP.has(token)));
  const kept = tokens.size > 0 ? tokens : new Set(tokenize(plain));
  const paired = new Set([...kept].filter(isHanPair).flatMap((pair) => [...pair]));
  return [...kept].map((token) => ({ token, telling: !(HAN.test(token) && paired.has(token)) }));
}

function isHanPair(token: string): boolean {
  return HAN.test(token) && [...token].length > 1;
}

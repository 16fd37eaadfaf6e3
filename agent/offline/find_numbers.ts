import type { TextSpan } from "./text_span.ts";

/** A number that a text names. */
export interface NumberMention extends TextSpan {
  readonly value: number;
  /** The word after it, in lower case: `years`, `天`; empty when there is none. */
  readonly unit: string;
  readonly percent: boolean;
  readonly currency: boolean;
  /** `18th`, 第三: a place in an order. */
  readonly ordinal: boolean;
}

const SMALL =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
    .split(" ");
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const SCALES: Record<string, number> = {
  k: 1e3,
  hundred: 100,
  thousand: 1e3,
  m: 1e6,
  million: 1e6,
  b: 1e9,
  billion: 1e9,
  bn: 1e9,
  dozen: 12,
  千: 1e3,
  万: 1e4,
  亿: 1e8,
};
/** Digits that no letter, digit, dot or caret touches on the left: not part of an id, a version or an exponent. */
const DIGITS =
  /(?<![\p{Script=Latin}\d_.^]|[\p{Script=Latin}]-)([-+]?)(?:([$€£¥])\s?)?((?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:e[-+]?\d+)?)(?!\d|-\d+-)/giu;
const AFTER = /^(?:\s?(%)|\s?(?:(hundred|thousand|million|billion|dozen)\b|([千万亿]))|(k)(?![a-zA-Z/^]))?/i;
/** After a sum of money, letters are scales; elsewhere `m` is metres and `K` kelvin. */
const MONEY_UNIT =
  /^(?:元|块|美元|欧元|日元|英镑|人民币|港币|dollars?|usd|eur|euros?|yuan|rmb|cny|gbp|pounds?|yen|jpy)/i;
const AFTER_MONEY = /^\s?(k|m|bn?|thousand|million|billion|[千万亿])(?![a-z\/^])/i;
const WORDS = new RegExp(
  `\\b(?:(${TENS.join("|")})(?:[- ](${SMALL.slice(1, 10).join("|")}))?|(${SMALL.join("|")}))\\b`,
  "gi",
);
const ORDINALS = "third fourth fifth sixth seventh eighth ninth tenth".split(" ");
const PHRASES = new RegExp(
  `\\b(?:(half )?an? (hundred|thousand|million|billion|dozen)|(${ORDINALS.join("|")}))\\b`,
  "gi",
);
const HAN_MEASURES =
  "个|张|天|位|人|间|晚|次|件|份|元|块|岁|年|周|小时|分钟|米|公里|千克|公斤|斤|首|本|条|篇|名|支|家|只|杯|瓶|套|台|部|辆|美元|欧元|日元|英镑|人民币|星期|月|点|章|页|折|成|倍|轮|场|局|层|楼";
const HAN = new RegExp(`(第?)([零一二两三四五六七八九十百千万亿]+)(?=${HAN_MEASURES})`, "g");
const HAN_DIGITS = "零一二三四五六七八九";

/**
 * Finds the numbers that a text names: digits (`1,000`, `$1.2M`, `-25`, `3.5%`), English words up to
 * ninety-nine, and Chinese numerals before a measure word. Digits inside an identifier such as `A-1024` or
 * `C6H12O6` are no numbers.
 *
 * @param text The text, with full-width characters folded.
 * @returns Mentions in order.
 *
 * @example
 * ```ts
 * findNumbers("5 units")[0]; // { value: 5, unit: "units", … }
 * ```
 */
export function findNumbers(text: string): NumberMention[] {
  const found = [
    ...digitMentions(text),
    ...wordMentions(text),
    ...phraseMentions(text),
    ...hanMentions(text),
  ];
  return found.sort((a, b) => a.start - b.start);
}

function digitMentions(text: string): NumberMention[] {
  return [...text.matchAll(DIGITS)].flatMap((match) => {
    const start = match.index ?? 0;
    const end = start + match[0].length;
    // "3x^2" is a formula, "6H12" a piece of a name; "440Hz" and "18th" are numbers.
    if (/^(?!(?:[mck]?m|ft|in|yd)[\d^])[a-z]+[\d^]|^[xyz]\b|^\^/i.test(text.slice(end))) return [];
    const sign = match[1] === "-" && !/[\w)\]]$/.test(text.slice(0, start)) ? -1 : 1;
    const value = sign * Number((match[3] ?? "").replaceAll(",", ""));
    const currency = match[2] !== undefined || /[$€£¥]$/.test(text.slice(0, start));
    return [mention(text, start, end, value, currency, /第$/.test(text.slice(0, start)))];
  });
}

function wordMentions(text: string): NumberMention[] {
  return [...text.matchAll(WORDS)].map((match) => {
    const start = match.index ?? 0;
    const tens = match[1] ? (TENS.indexOf(match[1].toLowerCase()) + 2) * 10 : 0;
    const ones = Math.max(0, SMALL.indexOf((match[2] ?? match[3] ?? "").toLowerCase()));
    return mention(text, start, start + match[0].length, tens + ones, false, false);
  });
}

/** "a million", "half a million", "third". */
function phraseMentions(text: string): NumberMention[] {
  return [...text.matchAll(PHRASES)].map((match) => {
    const start = match.index ?? 0;
    const place = ORDINALS.indexOf((match[3] ?? "").toLowerCase());
    const value = place >= 0
      ? place + 3
      : (match[1] ? 0.5 : 1) * (SCALES[(match[2] ?? "").toLowerCase()] ?? 1);
    return mention(text, start, start + match[0].length, value, false, place >= 0);
  });
}

function hanMentions(text: string): NumberMention[] {
  return [...text.matchAll(HAN)].map((match) => {
    const start = match.index ?? 0;
    return mention(text, start, start + match[0].length, hanValue(match[2] ?? ""), false, match[1] === "第");
  });
}

function mention(
  text: string,
  start: number,
  end: number,
  value: number,
  currency: boolean,
  ordinal: boolean,
): NumberMention {
  const money = currency ? AFTER_MONEY.exec(text.slice(end)) : null;
  const suffix = money ?? AFTER.exec(text.slice(end));
  const percent = money === null && suffix?.[1] === "%";
  const letter = suffix?.slice(1).find((group) => group !== undefined) ?? "";
  const scale = letter === "K" && money === null ? 1 : SCALES[letter.toLowerCase()] ?? 1;
  const rest = text.slice(end + (suffix?.[0].length ?? 0));
  const unit = /^[\s-]?([a-z]+|\p{Script=Han}{1,4})/iu.exec(rest)?.[1]?.toLowerCase() ?? "";
  const nth = /^(?:st|nd|rd|th)$/.test(unit);
  const paid = currency || MONEY_UNIT.test(unit);
  return {
    value: Number((value * scale).toPrecision(15)),
    start,
    end: end + (suffix?.[0].length ?? 0),
    unit: nth ? /^(?:st|nd|rd|th)\s+([a-z]+)/i.exec(rest)?.[1]?.toLowerCase() ?? "" : unit,
    percent,
    currency: paid,
    ordinal: ordinal || nth,
  };
}

/** Chinese numerals up to the hundred millions: each unit closes what stands before it. */
function hanValue(numerals: string): number {
  let total = 0, section = 0, digit = 0;
  for (const character of numerals.replaceAll("两", "二")) {
    const value = HAN_DIGITS.indexOf(character);
    const unit = { 十: 10, 百: 100, 千: 1000 }[character];
    if (value >= 0) digit = value;
    else if (unit !== undefined) section += (digit || 1) * unit, digit = 0;
    else total += (section + digit || 1) * (character === "万" ? 1e4 : 1e8), section = digit = 0;
  }
  return total + section + digit;
}

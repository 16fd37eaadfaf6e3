import type { NumberMention } from "./find_numbers.ts";
import type { SchemaField } from "./schema_field.ts";
import type { TextToken } from "./text_tokens.ts";

/** What surrounds the numbers of one text. */
export interface NumberContext {
  readonly text: string;
  readonly tokens: readonly TextToken[];
  readonly mentions: readonly NumberMention[];
}

const YEAR_FIELD = /(?:^|_)year_?\d*$/i;
const PERCENT_FIELD = /percent|rate|ratio|probab|discount|interest|百分|比例|率/i;
/** What common units measure. */
const DIMENSIONS: readonly (readonly [unit: RegExp, field: RegExp])[] = [
  [/^(?:k|kelvins?|c|celsius|f|fahrenheit|degrees?|度|摄氏度)$/, /temperature|temp|温度/i],
  [/^(?:kg|kgs|kilograms?|g|grams?|lbs?|pounds?|公斤|千克|克|斤)/, /mass|weight|重量|质量/i],
  [
    /^(?:m|km|cm|mm|met(?:er|re)s?|kilomet(?:er|re)s?|miles?|feet|foot|ft|inch(?:es)?|米|公里|厘米)$/,
    /distance|length|height|width|radius|depth|side|距离|长|高|宽/i,
  ],
  [/^(?:hz|khz|mhz|hertz)/, /frequency|频率/i],
  [/^(?:l|ml|lit(?:er|re)s?|升|毫升)/, /volume|capacity|体积|容量/i],
  [/^(?:mph|kmh|kph)/, /speed|velocity|速度/i],
  [/^(?:amp(?:ere)?s?|a)$/, /current|电流/i],
  [/^(?:volts?|v)$/, /voltage|电压/i],
  [/^(?:mol|moles?)$/, /mol|quantity|amount|物质的量/i],
  [
    /^(?:people|persons?|guests?|adults?|人|位)/,
    /people|person|guest|party|group|adult|passenger|size|人数/i,
  ],
];
const MONEY_FIELD =
  /price|cost|amount|budget|revenue|salary|income|principal|principle|invest|fee|value|payment|金额|价|费|预算/i;

/**
 * How likely is it that a number of the text belongs to a field? Words of the field near the number count,
 * less with distance, across punctuation and across other numbers; so do units, years, percentages and money.
 *
 * @param field A numeric field.
 * @param words The field's words by weight, already weighted by how few other fields share them.
 * @param mention A number.
 * @param context The text around it.
 * @returns A likeness; 0 when nothing speaks for it, below 0 when something speaks against it.
 *
 * @example
 * ```ts
 * numberLikeness(width, fieldWords(width), mentions[0], context);
 * ```
 */
export function numberLikeness(
  field: SchemaField,
  words: ReadonlyMap<string, number>,
  mention: NumberMention,
  context: NumberContext,
): number {
  let total = symbolLikeness(field, mention, context.text);
  for (const [term, weight] of words) {
    const near = context.tokens.filter((token) => token.term === term)
      .map((token) => nearness(token, mention, context));
    if (near.length > 0) total += weight * Math.max(...near);
  }
  return total + kindLikeness(field, mention) + boundLikeness(field, mention, context.text);
}

/** A one-letter field is named as such: `a=2`, `K is 1.0`, `r of 3`. */
function symbolLikeness(field: SchemaField, mention: NumberMention, text: string): number {
  const before = text.slice(Math.max(0, mention.start - 40), mention.start);
  const name = field.name.replace(/_/g, " ").replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const flags = field.name.length === 1 ? "u" : "iu";
  return new RegExp(`(?<![\\p{L}\\d])${name}\\s*(?:=|:|is|of|was|为|是|＝)?\\s*$`, flags).test(before)
    ? 3
    : 0;
}

function nearness(token: TextToken, mention: NumberMention, context: NumberContext): number {
  const after = token.start >= mention.end;
  const [from, to] = after ? [mention.end, token.start] : [token.end, mention.start];
  const between = context.text.slice(from, to);
  const distance = context.tokens.filter(({ start, end }) => start >= from && end <= to).length;
  const crossed = context.mentions.filter(({ start, end }) => start >= from && end <= to).length;
  const breaks = (between.match(/[,;，；、.。]\s|[，；、。]|\band\b/g) ?? []).length;
  return 0.35 ** crossed * 0.6 ** breaks / (1 + distance / 2);
}

/** "over 60000" is a least value, "under $50" a largest one. */
function boundLikeness(field: SchemaField, mention: NumberMention, text: string): number {
  const before = text.slice(Math.max(0, mention.start - 16), mention.start);
  const after = text.slice(mention.end, mention.end + 8);
  const described = `${field.name.replaceAll("_", " ")} ${field.description}`;
  const least =
    /(?:over|above|at least|more than|minimum(?: of)?|from)\s*[$€£¥]?$|(?:至少|高于|超过|不低于)$/i.test(
      before,
    ) || /^\S{0,3}以上/.test(after);
  const most =
    /(?:under|below|at most|less than|up to|within|maximum(?: of)?)\s*[$€£¥]?$|(?:最多|低于|不超过)$/i.test(
      before,
    ) || /^\S{0,3}以[下内]/.test(after);
  if (least && /\bmin|least|lowest|最低|最少|下限/i.test(described)) return 0.8;
  return most && /\bmax|most|highest|limit|budget|最高|最多|上限|预算/i.test(described) ? 0.8 : 0;
}

function measures(unit: string, field: SchemaField): boolean {
  return DIMENSIONS.some(([units, fields]) => units.test(unit) && fields.test(field.name));
}

function kindLikeness(field: SchemaField, mention: NumberMention): number {
  const described = `${field.name} ${field.description}`;
  const yearLike = !mention.percent && !mention.currency && mention.unit !== "years" &&
    mention.value >= 1000 &&
    mention.value <= 2100 && Number.isInteger(mention.value) && mention.end - mention.start === 4;
  let total = 0;
  if (YEAR_FIELD.test(field.name)) total += yearLike ? 1.5 : -2;
  else if (yearLike && !/\byear\b|年份/i.test(field.description)) total -= 0.5;
  if (mention.percent) total += PERCENT_FIELD.test(described) ? 0.8 : -0.5;
  if (mention.currency) total += MONEY_FIELD.test(described) ? 0.8 : -0.5;
  if (measures(mention.unit, field)) total += 0.5;
  if (mention.ordinal) {
    total += /century|chapter|rank|position|floor|level|世纪|第/i.test(described) ? 0.8 : -0.5;
  }
  return total;
}

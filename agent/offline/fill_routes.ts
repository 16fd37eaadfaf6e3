import { canonicalValue, CURRENCY_WORDS, isCurrencyField } from "./canonical_value.ts";
import { fieldRole } from "./field_role.ts";
import type { FillState } from "./fill_state.ts";
import type { SchemaField } from "./schema_field.ts";
import type { TextSpan } from "./text_span.ts";

const NAME = "(?:[A-Z][\\p{L}.'’-]*(?:\\s+[A-Z][\\p{L}.'’-]*)*(?:,\\s[A-Z]\\p{L}+)?)";
const HAN_NAME = "\\p{Script=Han}{2,8}?";
const HAN_END =
  "(?=的|去|要|，|,|。|？|\\?|！|\\s|\\d|出发|飞|机票|火车|高铁|航班|多少|怎么|需要|[今明后]天|有|$)";
const ROUTES: readonly RegExp[] = [
  new RegExp(`\\b[Ff]rom\\s+(${NAME})\\s+(?:in)?to\\s+(${NAME})`, "du"),
  new RegExp(`\\b[Bb]etween\\s+(${NAME})\\s+and\\s+(${NAME})`, "du"),
  new RegExp(`(?:\\b[Tt]o|\\b[Ii]nto)\\s+(?<to>${NAME})\\s+from\\s+(?<from>${NAME})`, "du"),
  new RegExp(`从\\s*(${HAN_NAME})\\s*(?:出发)?[到去飞往至]{1,2}\\s*(${HAN_NAME})${HAN_END}`, "du"),
  new RegExp(`(?:^|[^\\p{Script=Han}])(${HAN_NAME})[飞到至]+(${HAN_NAME})${HAN_END}`, "du"),
  new RegExp(`(${NAME})\\s+to\\s+(${NAME})`, "du"),
];
const UNITS =
  /\d\s*(?:degrees?\s+)?([a-z]+)\s+(?:in)?to\s+([a-z]+)|\d\s*(\p{Script=Han}{1,4}?)(?:换算成|转换成|转换为|换成|转成|等于多少|是多少)(\p{Script=Han}{1,4})/diu;
const EXCHANGE = new RegExp(
  `(?<![a-z])(${CURRENCY_WORDS})\\s*(?:to|into|in|for|and|换成|兑换成?|兑|转成|折合|等于多少|是多少|换多少|能换多少|可以换多少)\\s*(?:the\\s)?(${CURRENCY_WORDS})(?![a-z])`,
  "idu",
);

/**
 * Fills fields that come in pairs: from and to, origin and destination, source and target.
 *
 * @param state The call being filled.
 *
 * @example
 * ```ts
 * fillRoutes(state); // "from London to Edinburgh"
 * ```
 */
export function fillRoutes(state: FillState): void {
  const [origin] = state.open((field) => field.type === "string" && fieldRole(field) === "origin");
  const [destination] = state.open((field) => field.type === "string" && fieldRole(field) === "destination");
  if (!origin || !destination) return;
  const text = state.blanked();
  const match = isCurrencyField(origin)
    ? EXCHANGE.exec(state.text) ?? currencies(state.text)
    : (unitRoute(origin, state.text) ?? route(text) ?? route(state.text));
  if (!match) return;
  const groups = match.indices?.groups;
  const from = span(groups?.from ?? match.indices?.[1] ?? match.indices?.[3]);
  const to = span(groups?.to ?? match.indices?.[2] ?? match.indices?.[4]);
  if (from) state.take(origin, canonicalValue(origin, state.original.slice(from.start, from.end)), from);
  if (to) state.take(destination, canonicalValue(destination, state.original.slice(to.start, to.end)), to);
}

/** "10 miles to kilometers" */
function unitRoute(origin: SchemaField, text: string): RegExpExecArray | undefined {
  return /unit|单位/i.test(`${origin.name} ${origin.description}`)
    ? UNITS.exec(text) ?? undefined
    : undefined;
}

function route(text: string): RegExpExecArray | undefined {
  return ROUTES.map((pattern) => pattern.exec(text)).find((match) => match !== null) ?? undefined;
}

/** Two currencies anywhere, in order: "100 euro. How much is it in USD?" */
function currencies(text: string): RegExpExecArray | null {
  const currency = `(?<![a-z])(${CURRENCY_WORDS})(?![a-z])`;
  return new RegExp(`${currency}.*?${currency}`, "dius").exec(text);
}

function span(pair: [number, number] | undefined): TextSpan | undefined {
  return pair && { start: pair[0], end: pair[1] };
}

/**
 * What tokens cost.
 *
 * @module
 */
import type { TokenCount } from "../agent_event.ts";

/** Prices in US dollars per million tokens. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
  /** Input that the vendor had in its cache. @default {`input`} */
  readonly cachedInput?: number | undefined;
  /** Input that the vendor put into its cache. @default {`input`} */
  readonly cacheWrite?: number | undefined;
}

/** A price is taken as it is written, to so many decimals. */
const PRICE_DECIMALS = 12;
/** A cost is given to a millionth of a dollar; tokens times a price per million tokens is just that. */
const COST_SCALE = 1e6;

/**
 * The cost of a count of tokens, in decimal arithmetic, so that no sum is off by what binary fractions cannot hold.
 *
 * @param tokens The count.
 * @param price The prices; `undefined` where they are not known.
 * @returns US dollars, rounded to a millionth, halves up; `null` where a price or a count that it needs is not known.
 *   A split that a vendor does not report is needed only when its price differs.
 *
 * @example
 * ```ts
 * costOf(tokens, { input: 0.15, output: 0.6 }); // 0.000027 for 100 tokens in and 20 out
 * ```
 */
export function costOf(tokens: TokenCount, price: ModelPrice | undefined): number | null {
  if (price === undefined) return null;
  // However much it was.
  if (Object.values(price).every((perMillion) => !perMillion)) return 0;
  const read = splitOf(tokens.cache_read_tokens, price.cachedInput);
  const written = splitOf(tokens.cache_write_tokens, price.cacheWrite);
  const { input_tokens: input, output_tokens: output } = tokens;
  if (input === null || output === null || read === null || written === null) return null;
  const parts: [number, number][] = [
    [Math.max(0, input - read - written), price.input],
    [read, price.cachedInput ?? price.input],
    [written, price.cacheWrite ?? price.input],
    [output, price.output],
  ];
  const sum = parts.reduce((total, [count, perMillion]) => total + BigInt(count) * scaled(perMillion), 0n);
  const unit = 10n ** BigInt(PRICE_DECIMALS);
  return Number((sum + unit / 2n) / unit) / COST_SCALE;
}

/** How many tokens count at a price of their own. */
function splitOf(count: number | null, price: number | undefined): number | null {
  return price === undefined ? 0 : count;
}

/** A price times 10 to the {@linkcode PRICE_DECIMALS}, digit by digit as it was written. */
function scaled(price: number): bigint {
  const [mantissa = "0", exponent = "0"] = String(price).split("e");
  const [whole = "0", fraction = ""] = mantissa.split(".");
  const shift = PRICE_DECIMALS + Number(exponent);
  const digits = fraction.padEnd(shift, "0").slice(0, Math.max(0, shift));
  return shift < 0 ? 0n : BigInt(whole + digits);
}

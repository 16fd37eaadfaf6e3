import type { JsonObject } from "../../tools/types.ts";
import { findPatternValues, isTelling, type PatternMention } from "./find_pattern_values.ts";
import { foldWidth } from "./fold_width.ts";
import { isWrite } from "./is_write.ts";
import type { Intent } from "./read_intent.ts";

/** One call that the model wants made. */
export interface PlannedCall {
  readonly toolName: string;
  readonly input: JsonObject;
}

const MOST_PARALLEL = 3;
const JOINED = /^\s*(?:和|与|以及|及|还有|、|,|，|and|&|\+|\/|,\s*and)\s*$/i;

/**
 * The calls of a complete intent: usually one; several order numbers in one message are several calls of the same
 * tool. A tool that changes something is called more than once only for numbers that stand side by side: "cancel
 * A-2048, not A-1024" names two and means one.
 *
 * @param intent What the user wants, nothing missing.
 * @returns At least one call.
 *
 * @example
 * ```ts
 * plannedCalls(intent); // [{ toolName: "order_query_status", input: { orderId: "A-1024" } }, …]
 * ```
 */
export function plannedCalls({ tool, values, request, answers }: Intent): PlannedCall[] {
  const [field, ...more] = tool.fields.filter((each) => each.required && isTelling(each));
  const single = [{ toolName: tool.name, input: values }];
  if (field === undefined || more.length > 0 || !isTelling(field)) return single;
  for (const said of [request, ...answers]) {
    const text = foldWidth(said);
    const found = findPatternValues(field, text);
    if (!found.some(({ value }) => value === values[field.name])) continue;
    const distinct = [...new Set(found.map(({ value }) => value))];
    const several = distinct.length > 1 && distinct.length <= MOST_PARALLEL &&
      (!isWrite(tool) || areJoined(found, text));
    return several
      ? distinct.map((value) => ({ toolName: tool.name, input: { ...values, [field.name]: value } }))
      : single;
  }
  return single;
}

function areJoined(found: readonly PatternMention[], text: string): boolean {
  return found.every((mention, index) => {
    const next = found[index + 1];
    return next === undefined || JOINED.test(text.slice(mention.end, next.start));
  });
}

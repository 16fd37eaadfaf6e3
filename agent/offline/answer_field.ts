import type { JsonValue } from "../../tools/types.ts";
import { fieldAccepts } from "./field_accepts.ts";
import { fillArguments } from "./fill_arguments.ts";
import { isTelling } from "./find_pattern_values.ts";
import type { OfflineTool } from "./offline_tool.ts";
import type { SchemaField } from "./schema_field.ts";

const YES = /^(?:y|yes|yeah|sure|ok|true|是|是的|对|好|好的|要|可以)$/i;
const NO = /^(?:n|no|nope|false|否|不|不是|不要|不用)$/i;

/**
 * Reads the value of one field from the answer to a question about it.
 *
 * @param tool The tool that the field belongs to.
 * @param field The field that was asked for.
 * @param answer What the person said.
 * @param now Milliseconds since the epoch.
 * @returns The value, or `undefined` when the answer does not fit the schema.
 *
 * @example
 * ```ts
 * answerField(tool, orderId, "it's a-1024", 0); // "A-1024"
 * ```
 */
export function answerField(
  tool: OfflineTool,
  field: SchemaField,
  answer: string,
  now: number,
): JsonValue | undefined {
  const text = answer.trim();
  if (field.type === "boolean") return YES.test(text) ? true : NO.test(text) ? false : undefined;
  const isPlain = field.type === "string" && field.options.length === 0 && !isTelling(field) &&
    field.format === undefined;
  if (isPlain) return text !== "" && fieldAccepts(field, text) ? text : undefined;
  const only: OfflineTool = { ...tool, name: "", positive: "", fields: [{ ...field, required: true }] };
  const read = fillArguments(only, text, now).values[field.name];
  if (read !== undefined) return read;
  return text !== "" && fieldAccepts(field, text) ? text : undefined;
}

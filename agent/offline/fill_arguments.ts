import type { JsonObject, JsonValue } from "../../tools/types.ts";
import { fieldAccepts } from "./field_accepts.ts";
import { fillBooleans } from "./fill_booleans.ts";
import { fillLabelled } from "./fill_labelled.ts";
import { fillLists } from "./fill_lists.ts";
import { fillLiterals } from "./fill_literals.ts";
import { fillNames } from "./fill_names.ts";
import { fillNumbers } from "./fill_numbers.ts";
import { fillOptions } from "./fill_options.ts";
import { fillPatterns } from "./fill_patterns.ts";
import { fillResidue } from "./fill_residue.ts";
import { fillRoutes } from "./fill_routes.ts";
import { FillState } from "./fill_state.ts";
import { fillTopics } from "./fill_topics.ts";
import { fillTexts } from "./fill_texts.ts";
import { foldWidth } from "./fold_width.ts";
import type { OfflineTool } from "./offline_tool.ts";
import type { SchemaField } from "./schema_field.ts";

/** The arguments that a request gives for a tool. */
export interface FilledArguments {
  /** What was found; only properties of the schema, only values that it accepts. */
  readonly values: JsonObject;
  /** Required fields without a value, in order. */
  readonly missing: readonly SchemaField[];
}

/** Long pasted texts are read up to here: arguments stand where people type. */
const LONGEST = 4000;
/** From what is hardest to mistake to what is left over; each step sees only what earlier ones left. */
const STEPS = [
  fillPatterns,
  (state: FillState) => fillLabelled(state, "topics"),
  fillTopics,
  fillOptions,
  (state: FillState) => fillLabelled(state, "names"),
  fillLiterals,
  fillNumbers,
  fillBooleans,
  fillRoutes,
  fillNames,
  fillLists,
  fillTopics,
  fillTexts,
  fillResidue,
];

/**
 * Reads a tool's arguments from a request.
 *
 * @param tool The tool.
 * @param request The request as typed.
 * @param now Milliseconds since the epoch, for "tomorrow".
 * @returns The values found and the required fields that are missing.
 *
 * @example
 * ```ts
 * fillArguments(orderQueryStatus, "订单 a-1024 到哪了", 0).values; // { orderId: "A-1024" }
 * ```
 */
export function fillArguments(tool: OfflineTool, request: string, now: number): FilledArguments {
  const original = request.slice(0, LONGEST);
  const state = new FillState(tool, { original, folded: foldWidth(original) }, now);
  for (const step of STEPS) step(state);
  fillObjects(state);
  for (const field of state.open((field) => field.required)) {
    const value = fallback(field);
    if (value !== undefined) state.take(field, value);
  }
  return { values: Object.fromEntries(state.values()), missing: state.open((field) => field.required) };
}

/** An object with properties of its own is filled like a small tool. */
function fillObjects(state: FillState): void {
  for (const field of state.open((field) => field.type === "object" && field.properties.length > 0)) {
    const inner: OfflineTool = { ...state.tool, fields: field.properties };
    const { values, missing } = fillArguments(inner, state.original, state.now);
    if (missing.length === 0 && Object.keys(values).length > 0) state.take(field, values);
  }
  for (
    const field of state.open(({ type, required, items }) =>
      type === "array" && required && items?.type === "object"
    )
  ) {
    const inner: OfflineTool = { ...state.tool, fields: field.items?.properties ?? [] };
    const { values, missing } = fillArguments(inner, state.original, state.now);
    if (missing.length === 0 && Object.keys(values).length > 0) state.take(field, [values]);
  }
}

/** What a required field falls back to: the schema's default, or the one that its description states. */
function fallback(field: SchemaField): JsonValue | undefined {
  if (field.fallback !== undefined) return field.fallback;
  const stated = /\bdefaults?(?:\s+(?:is|to|value))*\s*:?\s*['"]?([\w.-]+)/i.exec(field.description)?.[1];
  if (stated === undefined) return undefined;
  const value = field.type === "string"
    ? stated
    : field.type === "boolean"
    ? stated.toLowerCase() === "true"
    : Number(stated);
  return fieldAccepts(field, value) ? value : undefined;
}

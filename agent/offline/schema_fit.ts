import { fieldRole } from "./field_role.ts";
import { fillArguments } from "./fill_arguments.ts";
import { findDates } from "./find_dates.ts";
import { findNumbers } from "./find_numbers.ts";
import { foldWidth } from "./fold_width.ts";
import type { OfflineTool } from "./offline_tool.ts";

/**
 * How well the values in a request fit a tool's input: fields that stay empty and values that find no field
 * speak against it. Free text fits everything and says nothing.
 *
 * @param tool The tool.
 * @param request The request as typed.
 * @returns About -1 to 1.
 *
 * @example
 * ```ts
 * schemaFit(triangleArea, "sides 3, 4 and 5"); // 0.6
 * ```
 */
export function schemaFit(tool: OfflineTool, request: string): number {
  const needed = tool.fields.filter((field) =>
    field.required && !["query", "topic", "message"].includes(fieldRole(field))
  );
  const { values, missing } = fillArguments(tool, request, 0);
  const open = needed.filter((field) => missing.includes(field)).length;
  const fit = needed.length === 0 ? 0 : open === 0 ? 0.6 : -0.6 * open / needed.length;
  const text = foldWidth(request);
  const dates = findDates(text, 0);
  const numbers = findNumbers(text).filter(({ start }) =>
    !dates.some((date) => start >= date.start && start < date.end)
  );
  const left = numbers.length -
    leaves(Object.values(values)).filter((value) => typeof value === "number").length;
  const hasDate = tool.fields.some((field) =>
    /date|日期/i.test(`${field.name} ${field.format ?? ""}`) && field.name in values
  );
  return fit - 0.2 * Math.min(3, Math.max(0, left)) + (dates.length > 0 && hasDate ? 0.6 : 0);
}

function leaves(value: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return [value];
  return Object.values(value).flatMap(leaves);
}

import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import type { OfflineTool } from "./offline_tool.ts";
import { parseDescription } from "./parse_description.ts";
import { readFields } from "./read_fields.ts";
import type { SchemaField } from "./schema_field.ts";

const ASK_FIELDS = /^(?:question|prompt|message)$/i;
const ASKS =
  /\bask(?:s|ing)?\b[^.]{0,20}\b(?:user|person|human)\b|(?:询问|反问|追问|提问|问)[^。]{0,6}用户|向用户[^。]{0,8}问/iu;
const SEARCH_FIELDS = /^(?:query|question|q|keywords?|search|search_?(?:query|term|text))$/i;
const SEARCHES =
  /knowledge|documents?\b|\bdocs\b|\bfaq|search engine|\b(?:web|internet)\b|知识库|文档|资料|制度|搜索/iu;

/**
 * Reads the function tools of a call. Provider-executed tools are skipped: this model has no provider.
 *
 * @param tools The `tools` of the call options.
 * @returns The tools in order.
 *
 * @example
 * ```ts
 * readTools([{ type: "function", name: "kb_query", description: "Searches documents", inputSchema: {} }]);
 * ```
 */
export function readTools(tools: LanguageModelV4CallOptions["tools"]): OfflineTool[] {
  return (tools ?? []).flatMap((tool) => {
    if (tool.type !== "function") return [];
    const { positive, examples } = parseDescription(tool.description ?? "");
    const fields = readFields(tool.inputSchema);
    return [{ name: tool.name, positive, examples, fields, role: roleOf(tool.name, positive, fields) }];
  });
}

function roleOf(name: string, positive: string, fields: readonly SchemaField[]): OfflineTool["role"] {
  const [only, ...more] = fields.filter((field) => field.required);
  if (only === undefined || more.length > 0 || !isFreeText(only)) return "works";
  if (name === "agent_ask_to_user") return "asks";
  if (ASK_FIELDS.test(only.name) && ASKS.test(positive)) return "asks";
  return SEARCH_FIELDS.test(only.name) &&
      (SEARCHES.test(positive) || SEARCHES.test(name) || fields.length <= 2)
    ? "searches"
    : "works";
}

function isFreeText(field: SchemaField): boolean {
  return field.type === "string" && field.options.length === 0 && field.pattern === undefined &&
    field.format === undefined;
}

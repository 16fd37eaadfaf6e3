/**
 * Reads a call that a model wrote out as text instead of calling.
 *
 * @module
 */

/** A call as it was written: the arguments are JSON, exact or not. */
export interface TextCall {
  readonly name: string;
  readonly input: string;
}

/** The types of a tool's parameters, by their names; `undefined` for a tool that there is not. */
export type FieldTypes = (tool: string) => Readonly<Record<string, unknown>> | undefined;

/**
 * Reads the inside of `<tool_call>…</tool_call>`, a whole `<function=…>…</function>`, or JSON with a name and
 * arguments. Three forms of arguments are known: JSON, GLM's `<arg_key>` and `<arg_value>`, Qwen's `<parameter=…>`.
 *
 * @param text The markup, without `<tool_call>` around it.
 * @param fieldTypes See {@linkcode FieldTypes}.
 * @returns The call; `undefined` when it is none, or of a tool that there is not.
 *
 * @example
 * ```ts
 * parseTextCall('{"name":"kb_query","arguments":{"query":"returns"}}', fieldTypes);
 * ```
 */
export function parseTextCall(text: string, fieldTypes: FieldTypes): TextCall | undefined {
  const trimmed = text.trim();
  return trimmed.startsWith("{")
    ? ofJson(trimmed, fieldTypes)
    : trimmed.startsWith("<function=")
    ? ofFunction(trimmed, fieldTypes)
    : ofKeys(trimmed, fieldTypes);
}

/** `{"name": …, "arguments": …}`; the arguments are cut out as they stand when the whole is not exact. */
function ofJson(text: string, fieldTypes: FieldTypes): TextCall | undefined {
  const call = parseJson(text);
  const name = call ? call.name : /^\{\s*"name"\s*:\s*"([^"\\]+)"\s*[,}]/.exec(text)?.[1];
  if (typeof name !== "string" || !fieldTypes(name)) return undefined;
  if (call === undefined) {
    const input = /^\{\s*"name"\s*:\s*"[^"]+"\s*,\s*"(?:arguments|parameters)"\s*:\s*(\{[\s\S]*)$/.exec(text)
      ?.[1];
    // The brace that closed the whole is no part of the arguments.
    return input === undefined ? undefined : { name, input: input.replace(/\}\s*$/, "") };
  }
  const { name: _, id: _id, type: _type, ...rest } = call;
  const [key, ...more] = Object.keys(rest);
  if (more.length > 0 || (key !== undefined && key !== "arguments" && key !== "parameters")) return undefined;
  const given = key === undefined ? {} : rest[key];
  return { name, input: typeof given === "string" ? given : JSON.stringify(given) };
}

/** `<function=name>{…}</function>`, or with one `<parameter=key>value</parameter>` for each. */
function ofFunction(text: string, fieldTypes: FieldTypes): TextCall | undefined {
  const match = /^<function=([^>\s]+)>([\s\S]*?)(?:<\/function>\s*)?$/.exec(text);
  const [, name = "", body = ""] = match ?? [];
  const types = fieldTypes(name);
  if (!types) return undefined;
  if (body.trim() === "" || body.trim().startsWith("{")) return { name, input: body.trim() };
  return ofPairs(name, body, /<parameter=([^>\s]+)>([\s\S]*?)<\/parameter>/g, types);
}

/** GLM: the name, then pairs of key and value. */
function ofKeys(text: string, fieldTypes: FieldTypes): TextCall | undefined {
  const [, name = "", body = ""] = /^([\w.-]+)\s*([\s\S]*)$/.exec(text) ?? [];
  const types = fieldTypes(name);
  const pairs = /<arg_key>([\s\S]*?)<\/arg_key>\s*<arg_value>([\s\S]*?)<\/arg_value>/g;
  if (!types) return undefined;
  return body.trim().startsWith("{") ? { name, input: body.trim() } : ofPairs(name, body, pairs, types);
}

function ofPairs(
  name: string,
  body: string,
  pair: RegExp,
  types: Readonly<Record<string, unknown>>,
): TextCall | undefined {
  // Anything between the pairs is markup that was not understood.
  if (body.replaceAll(pair, "").trim() !== "") return undefined;
  const pairs = [...body.matchAll(pair)].map(([, key = "", value = ""]) => ({ key: key.trim(), value }));
  // Written as text, so that a key that comes twice is seen by whoever reads the arguments.
  const fields = pairs.map(({ key, value }) => `${JSON.stringify(key)}:${valueOf(value, types[key])}`);
  return { name, input: `{${fields.join(",")}}` };
}

/** A text stays one, also when it looks like a number; of other types only what is JSON is taken out of its quotes. */
function valueOf(value: string, type: unknown): string {
  const text = value.replace(/^\r?\n/, "").replace(/\r?\n$/, "");
  if (type === "string") return JSON.stringify(text);
  try {
    JSON.parse(text);
    return text.trim();
  } catch {
    return JSON.stringify(text);
  }
}

function parseJson(text: string): Record<string, unknown> | undefined {
  try {
    return Object(JSON.parse(text)) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

/**
 * What vendors refuse to read.
 *
 * @module
 */
import type { ModelRequest, RequestMessage } from "./model_request.ts";
import type { VendorStyle } from "./vendor_formats.ts";

/**
 * Judges a request as the vendors do: Mistral is not asked for usage, which it tells anyway; every call has exactly one result, right behind it; arguments are a JSON object; a
 * name has only what a name may have; no answer is empty; thoughts are there or are not, as each wants it; and Anthropic takes an id only once and of these characters alone.
 *
 * @param request The request.
 * @param style Who reads it.
 * @returns What is wrong; `undefined` when nothing is.
 */
export function requestFault(
  { messages, stream_options }: ModelRequest,
  style: VendorStyle,
): string | undefined {
  const seen = new Set<string>();
  if (style === "mistral" && stream_options !== undefined) {
    return '[{"type":"extra_forbidden","loc":["body","stream_options"],"msg":"Extra inputs are not permitted"}]';
  }
  for (const [at, message] of messages.entries()) {
    // A template of a model that somebody runs at home; Anthropic joins them itself.
    if (style === "ollama" && message.role === "user" && messages[at - 1]?.role === "user") {
      return "Conversation roles must alternate user/assistant/user/assistant/...";
    }
    if (style === "mistral" && message.role === "user" && messages[at - 1]?.role === "tool") {
      return "Unexpected role 'user' after role 'tool'";
    }
    const calls = message.tool_calls ?? [];
    const results = resultsBehind(messages, at);
    if (message.role === "assistant") {
      const fault = blankFault(message, at, style) ?? thoughtsFault(message, at, style);
      if (fault !== undefined) return fault;
      const missing = calls.find(({ id }) => results.filter((result) => result === id).length !== 1);
      if (missing) return `messages.${at}: ${missing.id} must have exactly one result`;
      if (results.length !== calls.length) return `messages.${at}: there are results without a call`;
    }
    for (const { id, function: { name, arguments: input } } of calls) {
      if (!isObject(input)) return `messages.${at}: the arguments of ${id} are no JSON object`;
      if (!/^[a-zA-Z0-9_-]{1,64}$/.test(name)) return `messages.${at}: ${name} is no name of a function`;
      if (style === "openai" && id.length > 40) {
        return `Invalid 'messages[${at}].tool_calls[0].id': string too long. Expected a string with maximum length 40.`;
      }
      if (style === "mistral" && !/^[a-zA-Z0-9]{9}$/.test(id)) {
        return `Tool call id was ${id} but must be a-z, A-Z, 0-9, with a length of 9.`;
      }
      if (style !== "anthropic") continue;
      if (!/^[a-zA-Z0-9_-]+$/.test(id)) {
        return `messages.${at}.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`;
      }
      if (seen.has(id)) return `messages.${at}: \`tool_use\` ids must be unique`;
      seen.add(id);
    }
  }
  return undefined;
}

/** Nobody takes an answer without anything in it, and Anthropic no text without letters. */
function blankFault(
  { content, tool_calls }: RequestMessage,
  at: number,
  style: VendorStyle,
): string | undefined {
  if (!content && !tool_calls) return `the message at position ${at} with role 'assistant' must not be empty`;
  const isBlank = typeof content === "string" && content !== "" && content.trim() === "";
  return style === "anthropic" && isBlank
    ? `messages.${at}: text content blocks must contain non-whitespace text`
    : undefined;
}

/** Some have no place for what was thought; others want it back, of every answer or of every call. */
function thoughtsFault(
  { reasoning_content, tool_calls }: RequestMessage,
  at: number,
  style: VendorStyle,
): string | undefined {
  if (style === "openai" && reasoning_content !== undefined) {
    return `Unknown parameter: 'messages[${at}].reasoning_content'.`;
  }
  if (style === "mistral" && reasoning_content !== undefined) {
    return `[{"type":"extra_forbidden","loc":["body","messages",${at},"assistant","reasoning_content"],"msg":"Extra inputs are not permitted"}]`;
  }
  if (style === "deepseek" && reasoning_content === undefined) {
    return "The `reasoning_content` in the thinking mode must be passed back to the API.";
  }
  if (style === "moonshot" && tool_calls && !reasoning_content) {
    return `thinking is enabled but reasoning_content is missing in assistant tool call message at index ${at}`;
  }
  return undefined;
}

function resultsBehind(messages: readonly RequestMessage[], at: number): (string | undefined)[] {
  const end = messages.findIndex(({ role }, position) => position > at && role !== "tool");
  return messages.slice(at + 1, end < 0 ? undefined : end).map(({ tool_call_id }) => tool_call_id);
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

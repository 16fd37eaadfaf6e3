/**
 * A request as every vendor's double reads it.
 *
 * @module
 */

/** A call that the agent tells of. */
export interface RequestedCall {
  readonly id: string;
  readonly function: { readonly name: string; readonly arguments: string };
}

/** A message that the agent tells of. */
export interface RequestMessage {
  readonly role: string;
  readonly content: string | null;
  readonly reasoning_content?: string;
  readonly tool_calls?: readonly RequestedCall[];
  readonly tool_call_id?: string;
}

/** A request, in OpenAI's words. */
export interface ModelRequest {
  readonly model: string;
  readonly max_tokens?: number;
  readonly stream?: boolean;
  readonly stream_options?: unknown;
  readonly messages: readonly RequestMessage[];
  readonly tools?: readonly { readonly function: { readonly name: string; readonly description: string } }[];
}

/** Anthropic's words. */
export interface AnthropicRequest {
  readonly model: string;
  readonly max_tokens?: number;
  readonly stream?: boolean;
  readonly system?: readonly { readonly text: string }[];
  readonly messages: readonly {
    readonly role: "user" | "assistant";
    readonly content: readonly AnthropicBlock[];
  }[];
  readonly tools?: readonly { readonly name: string; readonly description: string }[];
}

type AnthropicBlock =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "tool_use"; readonly id: string; readonly name: string; readonly input: unknown }
  | { readonly type: "tool_result"; readonly tool_use_id: string; readonly content: unknown };

/**
 * Says in OpenAI's words what was said in Anthropic's.
 *
 * @param request The body of a request to `/messages`.
 */
export function fromAnthropic(
  { system = [], messages, tools = [], ...rest }: AnthropicRequest,
): ModelRequest {
  return {
    ...rest,
    messages: [
      ...system.map(({ text }) => ({ role: "system", content: text })),
      ...messages.flatMap(({ role, content }) => [
        ...content.flatMap((block) =>
          block.type === "tool_result"
            ? [{ role: "tool", tool_call_id: block.tool_use_id, content: textOf(block.content) }]
            : []
        ),
        ...spoken(role, content),
      ]),
    ],
    tools: tools.map(({ name, description }) => ({ function: { name, description } })),
  };
}

function spoken(role: string, content: readonly AnthropicBlock[]): RequestMessage[] {
  const text = content.flatMap((block) => block.type === "text" ? [block.text] : []).join("");
  const tool_calls = content.flatMap((block) =>
    block.type === "tool_use"
      ? [{ id: block.id, function: { name: block.name, arguments: JSON.stringify(block.input) } }]
      : []
  );
  if (text === "" && tool_calls.length === 0) return [];
  return [{ role, content: text === "" ? null : text, ...(tool_calls.length > 0 && { tool_calls }) }];
}

function textOf(content: unknown): string {
  return typeof content === "string"
    ? content
    : (content as readonly { readonly text: string }[]).map(({ text }) => text).join("");
}

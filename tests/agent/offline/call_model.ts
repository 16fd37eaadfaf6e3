import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4Prompt,
} from "@ai-sdk/provider";
import { createOfflineModel } from "../../../agent/offline/create_offline_model.ts";
import { HANDRAIL_TOOLS } from "./handrail_tools.ts";

/** Noon in most of the world on Thursday, 8 October 2026. */
export const NOW: number = new Date(2026, 9, 8, 12).getTime();

/** A user message. */
export function user(text: string): LanguageModelV4Prompt[number] {
  return { role: "user", content: [{ type: "text", text }] };
}

/** An assistant message of plain text. */
export function assistant(text: string): LanguageModelV4Prompt[number] {
  return { role: "assistant", content: [{ type: "text", text }] };
}

/** A call and its result, as the two messages that they are in a prompt. */
export function called(toolName: string, input: unknown, value: unknown): LanguageModelV4Prompt {
  const toolCallId = `call_${toolName}`;
  return [
    { role: "assistant", content: [{ type: "tool-call", toolCallId, toolName, input }] },
    {
      role: "tool",
      content: [{
        type: "tool-result",
        toolCallId,
        toolName,
        output: { type: "json", value: JSON.parse(JSON.stringify(value)) },
      }],
    },
  ];
}

/** What the model does next: the text it says, or its calls as `[name, input]`. */
export async function step(
  prompt: LanguageModelV4Prompt | string,
  tools: LanguageModelV4FunctionTool[] = HANDRAIL_TOOLS,
  options: Partial<LanguageModelV4CallOptions> = {},
): Promise<string | [string, unknown][]> {
  const messages = typeof prompt === "string" ? [user(prompt)] : prompt;
  const { content } = await createOfflineModel({ now: () => NOW }).doGenerate({
    prompt: messages,
    tools,
    ...options,
  });
  const calls = content.flatMap((part): [string, unknown][] =>
    part.type === "tool-call" ? [[part.toolName, JSON.parse(part.input)]] : []
  );
  return calls.length > 0 ? calls : content.map((part) => part.type === "text" ? part.text : "").join("");
}

/** A function tool with an object schema. */
export function functionTool(
  name: string,
  description: string,
  properties: NonNullable<Exclude<LanguageModelV4FunctionTool["inputSchema"], boolean>["properties"]>,
  required: string[] = Object.keys(properties),
): LanguageModelV4FunctionTool {
  return { type: "function", name, description, inputSchema: { type: "object", properties, required } };
}

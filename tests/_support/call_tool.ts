import type { ModelMessage } from "ai";
import * as z from "zod";
import type { AgentTool, CallOptions, JsonObject, ToolSuccess } from "../../tools/types.ts";

/** What a person said, as the tool sees it. */
export function said(text: string): ModelMessage[] {
  return [{ role: "user", content: text }];
}

/** Runs a tool as the agent would, and fails on anything but a success. */
export async function callTool(
  tool: AgentTool,
  input: JsonObject,
  options: Partial<CallOptions> = {},
): Promise<ToolSuccess> {
  if (!tool.execute) throw new TypeError("Cannot call tool: it has no execute");
  const output = await tool.execute(input, { toolCallId: "call_1", messages: said("hello"), ...options });
  if (typeof output !== "object" || output === null || !("status" in output) || output.status !== "success") {
    throw new TypeError(`Cannot use output: ${JSON.stringify(output)} is no success`);
  }
  return output as ToolSuccess;
}

/** Would the tool's schema let this input through? */
export function acceptsInput(tool: AgentTool, input: JsonObject): boolean {
  return objectSchema(tool).safeParse(input).success;
}

/** The names of the fields that a model may fill. */
export function inputFields(tool: AgentTool): string[] {
  return Object.keys(objectSchema(tool).shape);
}

function objectSchema({ inputSchema }: AgentTool): z.ZodObject {
  if (inputSchema instanceof z.ZodObject) return inputSchema;
  throw new TypeError("Cannot read schema: it is no zod object");
}

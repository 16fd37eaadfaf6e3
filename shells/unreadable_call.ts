/**
 * What a model is told of a call of its that could not be read.
 *
 * @module
 */
import type { CallFault, Language, ToolFailure } from "../tools/types.ts";

type Wording = (tool: string) => Pick<ToolFailure, "message" | "suggestion">;

const WORDING: Record<Language, Record<CallFault, Wording>> = {
  zh: {
    cut_off: (tool) => ({
      message: `工具 ${tool} 没有执行：这次回答被截断了。`,
      suggestion: "请重新调用一次，调用前后少写文字。",
    }),
    no_object: (tool) => ({
      message: `工具 ${tool} 没有执行：参数不是一个完整的 JSON 对象。`,
      suggestion:
        "请重新调用一次，参数写成一个完整的 JSON 对象：用双引号，括号都要闭合，前后不要有别的内容。",
    }),
  },
  en: {
    cut_off: (tool) => ({
      message: `${tool} was not run: the answer was cut off.`,
      suggestion: "Call it again, with less text around it.",
    }),
    no_object: (tool) => ({
      message: `${tool} was not run: its arguments are no whole JSON object.`,
      suggestion:
        "Call it again with one complete JSON object: double quotes, every bracket closed, nothing around it.",
    }),
  },
};

/**
 * The answer to a call that names a tool and must not reach it, because what it asks for is not certain.
 *
 * @param tool The tool's name.
 * @param fault Why it could not be read.
 * @param language The language of the conversation.
 *
 * @example
 * ```ts
 * unreadableCall("ticket_create", "cut_off", "en").message; // "ticket_create was not run: the answer was cut off."
 * ```
 */
export function unreadableCall(tool: string, fault: CallFault, language: Language): ToolFailure {
  const { message, suggestion } = WORDING[language][fault](tool);
  return { status: "error", error_type: "invalid_input", message, recoverable: true, suggestion };
}

/**
 * Why a call could not be read, out of what the model was told of it.
 *
 * @param tool The tool's name.
 * @param answer What the model was told; whatever else it may be as well.
 * @returns `undefined` when it is no such answer.
 *
 * @example
 * ```ts
 * faultIn("ticket_create", unreadableCall("ticket_create", "cut_off", "zh")); // "cut_off"
 * ```
 */
export function faultIn(tool: string, answer: unknown): CallFault | undefined {
  const { error_type, message } = Object(answer) as Record<string, unknown>;
  if (error_type !== "invalid_input") return undefined;
  return FAULTS.find((fault) =>
    Object.values(WORDING).some((words) => words[fault](tool).message === message)
  );
}

const FAULTS: readonly CallFault[] = ["cut_off", "no_object"];

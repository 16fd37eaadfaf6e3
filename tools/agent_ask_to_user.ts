/**
 * `agent_ask_to_user`: asking beats guessing.
 *
 * @module
 */
import * as z from "zod";
import { type DefinedTool, defineTool } from "./define_tool.ts";
import { replyLanguage } from "./reply_language.ts";
import { ASK_USER_TOOL } from "./tool_registry.ts";
import { type Language, ToolCallError } from "./types.ts";

/** What came back from the person. */
export type UserAnswer =
  | { readonly answered: true; readonly text: string }
  | { readonly answered: false; readonly why: string };

/** The port to the person. */
export interface UserQuestions {
  /**
   * Puts a question to the person and waits for the answer.
   *
   * @param question What to ask, and answers to choose from if there are any.
   * @param signal Aborted when the turn ends.
   */
  ask(
    question: { readonly question: string; readonly options?: readonly string[] },
    signal?: AbortSignal,
  ): Promise<UserAnswer>;
}

/**
 * Builds the tool.
 *
 * @param services `questions`, the port to the person; `language`, the fallback for summaries.
 * @returns The interactive read tool that stands first in every table.
 *
 * @example
 * ```ts
 * registry.register("agent_ask_to_user", agentAskToUser({ questions, language: "en" }));
 * ```
 */
export function agentAskToUser(
  services: { readonly questions: UserQuestions; readonly language: Language },
): DefinedTool {
  return defineTool({
    name: ASK_USER_TOOL,
    description: {
      whenToUse:
        "Ask the user instead of guessing, whenever a detail that another tool needs is missing or unclear. " +
        "缺少必要信息时先问用户，不要猜。",
      whenNotToUse: "The conversation already holds the answer. 对话里已有答案时不要再问。",
      examples: ["查一下我那个订单", "Check that order of mine"],
    },
    input: z.object({
      question: z.string().min(1).max(500).describe(
        "问题 one short question in the user's language, naming the format expected",
      ),
      options: z.array(z.string()).max(6).optional().describe(
        "选项 answers to choose from; leave out for free text",
      ),
    }),
    kind: "read",
    priority: "core",
    interactive: true,
    execute: async (input, { abortSignal, messages }) => {
      const zh = replyLanguage(messages, services.language) === "zh";
      const { question, options } = input;
      const answer = await services.questions.ask({ question, ...(options && { options }) }, abortSignal);
      if (abortSignal?.aborted) throw new ToolCallError("cancelled", "Cannot ask: the turn was cancelled");
      if (!answer.answered) {
        return {
          status: "success",
          summary: zh
            ? `没有人能回答：${answer.why}。请把问题写进最后的回复。`
            : `Nobody can answer: ${answer.why}. Put the question into the final reply.`,
          structured: { status: "no_human", question, why: answer.why },
        };
      }
      return {
        status: "success",
        summary: zh ? `用户回答：${answer.text}` : `The user answered: ${answer.text}`,
        structured: { status: "answered", question, answer: answer.text },
      };
    },
  });
}

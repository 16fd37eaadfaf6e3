/**
 * `handoff_create`: hands the conversation to a person.
 *
 * @module
 */
import * as z from "zod";
import { type DefinedTool, defineTool } from "./define_tool.ts";
import type { OrderDesk } from "./order_desk.ts";
import { replyLanguage } from "./reply_language.ts";
import type { Language } from "./types.ts";

/** The tool's name. */
export const HANDOFF_TOOL = "handoff_create";

/**
 * Builds the tool.
 *
 * @param services `desk`, where hand-offs are kept; `language`, the fallback for summaries.
 * @returns A write tool whose `structured` is the hand-off pack: ticketId, reason, transcript, createdAt.
 *
 * @example
 * ```ts
 * registry.register("handoff_create", handoffCreate({ desk, language: "en" }));
 * ```
 */
export function handoffCreate(
  services: { readonly desk: OrderDesk; readonly language: Language },
): DefinedTool {
  return defineTool({
    name: HANDOFF_TOOL,
    description: {
      whenToUse:
        "The user asks for a human, or the other tools cannot go on. 用户要求转人工、找真人客服，或其他工具无法继续。",
      whenNotToUse: "Another tool can still answer or do what was asked. 其他工具还能处理时不要转人工。",
      examples: ["转人工", "我要找真人客服", "Let me talk to a human agent"],
    },
    input: z.object({
      reason: z.string().min(1).max(500).describe(
        "转人工原因 why a person is needed, one sentence in the user's words",
      ),
      transcript: z.string().max(8000).optional().describe(
        "对话摘要 what the person taking over must know; leave out if the reason says it all",
      ),
    }),
    kind: "write",
    aliases: ["escalateToHuman"],
    execute: async (input, call) => {
      const pack = { reason: input.reason, transcript: input.transcript ?? "" };
      const receipt = await services.desk.createHandoff(pack, call);
      const zh = replyLanguage(call.messages, services.language) === "zh";
      return {
        status: "success",
        summary: zh
          ? `已转人工，交接单号 ${receipt.reference}，会有同事跟进。`
          : `The conversation was handed to a person under ${receipt.reference}.`,
        structured: {
          status: receipt.duplicate ? "duplicate" : "handed_off",
          ticketId: receipt.reference,
          ...pack,
          createdAt: receipt.createdAt,
        },
      };
    },
  });
}

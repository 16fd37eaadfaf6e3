/**
 * `ticket_create`: opens a support ticket. The classic write that must not happen twice.
 *
 * @module
 */
import * as z from "zod";
import { type DefinedTool, defineTool } from "./define_tool.ts";
import type { OrderDesk } from "./order_desk.ts";
import { replyLanguage } from "./reply_language.ts";
import type { Language } from "./types.ts";

/**
 * Builds the tool.
 *
 * @param services `desk`, where tickets are kept; `language`, the fallback for summaries.
 * @returns A core write tool that answers with `TK-YYYYMMDD-NNNN`.
 *
 * @example
 * ```ts
 * registry.register("ticket_create", ticketCreate({ desk, language: "en" }));
 * ```
 */
export function ticketCreate(
  services: { readonly desk: OrderDesk; readonly language: Language },
): DefinedTool {
  return defineTool({
    name: "ticket_create",
    description: {
      whenToUse:
        "The user asks to open, file or create a support ticket. 用户要求建工单、提工单、报修、登记问题。",
      whenNotToUse: "The user asks a question that another tool can answer, or wants to talk to a person. " +
        "能直接回答的问题不要建工单；要找人工用 handoff_create。",
      examples: [
        "帮我建个工单，主题是查不到订单",
        "Create a ticket, subject: cannot find my order",
        "Open a ticket about a broken keyboard",
      ],
    },
    input: z.object({
      subject: z.string().min(1).max(200).describe(
        "工单主题 subject of the ticket, one line in the user's own words; ask if the user named none",
      ),
      description: z.string().max(4000).optional().describe(
        "问题描述 details that the user gave beyond the subject; leave out if there are none",
      ),
      priority: z.enum(["low", "normal", "high"]).optional().describe(
        "优先级 urgency; leave out unless the user said how urgent it is",
      ),
    }),
    kind: "write",
    priority: "core",
    aliases: ["createTicket"],
    execute: async (input, call) => {
      const receipt = await services.desk.createTicket(
        {
          subject: input.subject,
          description: input.description ?? "",
          priority: input.priority ?? "normal",
        },
        call,
      );
      const zh = replyLanguage(call.messages, services.language) === "zh";
      return {
        status: "success",
        summary: zh
          ? `工单 ${receipt.reference} 已创建，主题：${input.subject}。`
          : `Ticket ${receipt.reference} was created. Subject: ${input.subject}.`,
        structured: {
          status: receipt.duplicate ? "duplicate" : "created",
          ticketId: receipt.reference,
          subject: input.subject,
          createdAt: receipt.createdAt,
        },
      };
    },
  });
}

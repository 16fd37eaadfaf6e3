/**
 * `order_refund`: pays money back. The call that a double execution makes expensive.
 *
 * @module
 */
import * as z from "zod";
import { type DefinedTool, defineTool } from "./define_tool.ts";
import type { OrderDesk } from "./order_desk.ts";
import { orderId, refused } from "./order_wording.ts";
import { replyLanguage } from "./reply_language.ts";
import type { Language } from "./types.ts";

/**
 * Builds the tool.
 *
 * @param services `desk`, where orders are kept; `language`, the fallback for summaries.
 * @returns A high-risk write tool.
 *
 * @example
 * ```ts
 * registry.register("order_refund", orderRefund({ desk, language: "en" }));
 * ```
 */
export function orderRefund(
  services: { readonly desk: OrderDesk; readonly language: Language },
): DefinedTool {
  return defineTool({
    name: "order_refund",
    description: {
      whenToUse: "The user clearly asks for the money of one order back. 用户明确要求给某个订单退款。",
      whenNotToUse:
        "The user asks about the refund policy or how long refunds take. 询问退款政策、退款多久到账时用 kb_query。",
      examples: ["把订单 B-0001 退款，原因是坏了", "Refund order B-0001, reason: it is broken"],
    },
    input: z.object({
      orderId,
      amount: z.number().positive().optional().describe(
        "退款金额 amount to pay back, in the order's currency; leave out to refund all of it",
      ),
      reason: z.string().min(1).max(500).describe(
        "退款原因 why the user wants the money back; ask if the user gave none",
      ),
    }),
    kind: "write",
    risk: "high",
    execute: async (input, call) => {
      const language = replyLanguage(call.messages, services.language);
      const outcome = await services.desk.refundOrder(
        {
          orderId: input.orderId,
          reason: input.reason,
          ...(input.amount !== undefined && { amount: input.amount }),
        },
        call,
      );
      if ("refused" in outcome) return refused(input.orderId, outcome, language);
      const money = `${outcome.amount} ${outcome.currency}`;
      return {
        status: "success",
        summary: language === "zh"
          ? `订单 ${input.orderId} 已退款 ${money}。`
          : `${money} of order ${input.orderId} was refunded.`,
        structured: {
          status: outcome.duplicate ? "duplicate" : "refunded",
          applied: true,
          orderId: input.orderId,
          amount: outcome.amount,
          currency: outcome.currency,
          refundedAt: outcome.createdAt,
        },
      };
    },
  });
}

/**
 * `order_cancel`: cancels an order that has not left the warehouse.
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
 * registry.register("order_cancel", orderCancel({ desk, language: "en" }));
 * ```
 */
export function orderCancel(
  services: { readonly desk: OrderDesk; readonly language: Language },
): DefinedTool {
  return defineTool({
    name: "order_cancel",
    description: {
      whenToUse: "The user clearly asks to cancel an order and gave its number. 用户明确要求取消某个订单。",
      whenNotToUse: "The user asks how cancelling works, or wants money back for something that arrived. " +
        "只是询问取消规则时用 kb_query；已收货要退钱用 order_refund。",
      examples: ["取消订单 A-2048", "Cancel order A-2048, I ordered the wrong size"],
    },
    input: z.object({
      orderId,
      reason: z.string().max(500).optional().describe(
        "取消原因 the user's reason; leave out if none was given",
      ),
    }),
    kind: "write",
    risk: "high",
    execute: async (input, call) => {
      const language = replyLanguage(call.messages, services.language);
      const outcome = await services.desk.cancelOrder(
        input.orderId,
        input.reason ?? "",
        call,
      );
      if ("refused" in outcome) return refused(input.orderId, outcome, language);
      return {
        status: "success",
        summary: language === "zh"
          ? `订单 ${input.orderId} 已取消。`
          : `Order ${input.orderId} was cancelled.`,
        structured: {
          status: outcome.duplicate ? "duplicate" : "cancelled",
          applied: true,
          orderId: input.orderId,
          cancelledAt: outcome.createdAt,
        },
      };
    },
  });
}

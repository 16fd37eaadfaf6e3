/**
 * `order_query_status`: where an order is, by its number.
 *
 * @module
 */
import * as z from "zod";
import { type DefinedTool, defineTool } from "./define_tool.ts";
import type { OrderDesk } from "./order_desk.ts";
import { describeStatus, notFound, orderFields, orderId } from "./order_wording.ts";
import { replyLanguage } from "./reply_language.ts";
import type { Language } from "./types.ts";

/**
 * Builds the tool.
 *
 * @param services `desk`, where orders are kept; `language`, the fallback for summaries.
 * @returns A core read tool. An unknown number is a success with `found: false`.
 *
 * @example
 * ```ts
 * registry.register("order_query_status", orderQueryStatus({ desk, language: "en" }));
 * ```
 */
export function orderQueryStatus(
  services: { readonly desk: OrderDesk; readonly language: Language },
): DefinedTool {
  return defineTool({
    name: "order_query_status",
    description: {
      whenToUse:
        "The user asks for the status of an order: where it is, whether it has shipped, when it arrives. " +
        "用户问订单状态：到哪了、发货没有、什么时候送到。",
      whenNotToUse: "The user gave no order number (ask for it, never guess one), or wants the parcel's " +
        "step-by-step logistics history. 没有订单号时先问，不要猜；要看物流轨迹用 order_query_with_tracking。",
      examples: ["订单 A-1024 到哪了？", "Where is order A-1024?", "Has B-0001 been delivered?"],
    },
    input: z.object({ orderId }),
    kind: "read",
    priority: "core",
    aliases: ["getOrderStatus"],
    execute: async (input, call) => {
      const language = replyLanguage(call.messages, services.language);
      const order = await services.desk.findOrder(input.orderId, call);
      if (!order) return notFound(input.orderId, language);
      return {
        status: "success",
        summary: describeStatus(order, language),
        structured: { found: true, ...orderFields(order) },
      };
    },
  });
}

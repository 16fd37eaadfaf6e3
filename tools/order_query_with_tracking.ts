/**
 * `order_query_with_tracking`: status and parcel history in one call instead of two.
 *
 * @module
 */
import * as z from "zod";
import { type DefinedTool, defineTool } from "./define_tool.ts";
import type { OrderDesk, TrackingEvent } from "./order_desk.ts";
import { describeStatus, notFound, orderFields, orderId } from "./order_wording.ts";
import { replyLanguage } from "./reply_language.ts";
import type { Language } from "./types.ts";

const EVENT: Record<Language, Record<string, string>> = {
  zh: { packed: "已打包", picked_up: "已揽收", in_transit: "运输中", delivered: "已签收" },
  en: { packed: "packed", picked_up: "picked up", in_transit: "in transit", delivered: "delivered" },
};

/**
 * Builds the tool.
 *
 * @param services `desk`, where orders are kept; `language`, the fallback for summaries.
 * @returns An extended read tool.
 *
 * @example
 * ```ts
 * registry.register("order_query_with_tracking", orderQueryWithTracking({ desk, language: "en" }));
 * ```
 */
export function orderQueryWithTracking(
  services: { readonly desk: OrderDesk; readonly language: Language },
): DefinedTool {
  return defineTool({
    name: "order_query_with_tracking",
    description: {
      whenToUse: "Only when the user explicitly asks for the parcel's logistics history or tracking steps. " +
        "仅当用户明确要看物流轨迹、物流记录、包裹每一步。",
      whenNotToUse:
        "The user only asks where an order is or when it arrives. 只问到哪了、什么时候到，用 order_query_status。",
      examples: ["A-1024 的物流轨迹给我看看", "Show me the tracking history of A-1024"],
    },
    input: z.object({ orderId }),
    kind: "read",
    execute: async (input, call) => {
      const language = replyLanguage(call.messages, services.language);
      const [order, events] = await Promise.all([
        services.desk.findOrder(input.orderId, call),
        services.desk.trackOrder(input.orderId, call),
      ]);
      if (!order) return notFound(input.orderId, language);
      return {
        status: "success",
        summary: `${describeStatus(order, language)}${language === "en" ? " " : ""}${
          describeLatest(events, language)
        }`,
        structured: { found: true, ...orderFields(order), events: events.map((event) => ({ ...event })) },
      };
    },
  });
}

function describeLatest(events: readonly TrackingEvent[], language: Language): string {
  const latest = events[0];
  if (!latest) return language === "zh" ? "还没有物流记录。" : "There are no tracking steps yet.";
  const words = EVENT[language];
  const event = Object.hasOwn(words, latest.event) ? words[latest.event] : latest.event;
  const time = latest.time.slice(0, 16).replace("T", " ");
  return language === "zh"
    ? `最近一条物流：${time} UTC，${latest.place}，${event}（共 ${events.length} 条）。`
    : `Latest step: ${time} UTC, ${latest.place}, ${event} (${events.length} in all).`;
}

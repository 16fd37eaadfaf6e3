/**
 * What the order tools say alike: the order number's schema, sentences about an order, its fields for programs.
 *
 * @module
 */
import * as z from "zod";
import type { Order, Refusal } from "./order_desk.ts";
import type { JsonObject, Language, ToolSuccess } from "./types.ts";

/** The order number, as every order tool takes it. */
export const orderId: z.ZodString = z.string().regex(/^[A-Z]-\d{4}$/).describe(
  "订单号 order number, for example A-1024; if the user did not give it, ask for it and never guess",
);

const STATUS: Record<Language, Record<Order["status"], string>> = {
  zh: { packing: "打包中", shipped: "已发货", delivered: "已签收", cancelled: "已取消" },
  en: { packing: "being packed", shipped: "shipped", delivered: "delivered", cancelled: "cancelled" },
};

/**
 * One sentence on where an order is and when it arrives.
 *
 * @param order The order.
 * @param language The language of the sentence.
 *
 * @example
 * ```ts
 * describeStatus(order, "en"); // "Order A-1024 is shipped and should arrive in 2 days."
 * ```
 */
export function describeStatus(order: Order, language: Language): string {
  const status = STATUS[language][order.status];
  const arrival = describeArrival(order.etaDays, language);
  return language === "zh"
    ? `订单 ${order.orderId} ${status}${arrival}。`
    : `Order ${order.orderId} is ${status}${arrival}.`;
}

function describeArrival(days: number | null, language: Language): string {
  if (days === null) return "";
  if (language === "zh") return days === 0 ? "，预计今天送达" : `，预计 ${days} 天后送达`;
  const time = days === 0 ? "today" : days === 1 ? "in 1 day" : `in ${days} days`;
  return ` and should arrive ${time}`;
}

/** An order's fields for programs to branch on. */
export function orderFields(order: Order): JsonObject {
  return {
    status: order.status,
    orderId: order.orderId,
    etaDays: order.etaDays,
    item: order.item,
    amount: order.amount,
    refunded: order.refunded,
    currency: order.currency,
  };
}

/** The answer to a question about an order that does not exist: an answer, not an error. */
export function notFound(orderId: string, language: Language): ToolSuccess {
  return {
    status: "success",
    summary: language === "zh"
      ? `没有找到订单 ${orderId}，请确认订单号是否正确。`
      : `There is no order ${orderId}. Please check the order number.`,
    structured: { status: "not_found", found: false, orderId },
  };
}

/**
 * The answer to a write that the desk refused. `applied: false` says that nothing was changed, so that the
 * idempotency shell does not keep it: what is refused now may be right later.
 */
export function refused(orderId: string, refusal: Refusal, language: Language): ToolSuccess {
  const base = refusal.order ? orderFields(refusal.order) : { found: false, orderId };
  return {
    status: "success",
    summary: refusalSentence(orderId, refusal, language),
    structured: { ...base, status: refusal.refused, applied: false },
  };
}

function refusalSentence(orderId: string, { refused, order }: Refusal, language: Language): string {
  const zh = language === "zh";
  if (!order) return notFound(orderId, language).summary;
  switch (refused) {
    case "not_found":
      return notFound(orderId, language).summary;
    case "not_cancellable":
      if (order.status === "cancelled") {
        return zh
          ? `订单 ${orderId} 此前已取消，没有再做更改。`
          : `Order ${orderId} is cancelled already; nothing was changed.`;
      }
      return zh
        ? `订单 ${orderId} ${STATUS.zh[order.status]}，不能取消。`
        : `Order ${orderId} is ${STATUS.en[order.status]} and cannot be cancelled.`;
    case "already_refunded":
      return zh
        ? `订单 ${orderId} 已经全额退款，没有再退。`
        : `Order ${orderId} is refunded in full already; nothing more was paid back.`;
    case "amount_too_high": {
      // Rounded, because 299 - 32.09 is 266.90999999999997 in binary fractions.
      const left = `${Number((order.amount - order.refunded).toFixed(2))} ${order.currency}`;
      return zh
        ? `订单 ${orderId} 最多还能退 ${left}，没有退款。`
        : `At most ${left} of order ${orderId} can be refunded; nothing was paid back.`;
    }
  }
}

/**
 * What the order tools say alike: the order number's schema, sentences about an order, its fields for programs.
 *
 * @module
 */
import { z } from "zod";
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
  if (language === "zh") {
    return `订单 ${order.orderId} ${status}${
      order.etaDays === null ? "" : `，预计 ${order.etaDays} 天后送达`
    }。`;
  }
  const arrival = order.etaDays === null ? "" : ` and should arrive in ${order.etaDays} days`;
  return `Order ${order.orderId} is ${status}${arrival}.`;
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
  const base = refusal.order ? orderFields(refusal.order) : { orderId };
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
      return zh
        ? `订单 ${orderId} ${STATUS.zh[order.status]}，不能取消。`
        : `Order ${orderId} is ${STATUS.en[order.status]} and cannot be cancelled.`;
    case "already_refunded":
      return zh
        ? `订单 ${orderId} 已经全额退款，没有再退。`
        : `Order ${orderId} is refunded in full already; nothing more was paid back.`;
    case "amount_too_high": {
      const left = `${order.amount - order.refunded} ${order.currency}`;
      return zh
        ? `订单 ${orderId} 最多还能退 ${left}，没有退款。`
        : `At most ${left} of order ${orderId} can be refunded; nothing was paid back.`;
    }
  }
}

/**
 * What travels between Handrail and a back end; `docs/desk-openapi.json` says the same to others.
 *
 * @module
 */
import * as z from "zod";
import type { Order, Receipt, RefundReceipt, TicketPriority, TrackingEvent } from "./order_desk.ts";

const time = z.iso.datetime({ offset: true });
const currency = z.string().regex(/^[A-Z]{3}$/);

/**
 * An order.
 *
 * @param orderId The number that was asked for; an answer about another order is none.
 */
export function orderMessage(orderId?: string): z.ZodType<Order> {
  return z.object({
    orderId: reference(orderId),
    status: z.enum(["packing", "shipped", "delivered", "cancelled"]),
    etaDays: z.int().min(0).nullable(),
    item: z.string(),
    amount: z.number().min(0),
    refunded: z.number().min(0),
    currency,
  });
}

/** A parcel's steps, latest first. */
export const trackingMessage: z.ZodType<{ events: TrackingEvent[] }> = z.object({
  events: z.array(z.object({ time, place: z.string(), event: z.string() })),
});

/**
 * A write that was carried out.
 *
 * @param of The order that it was about; of a ticket or a hand-off the back end chooses the number.
 */
export function receiptMessage(of?: string): z.ZodType<Receipt> {
  return z.object({ reference: reference(of), createdAt: time, duplicate: z.boolean() });
}

/**
 * A refund that was booked.
 *
 * @param orderId The order that it was about.
 */
export function refundReceiptMessage(orderId?: string): z.ZodType<RefundReceipt> {
  return z.object({
    reference: reference(orderId),
    createdAt: time,
    duplicate: z.boolean(),
    amount: z.number().gt(0),
    currency,
  });
}

/** Anything but a 2xx, after RFC 9457; whatever else stands in it is ignored. */
export const problemMessage: z.ZodType<{ code: string; order?: unknown }> = z.object({
  code: z.string(),
  order: z.unknown().optional(),
});

/** A request to open a ticket. */
export const ticketMessage: z.ZodType<{ subject: string; description: string; priority: TicketPriority }> = z
  .object({
    subject: z.string().min(1),
    description: z.string(),
    priority: z.enum(["low", "normal", "high"]),
  });

/** A request to cancel an order. */
export const cancellationMessage: z.ZodType<{ reason: string }> = z.object({ reason: z.string() });

/** A request to pay money back; without an amount, all that is left. */
export const refundMessage: z.ZodType<{ amount?: number | undefined; reason: string }> = z.object({
  amount: z.number().gt(0).optional(),
  reason: z.string().min(1),
});

/** A request to hand the conversation to a person. */
export const handoffMessage: z.ZodType<{ reason: string; transcript: string }> = z.object({
  reason: z.string().min(1),
  transcript: z.string(),
});

function reference(expected: string | undefined): z.ZodType<string> {
  return expected === undefined ? z.string().min(1) : z.literal(expected);
}

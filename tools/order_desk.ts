/**
 * The port to whoever keeps orders and tickets. Replacing the desk replaces nothing else.
 *
 * @module
 */

import type { CallOptions } from "./types.ts";

/** What a desk is told of the call it serves: a write's `requestId`, when to stop, whom to tell of retries. */
export type DeskCall = Pick<CallOptions, "requestId" | "abortSignal" | "onRetry">;

/** Where an order is on its way. */
export type OrderStatus = "packing" | "shipped" | "delivered" | "cancelled";

/** One order. */
export interface Order {
  readonly orderId: string;
  readonly status: OrderStatus;
  /** Days until it should arrive, counted from today; `null` once it has arrived or was cancelled. */
  readonly etaDays: number | null;
  readonly item: string;
  /** What was paid, in `currency`. */
  readonly amount: number;
  /** What was paid back so far. */
  readonly refunded: number;
  /** ISO 4217. */
  readonly currency: string;
}

/** One step of a parcel. */
export interface TrackingEvent {
  /** RFC 3339. */
  readonly time: string;
  readonly place: string;
  /** A code: `packed`, `picked_up`, `in_transit`, `delivered`. */
  readonly event: string;
}

/** A write that the desk has in its books. */
export interface Receipt {
  /** The ticket's number, or the order's. */
  readonly reference: string;
  /** RFC 3339, of the first time when `duplicate`. */
  readonly createdAt: string;
  /** The desk had carried out this `requestId` before and did nothing now. */
  readonly duplicate: boolean;
}

/** A write that the desk would not carry out; nothing was changed. */
export interface Refusal {
  readonly refused: "not_found" | "not_cancellable" | "already_refunded" | "amount_too_high";
  /** The order as it stands, when there is one. */
  readonly order?: Order;
}

/** A refund that was booked. */
export interface RefundReceipt extends Receipt {
  /** What this refund pays back. */
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
}

/** How urgent a ticket is. */
export type TicketPriority = "low" | "normal" | "high";

/**
 * Orders, tickets and refunds. Every write takes a `requestId`: a repeated one is answered as a duplicate and
 * changes nothing. That is the second line of defence behind the idempotency shell.
 */
export interface OrderDesk {
  /** The order, or `undefined` when there is none of that number. */
  findOrder(orderId: string, call?: DeskCall): Promise<Order | undefined>;
  /** The parcel's steps, latest first; empty before it is packed or when there is no such order. */
  trackOrder(orderId: string, call?: DeskCall): Promise<readonly TrackingEvent[]>;
  /** Opens a ticket. */
  createTicket(
    ticket: { readonly subject: string; readonly description: string; readonly priority: TicketPriority },
    call?: DeskCall,
  ): Promise<Receipt>;
  /** Cancels an order that has not been handed to the carrier. */
  cancelOrder(
    orderId: string,
    reason: string,
    call?: DeskCall,
  ): Promise<Receipt | Refusal>;
  /** Pays back `amount`, or all that is left of the order when it is `undefined`. */
  refundOrder(
    refund: { readonly orderId: string; readonly amount?: number; readonly reason: string },
    call?: DeskCall,
  ): Promise<RefundReceipt | Refusal>;
  /** Hands the conversation to a person. */
  createHandoff(
    handoff: { readonly reason: string; readonly transcript: string },
    call?: DeskCall,
  ): Promise<Receipt>;
}

/**
 * A small desk inside the program: three orders that always exist, and a ledger of what was done to them.
 *
 * @module
 */
import type { Ledger, LedgerEntry } from "./ledger.ts";
import type {
  DeskCall,
  Order,
  OrderDesk,
  Receipt,
  RefundReceipt,
  Refusal,
  TicketPriority,
  TrackingEvent,
} from "./order_desk.ts";
import type { JsonObject } from "./types.ts";

const HOUR_MS = 3_600_000;

type Step = readonly [hoursAgo: number, place: string, event: string];
type CatalogueOrder = Omit<Order, "refunded"> & { readonly steps: readonly Step[] };

const CATALOGUE: readonly CatalogueOrder[] = [
  {
    orderId: "A-1024",
    status: "shipped",
    etaDays: 2,
    item: "无线键盘 / wireless keyboard",
    amount: 299,
    currency: "CNY",
    steps: [[5, "杭州 Hangzhou", "in_transit"], [20, "上海 Shanghai", "picked_up"], [
      26,
      "上海 Shanghai",
      "packed",
    ]],
  },
  {
    orderId: "A-2048",
    status: "packing",
    etaDays: 4,
    item: "显示器支架 / monitor arm",
    amount: 459,
    currency: "CNY",
    steps: [],
  },
  {
    orderId: "B-0001",
    status: "delivered",
    etaDays: null,
    item: "降噪耳机 / noise-cancelling headphones",
    amount: 899,
    currency: "CNY",
    steps: [[30, "北京 Beijing", "delivered"], [54, "天津 Tianjin", "in_transit"], [
      80,
      "上海 Shanghai",
      "picked_up",
    ]],
  },
];

/** What the desk needs from outside. */
export interface EmbeddedOrderDeskOptions {
  /** Where writes are recorded. */
  readonly ledger: Ledger;
  /** The time in milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * The desk that works with no server: A-1024 is on its way, A-2048 is being packed, B-0001 has arrived.
 *
 * @example
 * ```ts
 * const desk = new EmbeddedOrderDesk({ ledger: new MemoryLedger(), now: Date.now });
 * await desk.createTicket({ subject: "Cannot find my order", description: "", priority: "normal" });
 * ```
 */
export class EmbeddedOrderDesk implements OrderDesk {
  readonly #ledger: Ledger;
  readonly #now: () => number;

  /** @param options See {@linkcode EmbeddedOrderDeskOptions}. */
  constructor({ ledger, now }: EmbeddedOrderDeskOptions) {
    this.#ledger = ledger;
    this.#now = now;
  }

  /** See {@linkcode OrderDesk.findOrder}. */
  async findOrder(orderId: string): Promise<Order | undefined> {
    return orderOf(orderId, await this.#ledger.entries());
  }

  /** See {@linkcode OrderDesk.trackOrder}. */
  trackOrder(orderId: string): Promise<readonly TrackingEvent[]> {
    const steps = CATALOGUE.find((order) => order.orderId === orderId)?.steps ?? [];
    return Promise.resolve(steps.map(([hoursAgo, place, event]) => ({
      time: new Date(this.#now() - hoursAgo * HOUR_MS).toISOString(),
      place,
      event,
    })));
  }

  /** See {@linkcode OrderDesk.createTicket}. */
  async createTicket(
    ticket: { readonly subject: string; readonly description: string; readonly priority: TicketPriority },
    call?: DeskCall,
  ): Promise<Receipt> {
    return await this.#numbered("ticket_create", { ...ticket }, call);
  }

  /** See {@linkcode OrderDesk.createHandoff}. */
  async createHandoff(
    handoff: { readonly reason: string; readonly transcript: string },
    call?: DeskCall,
  ): Promise<Receipt> {
    return await this.#numbered("handoff_create", { ...handoff }, call);
  }

  /** See {@linkcode OrderDesk.cancelOrder}. */
  async cancelOrder(orderId: string, reason: string, call?: DeskCall): Promise<Receipt | Refusal> {
    return await this.#book("order_cancel", call, (entries) => {
      const order = orderOf(orderId, entries);
      if (!order) return { refused: "not_found" };
      if (order.status !== "packing") return { refused: "not_cancellable", order };
      return { reference: orderId, details: { reason } };
    });
  }

  /** See {@linkcode OrderDesk.refundOrder}. */
  async refundOrder(
    refund: { readonly orderId: string; readonly amount?: number; readonly reason: string },
    call?: DeskCall,
  ): Promise<RefundReceipt | Refusal> {
    const outcome = await this.#book("order_refund", call, (entries) => {
      const order = orderOf(refund.orderId, entries);
      if (!order) return { refused: "not_found" };
      const left = wholeCents(order.amount - order.refunded);
      if (left <= 0) return { refused: "already_refunded", order };
      const amount = wholeCents(refund.amount ?? left);
      if (amount > left) return { refused: "amount_too_high", order };
      return {
        reference: refund.orderId,
        details: { amount, currency: order.currency, reason: refund.reason },
      };
    });
    if ("refused" in outcome) return outcome;
    const { amount, currency } = outcome.details;
    return { ...outcome, amount: Number(amount), currency: String(currency) };
  }

  async #numbered(action: string, details: JsonObject, call?: DeskCall): Promise<Receipt> {
    const outcome = await this.#book(action, call, (entries) => ({
      reference: nextTicketId(new Date(this.#now()), entries),
      details,
    }));
    if ("refused" in outcome) {
      throw new Error(`Cannot book ${action}: the desk refused with ${outcome.refused}`);
    }
    return outcome;
  }

  async #book(
    action: string,
    call: DeskCall | undefined,
    decide: (entries: readonly LedgerEntry[]) => Pick<LedgerEntry, "reference" | "details"> | Refusal,
  ): Promise<(Receipt & { readonly details: JsonObject }) | Refusal> {
    const requestId = call?.requestId;
    let earlier: LedgerEntry | undefined;
    let refusal: Refusal | undefined;
    const entry = await this.#ledger.append((entries) => {
      earlier = entries.find((known) => requestId !== undefined && known.requestId === requestId);
      if (earlier) return undefined;
      const decision = decide(entries);
      if ("refused" in decision) {
        refusal = decision;
        return undefined;
      }
      return { time: new Date(this.#now()).toISOString(), action, requestId: requestId ?? null, ...decision };
    });
    if (refusal) return refusal;
    const booked = entry ?? earlier;
    if (!booked) throw new Error(`Cannot book ${action}: the ledger kept nothing`);
    return {
      reference: booked.reference,
      createdAt: booked.time,
      duplicate: entry === undefined,
      details: booked.details,
    };
  }
}

/** The order as the ledger left it. */
function orderOf(orderId: string, entries: readonly LedgerEntry[]): Order | undefined {
  const listed = CATALOGUE.find((order) => order.orderId === orderId);
  if (!listed) return undefined;
  const { steps: _, ...order } = listed;
  const own = entries.filter((entry) => entry.reference === orderId);
  const refunded = own
    .filter((entry) => entry.action === "order_refund")
    .reduce((sum, entry) => sum + Number(entry.details.amount), 0);
  const cancelled = own.some((entry) => entry.action === "order_cancel");
  return {
    ...order,
    refunded: wholeCents(refunded),
    ...(cancelled && { status: "cancelled", etaDays: null }),
  };
}

/** 0.1 + 0.2 is a little more than 0.3, and a refund must not fail on that. */
function wholeCents(amount: number): number {
  return Math.round(amount * 100) / 100;
}

/** `TK-YYYYMMDD-NNNN`, counted anew each day of the machine's time zone. */
function nextTicketId(date: Date, entries: readonly LedgerEntry[]): string {
  const pad = (value: number, length: number) => String(value).padStart(length, "0");
  const prefix = `TK-${date.getFullYear()}${pad(date.getMonth() + 1, 2)}${pad(date.getDate(), 2)}-`;
  const taken = entries.filter((entry) => entry.reference.startsWith(prefix)).length;
  return `${prefix}${pad(taken + 1, 4)}`;
}

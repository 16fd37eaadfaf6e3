/**
 * A desk behind HTTP: `docs/desk.md` is its contract.
 *
 * @module
 */
import { deskAddress, pathSegment } from "./desk_address.ts";
import { DeskClient, type DeskClientOptions, type DeskRequest } from "./desk_client.ts";
import { orderMessage, receiptMessage, refundReceiptMessage, trackingMessage } from "./desk_messages.ts";
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

/** What the desk needs from outside. */
export interface HttpOrderDeskOptions extends Omit<DeskClientOptions, "url"> {
  /** The base URL of the back end. */
  readonly url: string;
}

/**
 * Orders, tickets and refunds of a back end of your own. Every write carries its `requestId` as `Idempotency-Key`, so that
 * it can be sent again when a reply is lost.
 *
 * @example
 * ```ts
 * const desk = new HttpOrderDesk({ url: "https://shop.example.com/api", token, fetch, clock, random: Math.random, onProblem });
 * await desk.findOrder("A-1024");
 * ```
 */
export class HttpOrderDesk implements OrderDesk {
  readonly #client: DeskClient;

  /**
   * @param options See {@linkcode HttpOrderDeskOptions}.
   * @throws {TypeError} If the URL cannot be used, or the token cannot be a header; neither is repeated.
   */
  constructor(options: HttpOrderDeskOptions) {
    if (options.token !== undefined && !/^[\x21-\x7e]+$/.test(options.token)) {
      throw new TypeError(
        "Cannot use the desk's token: it holds a blank or a character that no header can. Give it in plain ASCII",
      );
    }
    this.#client = new DeskClient({ ...options, url: deskAddress(options.url) });
  }

  /** See {@linkcode OrderDesk.findOrder}. */
  async findOrder(orderId: string, call?: DeskCall): Promise<Order | undefined> {
    const outcome = await this.#sendAbout(orderId, "", {
      action: "find the order",
      answer: orderMessage(orderId),
      refusals: ["not_found"],
      call,
    });
    return "refused" in outcome ? undefined : outcome;
  }

  /** See {@linkcode OrderDesk.trackOrder}. */
  async trackOrder(orderId: string, call?: DeskCall): Promise<readonly TrackingEvent[]> {
    const outcome = await this.#sendAbout(orderId, "/tracking", {
      action: "track the order",
      answer: trackingMessage,
      refusals: ["not_found"],
      call,
    });
    return "refused" in outcome ? [] : outcome.events;
  }

  /** See {@linkcode OrderDesk.createTicket}. */
  async createTicket(
    ticket: { readonly subject: string; readonly description: string; readonly priority: TicketPriority },
    call?: DeskCall,
  ): Promise<Receipt> {
    const { subject, description, priority } = ticket;
    return await this.#numbered(
      "open the ticket",
      "tickets",
      { subject, description, priority },
      call,
    );
  }

  /** See {@linkcode OrderDesk.createHandoff}. */
  async createHandoff(
    { reason, transcript }: { readonly reason: string; readonly transcript: string },
    call?: DeskCall,
  ): Promise<Receipt> {
    return await this.#numbered("hand over", "handoffs", { reason, transcript }, call);
  }

  /** See {@linkcode OrderDesk.cancelOrder}. */
  async cancelOrder(
    orderId: string,
    reason: string,
    call?: DeskCall,
  ): Promise<Receipt | Refusal> {
    return await this.#sendAbout(orderId, "/cancellation", {
      action: "cancel the order",
      body: { reason },
      answer: receiptMessage(orderId),
      refusals: ["not_found", "not_cancellable"],
      call,
    });
  }

  /** See {@linkcode OrderDesk.refundOrder}. */
  async refundOrder(
    { orderId, amount, reason }: {
      readonly orderId: string;
      readonly amount?: number;
      readonly reason: string;
    },
    call?: DeskCall,
  ): Promise<RefundReceipt | Refusal> {
    return await this.#sendAbout(orderId, "/refunds", {
      action: "refund the order",
      body: { ...(amount !== undefined && { amount }), reason },
      answer: refundReceiptMessage(orderId),
      refusals: ["not_found", "already_refunded", "amount_too_high"],
      call,
    });
  }

  async #sendAbout<T>(
    orderId: string,
    rest: string,
    request: Omit<DeskRequest<T>, "path" | "orderId">,
  ): Promise<T | Refusal> {
    const segment = pathSegment(orderId);
    if (segment === undefined) return { refused: "not_found" };
    return await this.#client.send({ ...request, orderId, path: `orders/${segment}${rest}` });
  }

  async #numbered(
    action: string,
    path: string,
    body: DeskRequest<Receipt>["body"] & object,
    call: DeskCall | undefined,
  ): Promise<Receipt> {
    const outcome = await this.#client.send({
      action,
      path,
      body,
      answer: receiptMessage(),
      refusals: [],
      call,
    });
    if (!("refused" in outcome)) return outcome;
    throw new Error(`Cannot ${action}: the desk refused with ${outcome.refused}. Look at the desk`);
  }
}

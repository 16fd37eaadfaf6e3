import type {
  DeskCall,
  Order,
  OrderDesk,
  Receipt,
  RefundReceipt,
  Refusal,
  TicketPriority,
  TrackingEvent,
} from "../../tools/order_desk.ts";

/** One call of the desk: the method's name, then its arguments. */
export type RecordedDeskCall = readonly [method: string, ...args: unknown[]];

/** What the desk answers; what is left out is not to be asked for. */
export interface DeskAnswers {
  readonly order?: Order | undefined;
  readonly events?: readonly TrackingEvent[];
  readonly receipt?: Receipt;
  readonly cancelled?: Receipt | Refusal;
  readonly refunded?: RefundReceipt | Refusal;
}

/** A desk that gives set answers and remembers what it was asked. */
export class FakeOrderDesk implements OrderDesk {
  readonly calls: RecordedDeskCall[] = [];
  readonly #answers: DeskAnswers;

  constructor(answers: DeskAnswers = {}) {
    this.#answers = answers;
  }

  findOrder(orderId: string, call: DeskCall = {}): Promise<Order | undefined> {
    this.calls.push(["findOrder", orderId, call.abortSignal]);
    return Promise.resolve(this.#answers.order);
  }

  trackOrder(orderId: string, call: DeskCall = {}): Promise<readonly TrackingEvent[]> {
    this.calls.push(["trackOrder", orderId, call.abortSignal]);
    return Promise.resolve(this.#answers.events ?? []);
  }

  createTicket(
    ticket: { readonly subject: string; readonly description: string; readonly priority: TicketPriority },
    { requestId, abortSignal }: DeskCall = {},
  ): Promise<Receipt> {
    this.calls.push(["createTicket", ticket, requestId, abortSignal]);
    return answer(this.#answers.receipt);
  }

  cancelOrder(
    orderId: string,
    reason: string,
    { requestId, abortSignal }: DeskCall = {},
  ): Promise<Receipt | Refusal> {
    this.calls.push(["cancelOrder", orderId, reason, requestId, abortSignal]);
    return answer(this.#answers.cancelled);
  }

  refundOrder(
    refund: { readonly orderId: string; readonly amount?: number; readonly reason: string },
    { requestId, abortSignal }: DeskCall = {},
  ): Promise<RefundReceipt | Refusal> {
    this.calls.push(["refundOrder", refund, requestId, abortSignal]);
    return answer(this.#answers.refunded);
  }

  createHandoff(
    handoff: { readonly reason: string; readonly transcript: string },
    { requestId, abortSignal }: DeskCall = {},
  ): Promise<Receipt> {
    this.calls.push(["createHandoff", handoff, requestId, abortSignal]);
    return answer(this.#answers.receipt);
  }
}

function answer<T>(value: T | undefined): Promise<T> {
  return value === undefined
    ? Promise.reject(new Error("Cannot answer: the test set no answer"))
    : Promise.resolve(value);
}

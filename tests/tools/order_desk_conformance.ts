/**
 * What every desk over the three sample orders must do.
 *
 * @module
 */
import { assertEquals, assertMatch, assertObjectMatch } from "@std/assert";
import { createRegistry } from "../../tools/create_registry.ts";
import type { LedgerEntry } from "../../tools/ledger.ts";
import type { OrderDesk } from "../../tools/order_desk.ts";
import type { JsonObject } from "../../tools/types.ts";
import { callTool } from "../_support/call_tool.ts";

/** A desk under test. */
export interface DeskFixture extends AsyncDisposable {
  readonly desk: OrderDesk;
  /** What stands in its books. */
  readonly entries: () => Promise<readonly LedgerEntry[]>;
}

/** The time at every desk under test: noon in every time zone from UTC-11 to UTC+11. */
export const DESK_TIME = Date.parse("2026-10-09T12:00:00.000Z");

const TICKET = { subject: "Cannot find my order", description: "since Monday", priority: "high" } as const;
const HANDOFF = { reason: "Wants a person", transcript: "user: 转人工" };
const BROKEN = { orderId: "B-0001", reason: "broken" };
const CREATED_AT = "2026-10-09T12:00:00.000Z";

const HEADPHONES = {
  orderId: "B-0001",
  status: "delivered",
  etaDays: null,
  item: "降噪耳机 / noise-cancelling headphones",
  amount: 899,
  refunded: 0,
  currency: "CNY",
} as const;

/**
 * Registers the tests.
 *
 * @param name The desk's class, for the tests' names.
 * @param open Opens a desk with empty books whose clock stands at {@linkcode DESK_TIME}.
 *
 * @example
 * ```ts
 * testOrderDesk("EmbeddedOrderDesk", () => fixture);
 * ```
 */
export function testOrderDesk(name: string, open: () => DeskFixture): void {
  const test = (what: string, check: (fixture: DeskFixture) => Promise<void>) =>
    Deno.test(`${name} ${what}`, async () => {
      await using fixture = open();
      await check(fixture);
    });

  test("finds an order, and none of another number", async ({ desk }) => {
    assertEquals(await desk.findOrder("B-0001"), HEADPHONES);
    for (const orderId of ["Z-9999", "", "..", "b-0001", "constructor", "A/1024", "订单"]) {
      assertEquals(await desk.findOrder(orderId), undefined);
      assertEquals(await desk.trackOrder(orderId), []);
    }
  });

  test("tracks a parcel, latest first", async ({ desk }) => {
    assertEquals(await desk.trackOrder("A-1024"), [
      { time: "2026-10-09T07:00:00.000Z", place: "杭州 Hangzhou", event: "in_transit" },
      { time: "2026-10-08T16:00:00.000Z", place: "上海 Shanghai", event: "picked_up" },
      { time: "2026-10-08T10:00:00.000Z", place: "上海 Shanghai", event: "packed" },
    ]);
    assertEquals(await desk.trackOrder("A-2048"), []);
  });

  test("numbers tickets and hand-offs, and keeps what they say", async ({ desk, entries }) => {
    const [ticket, handoff] = [
      await desk.createTicket(TICKET, { requestId: "req_1" }),
      await desk.createHandoff(HANDOFF, { requestId: "req_2" }),
    ];
    for (const { reference } of [ticket, handoff]) assertMatch(reference, /^TK-20261009-000[12]$/);
    assertObjectMatch(ticket, { createdAt: CREATED_AT, duplicate: false });
    assertEquals((await entries()).map(({ requestId, details }) => [requestId, details]), [
      ["req_1", TICKET],
      ["req_2", HANDOFF],
    ]);
  });

  test("answers a repeated requestId with the first receipt and changes nothing", async ({ desk, entries }) => {
    const writes = [
      () => desk.createTicket(TICKET, { requestId: "req_t" }),
      () => desk.createHandoff(HANDOFF, { requestId: "req_h" }),
      () => desk.cancelOrder("A-2048", "wrong size", { requestId: "req_c" }),
      () => desk.refundOrder(BROKEN, { requestId: "req_r" }),
      () => desk.refundOrder({ orderId: "A-1024", amount: 0.1, reason: "late" }, { requestId: "req_p" }),
    ];
    for (const write of writes) {
      const first = await write();
      assertObjectMatch(first, { duplicate: false });
      assertEquals(await write(), { ...first, duplicate: true });
    }
    assertEquals((await entries()).map(({ requestId }) => requestId), [
      "req_t",
      "req_h",
      "req_c",
      "req_r",
      "req_p",
    ]);
  });

  test("takes writes without a requestId for different ones", async ({ desk, entries }) => {
    await desk.createTicket(TICKET);
    assertEquals((await desk.createTicket(TICKET)).duplicate, false);
    assertEquals((await entries()).map(({ requestId }) => requestId), [null, null]);
  });

  test("cancels only what is being packed", async ({ desk, entries }) => {
    assertEquals(await desk.cancelOrder("B-0001", "", { requestId: "req_1" }), {
      refused: "not_cancellable",
      order: HEADPHONES,
    });
    assertEquals(await desk.cancelOrder("Z-9999", "", { requestId: "req_2" }), { refused: "not_found" });
    assertEquals(await entries(), []);
    assertObjectMatch(await desk.cancelOrder("A-2048", "wrong size", { requestId: "req_3" }), {
      reference: "A-2048",
      createdAt: CREATED_AT,
      duplicate: false,
    });
    assertObjectMatch(await desk.findOrder("A-2048") ?? {}, { status: "cancelled", etaDays: null });
  });

  test("refunds a part, then the rest, then nothing", async ({ desk, entries }) => {
    const part = await desk.refundOrder({ ...BROKEN, amount: 99.9 }, { requestId: "req_1" });
    assertObjectMatch(part, { reference: "B-0001", amount: 99.9, currency: "CNY", duplicate: false });
    const left = { ...HEADPHONES, refunded: 99.9 };
    assertEquals(await desk.refundOrder({ ...BROKEN, amount: 800 }, { requestId: "req_2" }), {
      refused: "amount_too_high",
      order: left,
    });
    assertObjectMatch(await desk.refundOrder(BROKEN, { requestId: "req_3" }), {
      amount: 799.1,
      currency: "CNY",
    });
    assertEquals(await desk.refundOrder(BROKEN, { requestId: "req_4" }), {
      refused: "already_refunded",
      order: { ...HEADPHONES, refunded: 899 },
    });
    assertEquals((await entries()).length, 2);
  });

  test("refuses to refund an order that does not exist", async ({ desk }) => {
    assertEquals(await desk.refundOrder({ orderId: "Z-9999", reason: "x" }, { requestId: "req_1" }), {
      refused: "not_found",
    });
  });

  test("carries out a request that it refused before, under the same requestId", async ({ desk }) => {
    await desk.refundOrder({ ...BROKEN, amount: 900 }, { requestId: "req_1" });
    assertObjectMatch(await desk.refundOrder({ ...BROKEN, amount: 9 }, { requestId: "req_1" }), {
      amount: 9,
      duplicate: false,
    });
  });

  test("gives the tools what they say to the model", async ({ desk }) => {
    const registry = createRegistry({
      desk,
      language: "en",
      newNonce: () => "nonce",
      knowledge: () => Promise.reject(new Error("not asked")),
      questions: { ask: () => Promise.reject(new Error("not asked")) },
    });
    const say = async (tool: string, input: JsonObject, requestId?: string) => {
      const found = registry.getAll()[tool];
      if (!found) throw new TypeError(`Cannot call ${tool}: there is none`);
      const { summary } = await callTool(found, input, requestId === undefined ? {} : { requestId });
      return summary;
    };
    assertEquals(
      [
        await say("order_query_status", { orderId: "A-1024" }),
        await say("order_query_status", { orderId: "Z-9999" }),
        await say("order_query_with_tracking", { orderId: "A-1024" }),
        await say("order_cancel", { orderId: "B-0001" }, "req_1"),
        await say("order_cancel", { orderId: "A-2048" }, "req_2"),
        await say("order_refund", { orderId: "B-0001", amount: 1000, reason: "broken" }, "req_3"),
        await say("order_refund", { orderId: "B-0001", reason: "broken" }, "req_4"),
        await say("order_refund", { orderId: "B-0001", reason: "broken" }, "req_5"),
        await say("ticket_create", { subject: "Hello" }, "req_6"),
        await say("handoff_create", { reason: "Wants a person" }, "req_7"),
      ],
      [
        "Order A-1024 is shipped and should arrive in 2 days.",
        "There is no order Z-9999. Please check the order number.",
        "Order A-1024 is shipped and should arrive in 2 days. " +
        "Latest step: 2026-10-09 07:00 UTC, 杭州 Hangzhou, in transit (3 in all).",
        "Order B-0001 is delivered and cannot be cancelled.",
        "Order A-2048 was cancelled.",
        "At most 899 CNY of order B-0001 can be refunded; nothing was paid back.",
        "899 CNY of order B-0001 was refunded.",
        "Order B-0001 is refunded in full already; nothing more was paid back.",
        "Ticket TK-20261009-0001 was created. Subject: Hello.",
        "The conversation was handed to a person under TK-20261009-0002.",
      ],
    );
  });
}

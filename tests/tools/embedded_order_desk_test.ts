import { assertEquals, assertObjectMatch } from "@std/assert";
import { EmbeddedOrderDesk } from "../../tools/embedded_order_desk.ts";
import { MemoryLedger } from "../../tools/ledger.ts";

/** A day's noon in the machine's own time zone, by which tickets are numbered. */
const NOON = new Date(2026, 9, 9, 12).getTime();
const DAY_MS = 86_400_000;
const TICKET = { subject: "Cannot find my order", description: "", priority: "normal" } as const;
const HANDOFF = { reason: "Wants a person", transcript: "" };

const UNTOUCHED = {
  "A-1024": {
    orderId: "A-1024",
    status: "shipped",
    etaDays: 2,
    item: "无线键盘 / wireless keyboard",
    amount: 299,
    refunded: 0,
    currency: "CNY",
  },
  "A-2048": {
    orderId: "A-2048",
    status: "packing",
    etaDays: 4,
    item: "显示器支架 / monitor arm",
    amount: 459,
    refunded: 0,
    currency: "CNY",
  },
  "B-0001": {
    orderId: "B-0001",
    status: "delivered",
    etaDays: null,
    item: "降噪耳机 / noise-cancelling headphones",
    amount: 899,
    refunded: 0,
    currency: "CNY",
  },
} as const;

/** A desk, its books, and the hands of its clock. */
function setUp(ledger = new MemoryLedger()) {
  const clock = { now: Date.parse("2026-10-09T04:00:00.000Z") };
  return { ledger, clock, desk: new EmbeddedOrderDesk({ ledger, now: () => clock.now }) };
}

Deno.test("EmbeddedOrderDesk knows three orders and no other", async () => {
  const { desk } = setUp();
  for (const [orderId, order] of Object.entries(UNTOUCHED)) {
    assertEquals(await desk.findOrder(orderId), order);
  }
  for (const orderId of ["A-9999", "", "a-1024", "constructor"]) {
    assertEquals(await desk.findOrder(orderId), undefined);
  }
});

Deno.test("trackOrder() gives the steps of a parcel, latest first, counted back from now", async () => {
  const { desk } = setUp();
  assertEquals(await desk.trackOrder("A-1024"), [
    { time: "2026-10-08T23:00:00.000Z", place: "杭州 Hangzhou", event: "in_transit" },
    { time: "2026-10-08T08:00:00.000Z", place: "上海 Shanghai", event: "picked_up" },
    { time: "2026-10-08T02:00:00.000Z", place: "上海 Shanghai", event: "packed" },
  ]);
  assertEquals((await desk.trackOrder("B-0001")).map(({ time, event }) => [time, event]), [
    ["2026-10-07T22:00:00.000Z", "delivered"],
    ["2026-10-06T22:00:00.000Z", "in_transit"],
    ["2026-10-05T20:00:00.000Z", "picked_up"],
  ]);
});

Deno.test("trackOrder() gives no steps before packing and for an unknown order", async () => {
  const { desk } = setUp();
  assertEquals(await desk.trackOrder("A-2048"), []);
  assertEquals(await desk.trackOrder("A-9999"), []);
});

Deno.test("createTicket() records the ticket and answers with its number and time", async () => {
  const { desk, ledger, clock } = setUp();
  clock.now = NOON;
  const createdAt = new Date(NOON).toISOString();
  assertEquals((await desk.createTicket(TICKET, { requestId: "req_1" })).reference, "TK-20261009-0001");
  assertEquals(await ledger.entries(), [{
    time: createdAt,
    action: "ticket_create",
    requestId: "req_1",
    reference: "TK-20261009-0001",
    details: { subject: "Cannot find my order", description: "", priority: "normal" },
  }]);
});

Deno.test("createTicket() and createHandoff() count together, and anew each day", async () => {
  const { desk, clock } = setUp();
  clock.now = NOON;
  const references = [
    (await desk.createTicket(TICKET)).reference,
    (await desk.createHandoff(HANDOFF)).reference,
    (await desk.createTicket(TICKET)).reference,
  ];
  clock.now = NOON + DAY_MS;
  references.push((await desk.createHandoff(HANDOFF)).reference, (await desk.createTicket(TICKET)).reference);
  assertEquals(references, [
    "TK-20261009-0001",
    "TK-20261009-0002",
    "TK-20261009-0003",
    "TK-20261010-0001",
    "TK-20261010-0002",
  ]);
});

Deno.test("createTicket() pads months and days, and goes on past 9999", async () => {
  const { desk, ledger, clock } = setUp();
  clock.now = new Date(2027, 0, 5, 12).getTime();
  assertEquals((await desk.createTicket(TICKET)).reference, "TK-20270105-0001");
  for (let no = 2; no <= 9999; no++) {
    const reference = `TK-20270105-${String(no).padStart(4, "0")}`;
    await ledger.append(() => ({
      time: "",
      action: "ticket_create",
      requestId: null,
      reference,
      details: {},
    }));
  }
  assertEquals((await desk.createTicket(TICKET)).reference, "TK-20270105-10000");
});

Deno.test("two desks over one ledger go on counting", async () => {
  const ledger = new MemoryLedger();
  const [one, two] = [setUp(ledger), setUp(ledger)];
  one.clock.now = two.clock.now = NOON;
  const references = await Promise.all([
    one.desk.createTicket(TICKET),
    two.desk.createTicket(TICKET),
    one.desk.createHandoff(HANDOFF),
  ].map(async (receipt) => (await receipt).reference));
  assertEquals(references.sort(), ["TK-20261009-0001", "TK-20261009-0002", "TK-20261009-0003"]);
});

Deno.test("orders and other days do not count as tickets", async () => {
  const { desk, clock } = setUp();
  clock.now = NOON - DAY_MS;
  await desk.createTicket(TICKET);
  clock.now = NOON;
  await desk.cancelOrder("A-2048", "");
  await desk.refundOrder({ orderId: "B-0001", reason: "broken" });
  assertEquals((await desk.createTicket(TICKET)).reference, "TK-20261009-0001");
});

Deno.test("a repeated requestId is answered as a duplicate of the first and changes nothing", async () => {
  const { desk, ledger, clock } = setUp();
  const first = await desk.refundOrder({ orderId: "B-0001", amount: 100, reason: "broken" }, {
    requestId: "req_1",
  });
  clock.now += 3_600_000;
  const again = await desk.refundOrder({ orderId: "B-0001", amount: 100, reason: "broken" }, {
    requestId: "req_1",
  });
  assertObjectMatch(first, {
    reference: "B-0001",
    createdAt: "2026-10-09T04:00:00.000Z",
    duplicate: false,
    amount: 100,
    currency: "CNY",
  });
  assertEquals(again, { ...first, duplicate: true });
  assertEquals((await ledger.entries()).length, 1);
  assertEquals((await desk.findOrder("B-0001"))?.refunded, 100);
});

Deno.test("every kind of write knows its repetition, also on another desk over the same ledger", async () => {
  const ledger = new MemoryLedger();
  const [one, two] = [setUp(ledger), setUp(ledger)];
  const writes = [
    (desk: EmbeddedOrderDesk) => desk.createTicket(TICKET, { requestId: "req_t" }),
    (desk: EmbeddedOrderDesk) => desk.createHandoff(HANDOFF, { requestId: "req_h" }),
    (desk: EmbeddedOrderDesk) => desk.cancelOrder("A-2048", "wrong size", { requestId: "req_c" }),
    (desk: EmbeddedOrderDesk) =>
      desk.refundOrder({ orderId: "B-0001", reason: "broken" }, { requestId: "req_r" }),
  ];
  for (const write of writes) {
    const first = await write(one.desk);
    assertEquals({ ...first, duplicate: true }, await write(two.desk));
  }
  assertEquals((await ledger.entries()).map(({ requestId }) => requestId), [
    "req_t",
    "req_h",
    "req_c",
    "req_r",
  ]);
});

Deno.test("writes without a requestId are never duplicates of each other", async () => {
  const { desk, ledger } = setUp();
  assertEquals((await desk.createTicket(TICKET)).duplicate, false);
  assertEquals((await desk.createTicket(TICKET)).duplicate, false);
  assertEquals((await ledger.entries()).map(({ requestId }) => requestId), [null, null]);
});

Deno.test("cancelOrder() cancels an order that is being packed", async () => {
  const { desk, ledger } = setUp();
  assertObjectMatch(await desk.cancelOrder("A-2048", "wrong size"), {
    reference: "A-2048",
    createdAt: "2026-10-09T04:00:00.000Z",
    duplicate: false,
  });
  assertEquals(await desk.findOrder("A-2048"), {
    ...UNTOUCHED["A-2048"],
    status: "cancelled",
    etaDays: null,
  });
  assertEquals((await ledger.entries()).length, 1);
});

Deno.test("cancelOrder() refuses an order that is on its way, delivered, cancelled or unknown", async () => {
  const { desk, ledger } = setUp();
  for (const orderId of ["A-1024", "B-0001"] as const) {
    assertEquals(await desk.cancelOrder(orderId, "", { requestId: "req_1" }), {
      refused: "not_cancellable",
      order: UNTOUCHED[orderId],
    });
  }
  assertEquals(await desk.cancelOrder("A-9999", "", { requestId: "req_1" }), { refused: "not_found" });
  assertEquals(await ledger.entries(), []);
  await desk.cancelOrder("A-2048", "");
  assertEquals(await desk.cancelOrder("A-2048", ""), {
    refused: "not_cancellable",
    order: { ...UNTOUCHED["A-2048"], status: "cancelled", etaDays: null },
  });
  assertEquals((await ledger.entries()).length, 1);
});

Deno.test("refundOrder() pays back everything when no amount is named", async () => {
  const { desk } = setUp();
  const outcome = await desk.refundOrder({ orderId: "B-0001", reason: "broken" });
  assertEquals("refused" in outcome ? outcome : [outcome.amount, outcome.currency], [899, "CNY"]);
  assertEquals((await desk.findOrder("B-0001"))?.refunded, 899);
});

Deno.test("refundOrder() pays back parts, then what is left", async () => {
  const { desk } = setUp();
  await desk.refundOrder({ orderId: "B-0001", amount: 300, reason: "broken" });
  await desk.refundOrder({ orderId: "B-0001", amount: 99.5, reason: "broken" });
  assertEquals((await desk.findOrder("B-0001"))?.refunded, 399.5);
  const rest = await desk.refundOrder({ orderId: "B-0001", reason: "broken" });
  assertEquals("refused" in rest ? rest : rest.amount, 499.5);
  assertEquals((await desk.findOrder("B-0001"))?.refunded, 899);
});

Deno.test("refundOrder() refuses more than what is left, and changes nothing", async () => {
  const { desk, ledger } = setUp();
  assertEquals(await desk.refundOrder({ orderId: "A-1024", amount: 299.01, reason: "x" }), {
    refused: "amount_too_high",
    order: UNTOUCHED["A-1024"],
  });
  await desk.refundOrder({ orderId: "A-1024", amount: 200, reason: "x" });
  assertEquals(await desk.refundOrder({ orderId: "A-1024", amount: 100, reason: "x" }), {
    refused: "amount_too_high",
    order: { ...UNTOUCHED["A-1024"], refunded: 200 },
  });
  assertEquals((await ledger.entries()).length, 1);
});

Deno.test("refundOrder() refuses an order that is refunded in full, and an unknown one", async () => {
  const { desk, ledger } = setUp();
  await desk.refundOrder({ orderId: "B-0001", amount: 899, reason: "broken" });
  const refusal = { refused: "already_refunded", order: { ...UNTOUCHED["B-0001"], refunded: 899 } } as const;
  assertEquals(await desk.refundOrder({ orderId: "B-0001", reason: "broken" }), refusal);
  assertEquals(await desk.refundOrder({ orderId: "B-0001", amount: 1, reason: "broken" }), refusal);
  assertEquals(await desk.refundOrder({ orderId: "A-9999", reason: "broken" }), { refused: "not_found" });
  assertEquals((await ledger.entries()).length, 1);
});

Deno.test("a request that was refused may be carried out later under the same requestId", async () => {
  const { desk } = setUp();
  await desk.refundOrder({ orderId: "B-0001", amount: 900, reason: "broken" }, { requestId: "req_1" });
  const outcome = await desk.refundOrder({ orderId: "B-0001", amount: 9, reason: "broken" }, {
    requestId: "req_1",
  });
  assertEquals("refused" in outcome ? outcome : [outcome.amount, outcome.duplicate], [9, false]);
});

Deno.test("refundOrder() counts in whole cents: 0.1 and 0.2 leave exactly 898.7", async () => {
  const { desk } = setUp();
  for (const amount of [0.1, 0.2]) await desk.refundOrder({ orderId: "B-0001", amount, reason: "x" });
  assertEquals((await desk.findOrder("B-0001"))?.refunded, 0.3);
  const rest = await desk.refundOrder({ orderId: "B-0001", reason: "x" });
  assertEquals("refused" in rest ? rest : rest.amount, 898.7);
  const more = await desk.refundOrder({ orderId: "B-0001", amount: 0.01, reason: "x" });
  assertEquals("refused" in more && more.refused, "already_refunded");
});

Deno.test("refundOrder() takes the exact rest after parts that binary fractions cannot hold", async () => {
  const { desk } = setUp();
  await desk.refundOrder({ orderId: "A-1024", amount: 32.09, reason: "x" });
  const rest = await desk.refundOrder({ orderId: "A-1024", amount: 266.91, reason: "x" });
  assertEquals("refused" in rest ? rest : rest.amount, 266.91);
  assertEquals((await desk.findOrder("A-1024"))?.refunded, 299);
});

Deno.test("the orders of one ledger do not touch each other", async () => {
  const { desk } = setUp();
  await desk.refundOrder({ orderId: "B-0001", reason: "broken" });
  await desk.cancelOrder("A-2048", "");
  assertEquals(await desk.findOrder("A-1024"), UNTOUCHED["A-1024"]);
});

import { assert, assertEquals, assertRejects, assertStrictEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import type { HttpOrderDesk } from "../../tools/http_order_desk.ts";
import type { DeskCall } from "../../tools/order_desk.ts";
import { deskAddress, pathSegment } from "../../tools/desk_address.ts";
import { ToolCallError } from "../../tools/types.ts";
import {
  type BackEndAnswer,
  brokenConnection,
  FakeBackEnd,
  json,
  problem,
  refusedConnection,
} from "../_support/fake_back_end.ts";

const ORDER = {
  orderId: "B-0001",
  status: "delivered",
  etaDays: null,
  item: "headphones",
  amount: 899,
  refunded: 0,
  currency: "CNY",
} as const;
const TIME = "2026-10-09T04:00:00.000Z";
const RECEIPT = { reference: "B-0001", createdAt: TIME, duplicate: false };
const REFUND = { ...RECEIPT, amount: 899, currency: "CNY" };
const TICKET = { subject: "Cannot find my order", description: "", priority: "normal" } as const;

type Ask = (desk: HttpOrderDesk, call?: DeskCall) => Promise<unknown>;
const find: Ask = (desk, call) => desk.findOrder("B-0001", call);
const refund: Ask = (desk, call) =>
  desk.refundOrder({ orderId: "B-0001", reason: "broken" }, { requestId: "req_1", ...call });

/** How a call fails on a back end that answers like this. */
async function failure(ask: Ask, answers: readonly BackEndAnswer[]): Promise<[ToolCallError, FakeBackEnd]> {
  const backEnd = new FakeBackEnd(answers);
  return [await assertRejects(() => ask(backEnd.desk({ token: "hunter2" })), ToolCallError), backEnd];
}

Deno.test("each question is one request of the contract", async () => {
  const backEnd = new FakeBackEnd([
    json(ORDER),
    json({ events: [] }),
    json(RECEIPT, 201),
    json(RECEIPT, 201),
    json(REFUND, 201),
    json(REFUND, 201),
    json(RECEIPT, 201),
  ]);
  const desk = backEnd.desk();
  await desk.findOrder("B-0001");
  await desk.trackOrder("B-0001");
  await desk.createTicket(TICKET, { requestId: "req_1" });
  await desk.cancelOrder("B-0001", "wrong size", { requestId: "req_2" });
  await desk.refundOrder({ orderId: "B-0001", reason: "broken" }, { requestId: "req_3" });
  await desk.refundOrder({ orderId: "B-0001", amount: 0.5, reason: "broken" }, { requestId: "req_4" });
  await desk.createHandoff({ reason: "wants a person", transcript: "" }, { requestId: "req_5" });
  const sent = backEnd.requests.map(({ method, path, headers, body }) => [
    method,
    path,
    headers.get("idempotency-key"),
    body,
  ]);
  assertEquals(sent, [
    ["GET", "/orders/B-0001", null, undefined],
    ["GET", "/orders/B-0001/tracking", null, undefined],
    ["POST", "/tickets", "req_1", TICKET],
    ["POST", "/orders/B-0001/cancellation", "req_2", { reason: "wrong size" }],
    ["POST", "/orders/B-0001/refunds", "req_3", { reason: "broken" }],
    ["POST", "/orders/B-0001/refunds", "req_4", { amount: 0.5, reason: "broken" }],
    ["POST", "/handoffs", "req_5", { reason: "wants a person", transcript: "" }],
  ]);
});

Deno.test("requests carry the token, and follow no redirection that could take it elsewhere", async () => {
  const backEnd = new FakeBackEnd([json(ORDER)]);
  await find(backEnd.desk({ token: "t-1" }));
  await find(backEnd.desk());
  assertEquals(backEnd.requests.map(({ headers, redirect }) => [headers.get("authorization"), redirect]), [
    ["Bearer t-1", "manual"],
    [null, "manual"],
  ]);
});

Deno.test("the answers are what the contract promises, and nothing else of them is kept", async () => {
  const answer = (body: object) => new FakeBackEnd([json({ ...body, internal_note: "vip" })]).desk();
  assertEquals(await answer(ORDER).findOrder("B-0001"), ORDER);
  const events = [{ time: TIME, place: "Beijing", event: "delivered" }];
  assertEquals(await answer({ events }).trackOrder("B-0001"), events);
  assertEquals(await answer(RECEIPT).createTicket(TICKET, { requestId: "req_1" }), RECEIPT);
  assertEquals(
    await answer({ ...REFUND, duplicate: true }).refundOrder({ orderId: "B-0001", reason: "x" }, {
      requestId: "r",
    }),
    {
      ...REFUND,
      duplicate: true,
    },
  );
});

Deno.test("an order that does not exist is an answer", async () => {
  const desk = () => new FakeBackEnd([problem("not_found", 404)]).desk();
  assertEquals(await desk().findOrder("Z-9999"), undefined);
  assertEquals(await desk().trackOrder("Z-9999"), []);
  assertEquals(await desk().cancelOrder("Z-9999", "", { requestId: "req_1" }), { refused: "not_found" });
  assertEquals(await desk().refundOrder({ orderId: "Z-9999", reason: "x" }, { requestId: "req_1" }), {
    refused: "not_found",
  });
});

Deno.test("a 404 that is not the desk's own word is no missing order", async () => {
  for (
    const answer of [json("<h1>Not Found</h1>", 404), json({ error: "not found" }, 404), problem("gone", 404)]
  ) {
    const [error] = await failure(find, [answer]);
    assertEquals([error.type, error.message], [
      "internal",
      "Cannot find the order: the desk answered 404. Check the path in HANDRAIL_DESK_URL",
    ]);
  }
});

Deno.test("a refusal says why and how the order stands", async () => {
  const desk = (code: string) => new FakeBackEnd([problem(code, 409, { order: ORDER })]).desk();
  assertEquals(await desk("not_cancellable").cancelOrder("B-0001", "", { requestId: "req_1" }), {
    refused: "not_cancellable",
    order: ORDER,
  });
  for (const refused of ["already_refunded", "amount_too_high"] as const) {
    assertEquals(await refund(desk(refused)), { refused, order: ORDER });
  }
});

Deno.test("a refusal without the order it is about is a fault of the desk, and frees the request", async () => {
  for (
    const details of [{}, { order: { ...ORDER, amount: "899" } }, { order: { ...ORDER, orderId: "A-1024" } }]
  ) {
    const [{ type }] = await failure(refund, [problem("already_refunded", 409, details)]);
    assertEquals(type, "internal");
  }
});

Deno.test("an order's number is one segment of the path, whatever is in it", async () => {
  const backEnd = new FakeBackEnd([problem("not_found", 404)]);
  for (const orderId of ["A/1", "../tickets", "A?x=1", "A#x", "订单", "A 1", "%2e"]) {
    await backEnd.desk({ url: "http://desk.test/api/v1" }).findOrder(orderId);
  }
  assertEquals(backEnd.requests.map(({ path }) => path), [
    "/api/v1/orders/A%2F1",
    "/api/v1/orders/..%2Ftickets",
    "/api/v1/orders/A%3Fx%3D1",
    "/api/v1/orders/A%23x",
    "/api/v1/orders/%E8%AE%A2%E5%8D%95",
    "/api/v1/orders/A%201",
    "/api/v1/orders/%252e",
  ]);
});

Deno.test("what cannot be a segment of a path is no order, and is not asked for", async () => {
  const backEnd = new FakeBackEnd([json(ORDER)]);
  for (const orderId of ["", ".", "..", "\ud800"]) {
    assertEquals(await backEnd.desk().findOrder(orderId), undefined);
    assertEquals(await backEnd.desk().trackOrder(orderId), []);
    assertEquals(await backEnd.desk().cancelOrder(orderId, "", { requestId: "req_1" }), {
      refused: "not_found",
    });
  }
  assertEquals(backEnd.requests, []);
});

Deno.test("pathSegment() never leads out of its folder", () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[./\\%2e?#]*$/)), (id) => {
    const segment = pathSegment(id);
    if (segment === undefined) return;
    const { pathname, search, hash } = new URL(`orders/${segment}/refunds`, "http://desk.test/api/");
    assertEquals([pathname, search, hash], [`/api/orders/${segment}/refunds`, "", ""]);
    assertEquals(decodeURIComponent(segment), id);
  }));
});

for (
  const [what, answer, type, told] of [
    ["400", json({}, 400), "invalid_input", "the desk answered 400. Compare the request with docs/desk.md"],
    ["401", problem("unauthorized", 401), "unavailable", "the desk answered 401. Check HANDRAIL_DESK_TOKEN"],
    ["403", json({}, 403), "unavailable", "the desk answered 403. Check what HANDRAIL_DESK_TOKEN may do"],
    ["404", json({}, 404), "internal", "the desk answered 404. Check the path in HANDRAIL_DESK_URL"],
    ["405", json({}, 405), "internal", "the desk answered 405. Look at the desk's log"],
    ["422", json({}, 422), "invalid_input", "the desk answered 422. Compare the request with docs/desk.md"],
    [
      "307",
      json("", 307),
      "internal",
      "the desk redirects (307). Put the final address into HANDRAIL_DESK_URL",
    ],
    [
      "308",
      json("", 308),
      "internal",
      "the desk redirects (308). Put the final address into HANDRAIL_DESK_URL",
    ],
  ] as const
) {
  Deno.test(`${what} says that nothing was done, and is not tried again`, async () => {
    for (const [ask, action] of [[find, "find the order"], [refund, "refund the order"]] as const) {
      const [error, backEnd] = await failure(ask, [answer]);
      assertEquals([error.type, error.message], [type, `Cannot ${action}: ${told}`]);
      assertEquals([backEnd.requests.length, backEnd.problems], [1, [error.message]]);
    }
  });
}

for (
  const [what, answer, type, attempts] of [
    ["500", json({}, 500), "internal", 1],
    ["501", json({}, 501), "internal", 1],
    ["502", json({}, 502), "unavailable", 3],
    ["a gateway's 503", json("<html>", 503), "unavailable", 3],
    ["504", json({}, 504), "unavailable", 3],
    ["a bare 409", json({}, 409), "internal", 1],
    ["in_progress", problem("in_progress", 409), "in_progress", 3],
    ["a broken connection", brokenConnection(), "network", 3],
    ["an error that nobody knows", new Error("?"), "network", 3],
    ["silence", "silence", "timeout", 3],
    ["301", json("", 301), "internal", 1],
    ["302", json("", 302), "internal", 1],
    ["303", json("", 303), "internal", 1],
    ["half an answer", json('{"reference":"B-0001","createdAt":"2026', 201), "internal", 3],
    ["an empty answer", new Response(null, { status: 204 }), "internal", 3],
    ["a page", json("<html>Log in</html>", 200), "internal", 3],
    ["an answer that is too large", json(" ".repeat(1_048_577)), "internal", 1],
  ] as const
) {
  Deno.test(`${what} leaves a write's outcome unknown, and fails a read as ${type}`, async () => {
    const [read, reading] = await failure(find, [answer]);
    assertEquals([read.type, reading.requests.length], [type, attempts]);
    const [write, writing] = await failure(refund, [answer]);
    assertEquals([write.type, writing.requests.length], ["unknown_outcome", attempts]);
    assertEquals(
      writing.requests.map(({ headers }) => headers.get("idempotency-key")),
      Array(attempts).fill("req_1"),
    );
    assertEquals(writing.problems.length, 1);
  });
}

for (
  const [what, answer, type] of [
    ["429", json({}, 429), "rate_limited"],
    ["the desk's own 503", problem("unavailable", 503), "unavailable"],
    ["a refused connection", refusedConnection(), "network"],
  ] as const
) {
  Deno.test(`${what} is tried again, and in the end frees the request`, async () => {
    for (const ask of [find, refund]) {
      const [error, backEnd] = await failure(ask, [answer]);
      assertEquals([error.type, backEnd.requests.length], [type, 3]);
      // Half to all of 200 and 400 ms; the middle, as random() is 0.5.
      assertEquals(backEnd.pauses, [150, 300]);
      assertEquals(backEnd.problems, [`${error.message} (3 attempts)`]);
    }
  });
}

Deno.test("a write whose reply was lost is answered under the same key, as a duplicate", async () => {
  const receipt = { ...REFUND, duplicate: true };
  for (const lost of [brokenConnection(), "silence", json({}, 502), json('{"refer', 201)] as const) {
    const backEnd = new FakeBackEnd([lost, json(receipt)]);
    assertEquals(await refund(backEnd.desk()), receipt);
    assertEquals(backEnd.requests.map(({ headers }) => headers.get("idempotency-key")), ["req_1", "req_1"]);
    assertEquals(backEnd.problems, []);
  }
});

Deno.test("a lost reply stays unknown, although a later attempt reached nobody or was turned away", async () => {
  for (
    const later of [
      refusedConnection(),
      json({}, 429),
      problem("unavailable", 503),
      json({}, 401),
      json({}, 308),
    ]
  ) {
    const [error] = await failure(refund, [brokenConnection(), later]);
    assertEquals(error.type, "unknown_outcome");
  }
});

Deno.test("a refusal under the same key clears up a lost reply: the desk would have answered with the receipt", async () => {
  const backEnd = new FakeBackEnd([brokenConnection(), problem("amount_too_high", 409, { order: ORDER })]);
  assertEquals(await refund(backEnd.desk()), { refused: "amount_too_high", order: ORDER });
});

Deno.test("a write without a key is sent once, whatever happens", async () => {
  const unkeyed: Ask = (desk) => desk.createTicket(TICKET);
  for (const [answer, type] of [[refusedConnection(), "network"], [json({}, 429), "rate_limited"]] as const) {
    const [error, backEnd] = await failure(unkeyed, [answer]);
    assertEquals([error.type, backEnd.requests.length], [type, 1]);
    assertEquals(backEnd.requests[0]?.headers.has("idempotency-key"), false);
  }
  const [lost, backEnd] = await failure(unkeyed, [brokenConnection()]);
  assertEquals([lost.type, backEnd.requests.length], ["unknown_outcome", 1]);
});

Deno.test("Retry-After is heeded, as seconds and as a date", async () => {
  for (const patience of ["2", " 2 ", "Fri, 09 Oct 2026 04:00:02 GMT"]) {
    const backEnd = new FakeBackEnd([json({}, 429, { "retry-after": patience }), json(REFUND, 201)]);
    assertEquals(await refund(backEnd.desk()), REFUND);
    assertEquals(backEnd.pauses, [2_000]);
  }
  for (const [past, pause] of [["0", 0], ["Fri, 09 Oct 2026 03:59:00 GMT", 0], ["soon", 150]] as const) {
    const backEnd = new FakeBackEnd([json({}, 503, { "retry-after": past }), json(ORDER)]);
    assertEquals(await find(backEnd.desk()), ORDER);
    assertEquals(backEnd.pauses, [pause]);
  }
});

Deno.test("a Retry-After of more than five seconds ends the call: asking earlier would be rude", async () => {
  const [error, backEnd] = await failure(refund, [json({}, 429, { "retry-after": "6" })]);
  assertEquals([error.type, backEnd.requests.length, backEnd.pauses], ["rate_limited", 1, []]);
});

Deno.test("pauses grow, and lie between half and all of their length", async () => {
  for (const [random, pauses] of [[0, [100, 200, 400]], [0.999, [199.9, 399.8, 799.6]]] as const) {
    const backEnd = new FakeBackEnd([json({}, 502)]);
    const desk = backEnd.desk({ random: () => random, limits: { maxAttempts: 4 } });
    await assertRejects(() => find(desk), ToolCallError);
    assertEquals(backEnd.pauses, [...pauses]);
  }
});

Deno.test("every attempt that is followed by another one is told of, before the pause", async () => {
  const backEnd = new FakeBackEnd([
    refusedConnection(),
    json({}, 429, { "retry-after": "2" }),
    json(REFUND, 201),
  ]);
  const told: unknown[] = [];
  const onRetry: DeskCall["onRetry"] = (retry) => void told.push([retry, backEnd.pauses.length]);
  assertEquals(await refund(backEnd.desk(), { onRetry }), REFUND);
  assertEquals(told, [
    [{ attempt: 1, maxAttempts: 2, delayMs: 150, errorType: "network" }, 0],
    [{ attempt: 2, maxAttempts: 2, delayMs: 2_000, errorType: "rate_limited" }, 1],
  ]);
});

Deno.test("an attempt that is not followed by another one is no retry", async () => {
  let told = 0;
  const onRetry = () => void told++;
  const backEnd = new FakeBackEnd([json({}, 502)]);
  await assertRejects(() => find(backEnd.desk(), { onRetry }), ToolCallError);
  assertEquals([told, backEnd.requests.length], [2, 3]);
  await assertRejects(() => refund(new FakeBackEnd([json({}, 400)]).desk(), { onRetry }), ToolCallError);
  assertEquals(told, 2);
});

Deno.test("a call that was aborted before it began sends nothing", async () => {
  const reason = new Error("the turn ended");
  for (const ask of [find, refund]) {
    const backEnd = new FakeBackEnd([json(ORDER)]);
    assertStrictEquals(
      await assertRejects(() => ask(backEnd.desk(), { abortSignal: AbortSignal.abort(reason) })),
      reason,
    );
    assertEquals(backEnd.requests, []);
  }
});

Deno.test("an aborted read ends at once", async () => {
  const backEnd = new FakeBackEnd(["silence"]);
  const caller = new AbortController();
  const reason = new Error("the turn ended");
  const desk = backEnd.desk({
    fetch: (url, init) => {
      queueMicrotask(() => caller.abort(reason));
      return new Promise((_resolve, reject) => {
        init.signal?.addEventListener("abort", () => reject(init.signal?.reason));
        backEnd.requests.push({
          method: "GET",
          path: url.pathname,
          headers: new Headers(),
          body: 0,
          redirect: "manual",
        });
      });
    },
  });
  assertStrictEquals(await assertRejects(() => find(desk, { abortSignal: caller.signal })), reason);
  assertEquals([backEnd.requests.length, backEnd.problems], [1, []]);
});

Deno.test("an aborted write is heard out, because leaving does not undo it (H36)", async () => {
  const caller = new AbortController();
  const backEnd = new FakeBackEnd([json(REFUND, 201)]);
  const desk = backEnd.desk({
    fetch: (url, init) => {
      caller.abort(new Error("the turn ended"));
      assertEquals(init.signal?.aborted, false);
      return backEnd.fetch(url, init);
    },
  });
  assertEquals(await refund(desk, { abortSignal: caller.signal }), REFUND);
});

Deno.test("an aborted write begins no further attempt, and says what it may have done", async () => {
  const reason = new Error("the turn ended");
  for (
    const [answer, expected] of [[brokenConnection(), "unknown_outcome"], [json({}, 429), reason]] as const
  ) {
    const caller = new AbortController();
    const backEnd = new FakeBackEnd([answer, json(REFUND)]);
    backEnd.onPause = () => caller.abort(reason);
    const error = await assertRejects(() => refund(backEnd.desk(), { abortSignal: caller.signal }));
    assertEquals(error instanceof ToolCallError ? error.type : error, expected);
    assertEquals(backEnd.requests.length, 1);
  }
});

for (
  const [field, answer] of [
    ["amount", { ...REFUND, amount: "899" }],
    [
      "amount",
      '{"reference":"B-0001","createdAt":"2026-10-09T04:00:00Z","duplicate":false,"currency":"CNY","amount":NaN}',
    ],
    ["currency", { ...REFUND, currency: "yuan" }],
    ["createdAt", { ...REFUND, createdAt: "yesterday" }],
    ["duplicate", { ...REFUND, duplicate: undefined }],
    ["reference", { ...REFUND, reference: "A-1024" }],
    ["(all of it)", "[]"],
  ] as const
) {
  Deno.test(`a receipt with a wrong ${field} is an unknown outcome that names the field: ${JSON.stringify(answer)}`, async () => {
    const [error, backEnd] = await failure(refund, [json(answer, 201)]);
    assertEquals([error.type, error.message, backEnd.requests.length], [
      "unknown_outcome",
      `Cannot refund the order: the answer does not fit docs/desk-openapi.json at ${field}. Mend the desk`,
      1,
    ]);
  });
}

Deno.test("an order with a wrong field is a fault of the desk that names it, and so is another order", async () => {
  const named = (order: object) =>
    failure(find, [json(order)]).then(([{ type, message }]) => [type, message]);
  for (const field of ["status", "etaDays", "item", "amount", "refunded", "currency", "orderId"]) {
    assertEquals(await named({ ...ORDER, [field]: field === "orderId" ? "A-1024" : { x: 1 } }), [
      "internal",
      `Cannot find the order: the answer does not fit docs/desk-openapi.json at ${field}. Mend the desk`,
    ]);
  }
});

Deno.test("an answer of a mebibyte is read, and one byte more is not", async () => {
  const padded = (length: number) =>
    JSON.stringify({ ...ORDER, pad: "" }).replace('""', `"${"x".repeat(length)}"`);
  const room = 1_048_576 - padded(0).length;
  assertEquals(await find(new FakeBackEnd([json(padded(room))]).desk()), ORDER);
  const [error] = await failure(find, [json(padded(room + 1))]);
  assertEquals(
    error.message,
    "Cannot find the order: the answer (200) is too large. Let the desk answer in brief",
  );
});

Deno.test("a loose answer is read, its losses are told each time and its manners once", async () => {
  const text = JSON.stringify(ORDER);
  const loose = `\ufeff// from the old system\n${text.replace("}", ",}")}`;
  const lossy = text.replace("899", "899.00000000000000001");
  const backEnd = new FakeBackEnd([json(loose), json(loose), json(lossy), json(lossy)]);
  const desk = backEnd.desk();
  for (let time = 0; time < 4; time++) assertEquals(await find(desk), ORDER);
  const loss = "The desk's answer is no strict JSON (find the order): " +
    "A number with too many digits at line 1, column 86 was rounded";
  assertEquals(backEnd.problems, [
    "The desk's answer is no strict JSON (find the order): A byte order mark was left out, and 2 more",
    loss,
    loss,
  ]);
});

Deno.test("with strict JSON a loose answer cannot be read", async () => {
  const backEnd = new FakeBackEnd([json(`${JSON.stringify(ORDER)} // x`)]);
  const error = await assertRejects(() => find(backEnd.desk({ strictJson: true })), ToolCallError);
  assertEquals(error.type, "internal");
  assert(error.message.includes("Cannot read JSON strictly: A comment at line 1"), error.message);
});

Deno.test("no error repeats the token, the address or what the desk said", async () => {
  const secret = { token: "hunter2", url: "http://internal.example.com/secret-path/" };
  const answers: BackEndAnswer[] = [
    ...[200, 201, 400, 401, 404, 409, 429, 500, 503].map((status) =>
      json({ customer: "4111111111111111" }, status)
    ),
    json("4111111111111111 hunter2", 200),
    json("", 302, { location: "http://internal.example.com/?4111111111111111" }),
    new TypeError("fetch failed", { cause: new Error("http://internal.example.com/secret-path/ hunter2") }),
    "silence",
  ];
  for (const answer of answers) {
    for (const ask of [find, refund]) {
      const backEnd = new FakeBackEnd([answer]);
      const error = await assertRejects(() => ask(backEnd.desk(secret)), ToolCallError);
      const told = `${error.message} ${error.reason} ${
        error.stack?.split("\n")[0]
      } ${backEnd.problems.join()}`;
      assert(!/hunter2|internal\.example|secret-path|4111/.test(told), told);
    }
  }
});

Deno.test("HttpOrderDesk refuses a token that no header can hold, without repeating it", () => {
  for (const token of ["", "hunter2 x", "hunter2\r\nx: y", "密码hunter2"]) {
    const { message } = assertThrows(
      () => new FakeBackEnd([]).desk({ token }),
      TypeError,
      "the desk's token",
    );
    assert(!message.includes("hunter2"));
  }
});

Deno.test("deskAddress() keeps a path as the prefix of all others", () => {
  for (
    const [text, href] of [
      ["http://127.0.0.1:8787", "http://127.0.0.1:8787/"],
      ["https://shop.example.com/api/v1", "https://shop.example.com/api/v1/"],
      ["https://shop.example.com/api/v1///", "https://shop.example.com/api/v1/"],
      ["HTTPS://Shop.Example.com:443/", "https://shop.example.com/"],
      ["http://[::1]:8787/a%20b", "http://[::1]:8787/a%20b/"],
    ] as const
  ) assertEquals(deskAddress(text).href, href);
});

Deno.test("deskAddress() refuses what is no plain address", () => {
  for (
    const [text, why] of [
      ["shop.example.com", "it is no URL"],
      ["ftp://shop.example.com", "it is no URL"],
      ["file:///etc/passwd", "it is no URL"],
      ["http://", "it is no URL"],
      ["http://me@shop.example.com", "a name or password is in it"],
      ["http://:hunter2@shop.example.com", "a name or password is in it"],
      ["http://shop.example.com/?key=hunter2", "a query or fragment is in it"],
      ["http://shop.example.com/#", "a query or fragment is in it"],
    ] as const
  ) {
    const { message } = assertThrows(
      () => deskAddress(text),
      TypeError,
      `Cannot use the desk's address: ${why}`,
    );
    assert(!/hunter2|shop/.test(message));
  }
});

import { assert, assertEquals } from "@std/assert";
import * as z from "zod";
import { createDeskHandler } from "../../samples/desk-server.ts";
import {
  cancellationMessage,
  handoffMessage,
  orderMessage,
  problemMessage,
  receiptMessage,
  refundMessage,
  refundReceiptMessage,
  ticketMessage,
  trackingMessage,
} from "../../tools/desk_messages.ts";
import { EmbeddedOrderDesk } from "../../tools/embedded_order_desk.ts";
import { MemoryLedger } from "../../tools/ledger.ts";
import { FakeBackEnd, problem } from "../_support/fake_back_end.ts";

type Json = { readonly [key: string]: Json };

const DOCUMENT: Json = JSON.parse(
  Deno.readTextFileSync(new URL("../../docs/desk-openapi.json", import.meta.url)),
);
const METHODS = ["get", "post", "put", "patch", "delete"];

/** What `#/components/…` names. */
function resolve(reference: string): Json | undefined {
  return reference.split("/").slice(1).reduce<Json | undefined>((at, key) => at?.[key], DOCUMENT);
}

function* references(value: unknown): Generator<string> {
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key === "$ref") yield String(inner);
    else yield* references(inner);
  }
}

/** The operations: `GET /orders/{orderId}` and what stands under it. */
function operations(): [string, Json][] {
  return Object.entries(DOCUMENT.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item).filter(([method]) => METHODS.includes(method))
      .map(([method, operation]): [string, Json] => [`${method.toUpperCase()} ${path}`, operation])
  );
}

/** A schema without what only people read, and without what zod adds for JavaScript's sake. */
function bare(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(bare);
  if (typeof schema !== "object" || schema === null) return schema;
  const fields = Object.entries(schema).filter(([key, value]) =>
    !["$schema", "description"].includes(key) && !(key === "pattern" && "format" in schema) &&
    !(key === "maximum" && value === Number.MAX_SAFE_INTEGER)
  );
  return Object.fromEntries(fields.map(([key, value]) => [key, bare(value)]));
}

/** Every request that the client can make. */
async function requestsOfTheClient(): Promise<{ readonly name: string; readonly body: unknown }[]> {
  const backEnd = new FakeBackEnd([problem("not_found", 404)]);
  const desk = backEnd.desk();
  const refund = { orderId: "B-0001", reason: "broken" };
  await Promise.allSettled([
    desk.findOrder("B-0001"),
    desk.trackOrder("B-0001"),
    desk.cancelOrder("B-0001", "", { requestId: "req_1" }),
    desk.refundOrder(refund, { requestId: "req_2" }),
    desk.refundOrder({ ...refund, amount: 1 }, { requestId: "req_3" }),
    desk.createTicket({ subject: "Hello", description: "", priority: "low" }, { requestId: "req_4" }),
    desk.createHandoff({ reason: "Wants a person", transcript: "" }, { requestId: "req_5" }),
  ]);
  return backEnd.requests.map(({ method, path, body }) => ({
    name: `${method} ${path.replace("B-0001", "{orderId}")}`,
    body,
  }));
}

Deno.test("docs/desk-openapi.json is OpenAPI 3.1 whose references all lead somewhere", () => {
  assertEquals(DOCUMENT.openapi, "3.1.0" as unknown as Json);
  const names = [...references(DOCUMENT)];
  assert(names.length > 20);
  assertEquals(names.filter((name) => resolve(name) === undefined), []);
  const ids = operations().map(([, { operationId }]) => operationId);
  assertEquals(ids.length, new Set(ids).size);
  for (const [name, operation] of operations()) {
    assert(Object.keys(operation.responses ?? {}).length > 2, name);
  }
});

Deno.test("docs/desk-openapi.json has every request of the client, and no other", async () => {
  const made = new Set((await requestsOfTheClient()).map(({ name }) => name));
  assertEquals([...made].sort(), operations().map(([name]) => name).sort());
});

Deno.test("docs/desk-openapi.json has every schema that the client and the sample check with", () => {
  const schemas: Record<string, z.ZodType> = {
    Order: orderMessage(),
    Tracking: trackingMessage,
    Receipt: receiptMessage(),
    RefundReceipt: refundReceiptMessage(),
    Ticket: ticketMessage,
    Cancellation: cancellationMessage,
    Refund: refundMessage,
    Handoff: handoffMessage,
  };
  const documented = DOCUMENT.components?.schemas ?? {};
  assertEquals(Object.keys(documented).sort(), [...Object.keys(schemas), "Problem"].sort());
  for (const [name, schema] of Object.entries(schemas)) {
    assertEquals(bare(documented[name]), bare(z.toJSONSchema(schema, { io: "input" })), name);
  }
});

Deno.test("docs/desk-openapi.json takes the bodies that the client sends", async () => {
  const bodies: Record<string, z.ZodType> = {
    Ticket: ticketMessage,
    Cancellation: cancellationMessage,
    Refund: refundMessage,
    Handoff: handoffMessage,
  };
  const byName = new Map(operations());
  for (const { name, body } of await requestsOfTheClient()) {
    const reference = [...references(byName.get(name)?.requestBody)][0]?.split("/").at(-1);
    if (body === undefined) assertEquals(reference, undefined);
    else assertEquals(bodies[reference ?? ""]?.parse(body), body, name);
  }
});

Deno.test("the sample back end answers with statuses and codes that the document lists", async () => {
  const desk = new EmbeddedOrderDesk({ ledger: new MemoryLedger(), now: Date.now });
  const faults = { drop: 0, hang: 0, busy: 0, delay: 0 };
  const handler = createDeskHandler({ desk, token: "t-1", faults });
  const codes = resolve("#/components/schemas/Problem/properties/code")?.enum as unknown as string[];
  const byName = new Map(operations());
  const ask = async (name: string, body?: object, token = "t-1") => {
    const [method = "", path = ""] = name.split(" ");
    const response = await handler(
      new Request(`http://desk.test${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, "idempotency-key": JSON.stringify(body ?? "") },
        ...(body && { body: JSON.stringify(body) }),
      }),
    );
    const listed = byName.get(name.replace(/[AZ]-\d{4}/, "{orderId}"))?.responses;
    assert(listed?.[`${response.status}`] !== undefined, `${name}: ${response.status}`);
    const answer = await response.json();
    if (response.status < 400) return [response.status];
    const { code } = problemMessage.parse(answer);
    assert(codes.includes(code), code);
    return [response.status, code];
  };
  const refund = (amount: number) => ask("POST /orders/A-1024/refunds", { amount, reason: "late" });
  assertEquals(await ask("GET /orders/A-1024"), [200]);
  assertEquals(await ask("GET /orders/Z-9999"), [404, "not_found"]);
  assertEquals(await ask("GET /orders/Z-9999/tracking"), [404, "not_found"]);
  assertEquals(await ask("GET /orders/A-1024", undefined, "t-2"), [401, "unauthorized"]);
  assertEquals(await ask("POST /tickets", { subject: "" }), [400, "invalid_request"]);
  assertEquals(await ask("POST /orders/A-1024/cancellation", { reason: "" }), [409, "not_cancellable"]);
  assertEquals(await refund(300), [409, "amount_too_high"]);
  assertEquals(await refund(299), [201]);
  assertEquals(await refund(299), [200]);
  assertEquals(await refund(1), [409, "already_refunded"]);
  faults.busy = 1;
  assertEquals(await ask("POST /handoffs", { reason: "x", transcript: "" }), [503, "unavailable"]);
});

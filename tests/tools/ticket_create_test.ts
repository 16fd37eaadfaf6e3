import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { EmbeddedOrderDesk } from "../../tools/embedded_order_desk.ts";
import { MemoryLedger } from "../../tools/ledger.ts";
import { ticketCreate } from "../../tools/ticket_create.ts";
import { callTool, inputFields, said } from "../_support/call_tool.ts";
import { FakeOrderDesk } from "../_support/fake_order_desk.ts";

const RECEIPT = { reference: "TK-20261009-0001", createdAt: "2026-10-09T04:00:00.000Z", duplicate: false };

function toolOver(receipt: { duplicate: boolean } = RECEIPT) {
  return ticketCreate({ desk: new FakeOrderDesk({ receipt: { ...RECEIPT, ...receipt } }), language: "en" });
}

Deno.test("ticket_create answers with the ticket's number, in English", async () => {
  const output = await callTool(toolOver(), { subject: "cannot find my order" }, {
    messages: said("Create a ticket, subject: cannot find my order"),
  });
  assertEquals(output, {
    status: "success",
    summary: "Ticket TK-20261009-0001 was created. Subject: cannot find my order.",
    structured: {
      status: "created",
      ticketId: "TK-20261009-0001",
      subject: "cannot find my order",
      createdAt: "2026-10-09T04:00:00.000Z",
    },
  });
});

Deno.test("ticket_create answers with the ticket's number, in Chinese", async () => {
  const output = await callTool(toolOver(), { subject: "查不到订单" }, { messages: said("帮我建个工单") });
  assertEquals(output.summary, "工单 TK-20261009-0001 已创建，主题：查不到订单。");
  assertEquals(output.structured.status, "created");
});

Deno.test("ticket_create says duplicate when the desk had carried out the request before", async () => {
  const output = await callTool(toolOver({ duplicate: true }), { subject: "x" });
  assertEquals(output.structured.status, "duplicate");
  assertEquals(output.structured.ticketId, "TK-20261009-0001");
});

Deno.test("ticket_create hands the request's id and signal to the desk, and fills what was left out", async () => {
  const desk = new FakeOrderDesk({ receipt: RECEIPT });
  const tool = ticketCreate({ desk, language: "en" });
  const { signal } = new AbortController();
  await callTool(tool, { subject: "x" }, { requestId: "req_1", abortSignal: signal });
  await callTool(tool, { subject: "x", description: "y", priority: "high" });
  assertEquals(desk.calls, [
    ["createTicket", { subject: "x", description: "", priority: "normal" }, "req_1", signal],
    ["createTicket", { subject: "x", description: "y", priority: "high" }, undefined, undefined],
  ]);
});

Deno.test("ticket_create keeps the request's id out of what the model may fill", () => {
  assertEquals(inputFields(toolOver()), ["subject", "description", "priority"]);
});

Deno.test("ticket_create is a core write that happens once and asks nobody", () => {
  assertEquals(toolOver().traits, {
    kind: "write",
    risk: "low",
    priority: "core",
    aliases: ["createTicket"],
    repeat: "once",
  });
});

Deno.test("ticket_create gives JSON that survives a round trip, whatever the subject", async () => {
  const now = () => new Date(2026, 9, 9, 12).getTime();
  await fc.assert(
    fc.asyncProperty(anyText(), async (subject) => {
      const ledger = new MemoryLedger();
      const tool = ticketCreate({ desk: new EmbeddedOrderDesk({ ledger, now }), language: "en" });
      const output = await callTool(tool, { subject });
      assertEquals(JSON.parse(JSON.stringify(output)), output);
      assertEquals(output.summary, `Ticket TK-20261009-0001 was created. Subject: ${subject}.`);
      assertEquals(output.structured.subject, subject);
      const line = JSON.stringify((await ledger.entries())[0]);
      assertEquals(line.includes("\n"), false);
      assertEquals(JSON.parse(line).details.subject, subject);
    }),
    { seed: 20261009, examples: [["a\nb"], ['"\\'], ["\ud800"], ["\udc00x"], ["\u2028\u0000"]] },
  );
});

/** Text of UTF-16 units, so that lone surrogates come up as well. */
function anyText(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.string({ unit: "binary", minLength: 1 }),
    fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 1 })
      .map((units) => String.fromCharCode(...units)),
  );
}

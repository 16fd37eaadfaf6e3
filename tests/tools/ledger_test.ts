import { assertEquals, assertThrows } from "@std/assert";
import { type LedgerEntry, MemoryLedger } from "../../tools/ledger.ts";

const FIRST: LedgerEntry = {
  time: "2026-10-09T04:00:00.000Z",
  action: "ticket_create",
  requestId: null,
  reference: "TK-20261009-0001",
  details: { subject: "打不开" },
};

Deno.test("MemoryLedger keeps what was decided on and gives it back", async () => {
  const ledger = new MemoryLedger();
  assertEquals(await ledger.entries(), []);
  assertEquals(await ledger.append(() => FIRST), FIRST);
  assertEquals(await ledger.append((entries) => ({ ...FIRST, reference: `seen ${entries.length}` })), {
    ...FIRST,
    reference: "seen 1",
  });
  assertEquals((await ledger.entries()).map(({ reference }) => reference), ["TK-20261009-0001", "seen 1"]);
});

Deno.test("MemoryLedger keeps nothing when nothing was decided on", async () => {
  const ledger = new MemoryLedger();
  assertEquals(await ledger.append(() => undefined), undefined);
  assertThrows(() =>
    ledger.append(() => {
      throw new RangeError("no");
    }), RangeError);
  assertEquals(await ledger.entries(), []);
});

Deno.test("MemoryLedger gives a copy that later entries do not change", async () => {
  const ledger = new MemoryLedger();
  const before = await ledger.entries();
  await ledger.append(() => FIRST);
  assertEquals(before, []);
});

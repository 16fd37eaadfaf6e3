import { assertEquals, assertRejects } from "@std/assert";
import fc from "fast-check";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { EmbeddedOrderDesk } from "../../tools/embedded_order_desk.ts";
import { FileLedger } from "../../tools/file_ledger.ts";
import type { LedgerEntry } from "../../tools/ledger.ts";

const NOON = new Date(2026, 9, 9, 12).getTime();
const TICKET = { subject: "Cannot find my order", description: "", priority: "normal" } as const;

/** Runs a test with the path of a ledger in a folder that is removed afterwards. */
async function withLedger(test: (path: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "handrail_ledger_" });
  try {
    await test(join(folder, "state", "ledger.jsonl"));
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function entry(reference: string): LedgerEntry {
  return {
    time: "2026-10-09T04:00:00.000Z",
    action: "ticket_create",
    requestId: null,
    reference,
    details: {},
  };
}

async function append(path: string, ...references: string[]): Promise<void> {
  const ledger = new FileLedger(path);
  for (const reference of references) await ledger.append(() => entry(reference));
}

async function references(path: string): Promise<string[]> {
  return (await new FileLedger(path).entries()).map(({ reference }) => reference);
}

async function addText(path: string, text: string): Promise<void> {
  await Deno.writeTextFile(path, text, { append: true });
}

const LINE_ONE =
  '{"time":"2026-10-09T04:00:00.000Z","action":"ticket_create","requestId":null,"reference":"one","details":{}}\n';

Deno.test("FileLedger is empty before its file is there, and makes none by reading", async () => {
  await withLedger(async (path) => {
    assertEquals(await references(path), []);
    await assertRejects(() => Deno.stat(path), Deno.errors.NotFound);
  });
});

Deno.test("FileLedger writes one line of JSON for each entry", async () => {
  await withLedger(async (path) => {
    await append(path, "one", "two");
    assertEquals(await Deno.readTextFile(path), LINE_ONE + LINE_ONE.replace("one", "two"));
  });
});

Deno.test("FileLedger keeps its file and its folder to the user", async () => {
  await withLedger(async (path) => {
    await append(path, "one");
    assertEquals(((await Deno.stat(path)).mode ?? 0) & 0o777, 0o600);
    assertEquals(((await Deno.stat(join(path, ".."))).mode ?? 0) & 0o777, 0o700);
  });
});

Deno.test("FileLedger finds its entries again when it is opened anew", async () => {
  await withLedger(async (path) => {
    await append(path, "one", "two");
    await append(path, "three");
    assertEquals(await references(path), ["one", "two", "three"]);
  });
});

Deno.test("append() shows all entries to whoever decides, and writes nothing when nothing was decided on", async () => {
  await withLedger(async (path) => {
    await append(path, "one");
    const ledger = new FileLedger(path);
    let seen: string[] = [];
    const outcome = await ledger.append((entries) => {
      seen = entries.map(({ reference }) => reference);
      return undefined;
    });
    assertEquals([outcome, seen], [undefined, ["one"]]);
    assertEquals(await Deno.readTextFile(path), LINE_ONE);
  });
});

Deno.test("append() gives the lock back when the decision throws", async () => {
  await withLedger(async (path) => {
    const ledger = new FileLedger(path);
    await assertRejects(
      () =>
        ledger.append(() => {
          throw new RangeError("undecided");
        }),
      RangeError,
      "undecided",
    );
    await append(path, "one");
    assertEquals(await references(path), ["one"]);
  });
});

Deno.test("entries() ignores a torn last line, and the next append cuts it off", async () => {
  const torn = ['{"time":"2026-10-09T0', LINE_ONE.trimEnd(), '{"subject":"订', "{"];
  for (const text of torn) {
    await withLedger(async (path) => {
      await append(path, "one");
      await addText(path, text);
      assertEquals(await references(path), ["one"], text);
      await append(path, "two");
      assertEquals(await Deno.readTextFile(path), LINE_ONE + LINE_ONE.replace("one", "two"), text);
    });
  }
});

Deno.test("append() cuts off a line that was torn in the middle of a character", async () => {
  await withLedger(async (path) => {
    await append(path, "订单");
    await Deno.writeFile(path, new TextEncoder().encode('{"subject":"订').slice(0, -1), { append: true });
    assertEquals(await references(path), ["订单"]);
    await append(path, "two");
    assertEquals(await references(path), ["订单", "two"]);
  });
});

Deno.test("append() cuts a torn line at its own beginning, also behind a byte that is not UTF-8", async () => {
  await withLedger(async (path) => {
    await append(path, "one", "two");
    const bytes = await Deno.readFile(path);
    bytes[LINE_ONE.indexOf('"one"') + 1] = 0xff;
    await Deno.writeFile(path, bytes);
    await addText(path, "{torn");
    await append(path, "three");
    assertEquals(await references(path), ["\ufffdne", "two", "three"]);
  });
});

Deno.test("FileLedger names the line that is not JSON, and writes nothing behind it", async () => {
  await withLedger(async (path) => {
    await append(path, "one");
    await addText(path, "not json\n");
    await addText(path, LINE_ONE);
    const message =
      `Cannot read ledger: line 2 of ${path} is no entry. Move the file aside to start a new one`;
    const before = await Deno.readTextFile(path);
    assertEquals((await assertRejects(() => references(path), Error)).message, message);
    assertEquals((await assertRejects(() => append(path, "two"), Error)).message, message);
    assertEquals(await Deno.readTextFile(path), before);
  });
});

Deno.test("FileLedger names a whole last line that is not JSON: it was not torn", async () => {
  await withLedger(async (path) => {
    await append(path, "one");
    await addText(path, "{\n");
    await assertRejects(() => references(path), Error, "line 2");
  });
});

Deno.test("FileLedger names a line that is JSON but no entry", async () => {
  for (
    const text of ["null", "42", "[]", "{}", LINE_ONE.trim().replace('"one"', "1"), '{"reference":"one"}']
  ) {
    await withLedger(async (path) => {
      await append(path, "one");
      await addText(path, `${text}\n`);
      await assertRejects(() => references(path), Error, "line 2", text);
    });
  }
});

Deno.test("two FileLedgers over one file never give the same ticket number", async () => {
  await withLedger(async (path) => {
    const desks = [1, 2].map(() => new EmbeddedOrderDesk({ ledger: new FileLedger(path), now: () => NOON }));
    const receipts = await Promise.all(
      Array.from({ length: 10 }, () => desks.map((desk) => desk.createTicket(TICKET))).flat(),
    );
    assertEquals(receipts.map(({ reference }) => reference).sort(), numbers(20));
    assertEquals(await references(path), numbers(20));
  });
});

Deno.test("four processes over one file never give the same ticket number", async () => {
  await withLedger(async (path) => {
    const printed = await Promise.all([1, 2, 3, 4].map(() => openTickets(path, 25)));
    assertEquals(printed.map((own) => own.length), [25, 25, 25, 25]);
    assertEquals(printed.flat().sort(), numbers(100));
    assertEquals(await references(path), numbers(100));
  });
});

Deno.test("a requestId is carried out once, whoever comes first of two FileLedgers", async () => {
  await withLedger(async (path) => {
    const desks = [1, 2].map(() => new EmbeddedOrderDesk({ ledger: new FileLedger(path), now: () => NOON }));
    const receipts = await Promise.all(
      desks.map((desk) => desk.createTicket(TICKET, { requestId: "req_1" })),
    );
    assertEquals(receipts.map(({ reference }) => reference), ["TK-20261009-0001", "TK-20261009-0001"]);
    assertEquals(receipts.map(({ duplicate }) => duplicate).sort(), [false, true]);
    assertEquals(await references(path), ["TK-20261009-0001"]);
  });
});

Deno.test("a ledger line parses back to the same subject, whatever was typed", async () => {
  await withLedger(async (path) => {
    let lines = 0;
    await fc.assert(
      fc.asyncProperty(anyText(), async (subject) => {
        const desk = new EmbeddedOrderDesk({ ledger: new FileLedger(path), now: () => NOON });
        await desk.createTicket({ ...TICKET, subject });
        const text = await Deno.readTextFile(path);
        assertEquals(text.split("\n").length, ++lines + 1);
        assertEquals((await new FileLedger(path).entries()).at(-1)?.details.subject, subject);
      }),
      {
        numRuns: 60,
        seed: 20261009,
        examples: [["a\nb"], ['"\\'], ["\ud800"], ["\u2028\u0000"], ["__proto__"]],
      },
    );
  });
});

/** Text of UTF-16 units, so that lone surrogates come up as well. */
function anyText(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  );
}

function numbers(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `TK-20261009-${String(at + 1).padStart(4, "0")}`);
}

async function openTickets(path: string, count: number): Promise<string[]> {
  const worker = fileURLToPath(new URL("../_support/ledger_worker.ts", import.meta.url));
  const { stdout, stderr, success } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", "--allow-read", "--allow-write", worker, path, String(count)],
  }).output();
  if (!success) throw new Error(`Cannot open tickets: ${new TextDecoder().decode(stderr)}`);
  return JSON.parse(new TextDecoder().decode(stdout));
}

Deno.test("FileLedger says what to do where it cannot write", async () => {
  await withLedger(async (path) => {
    // A file stands where the folder should.
    await Deno.writeTextFile(join(path, "..").replace(/\/$/, ""), "");
    const error = await assertRejects(() => append(path, "TK-1"), Error, "Cannot write to ledger: ");
    assertEquals(
      error.message.endsWith(". Set HANDRAIL_STATE to a folder that can be written to"),
      true,
      error.message,
    );
  });
});

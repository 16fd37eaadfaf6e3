/**
 * Opens tickets over a ledger file, for tests of several processes:
 * `deno run … ledger_worker.ts FILE COUNT`. Prints the tickets' numbers as a JSON array.
 *
 * @module
 */
import { EmbeddedOrderDesk } from "../../tools/embedded_order_desk.ts";
import { FileLedger } from "../../tools/file_ledger.ts";

const [path = "", count = "0"] = Deno.args;
const desk = new EmbeddedOrderDesk({
  ledger: new FileLedger(path),
  now: () => new Date(2026, 9, 9, 12).getTime(),
});
const references: string[] = [];
for (let no = 0; no < Number(count); no++) {
  const ticket = { subject: `${Deno.pid} ${no}`, description: "", priority: "normal" } as const;
  references.push((await desk.createTicket(ticket)).reference);
}
await Deno.stdout.write(new TextEncoder().encode(JSON.stringify(references)));

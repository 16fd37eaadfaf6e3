import { assertEquals } from "@std/assert";
import { join } from "node:path";
import { HandrailProcess, type ProcessEnd, runHandrail } from "../_support/handrail_process.ts";
import { infraTest } from "../_support/infra_test.ts";
import { ageClaim, nextClaim } from "../_support/kv_claims.ts";
import { tempFolder } from "../_support/temp_folder.ts";

const REQUEST = "Create a ticket, subject: cannot find my order";
const ARGS = ["run", "--json", "--session", "one", REQUEST];

/** What the model was told of its tool calls. */
function errorsTold({ events }: ProcessEnd): unknown[] {
  return events.filter(({ type }) => type === "tool.completed").map((event) => {
    const { output } = event as { readonly output?: { readonly error_type?: string } };
    return output?.error_type;
  });
}

infraTest(
  "a program that is killed in a write leaves its claim, and no other repeats the write (H4)",
  {},
  async () => {
    await using folder = await tempFolder();
    const ledger = join(folder.path, "ledger.jsonl");
    const kv = join(folder.path, "idempotency.kv");
    const env = {
      HANDRAIL_STATE: folder.path,
      IDEMPOTENCY_STORE: "kv",
      HANDRAIL_KV: kv,
      IDEMPOTENCY_WAIT_MS: "50",
    };
    const options = { home: folder.path, env };
    const claim = await (async () => {
      // Whoever holds the ledger's lock keeps the program in the middle of its write.
      using held = await Deno.open(ledger, { write: true, create: true });
      await held.lock(true);
      await using killed = HandrailProcess.start(ARGS, options);
      await killed.next("tool.started");
      const found = await nextClaim(kv);
      killed.kill("SIGKILL");
      await killed.end();
      return found;
    })();
    assertEquals([claim.record.label, claim.record.outcome], ["ticket_create", undefined]);

    assertEquals(errorsTold(await runHandrail(ARGS, options)), ["in_progress"]);
    await ageClaim(kv, claim);
    assertEquals(errorsTold(await runHandrail(ARGS, options)), ["unknown_outcome"]);
    assertEquals(await Deno.readTextFile(ledger), "");

    const forgotten = await runHandrail(["idempotency", "forget", claim.key.slice(0, 16)], options);
    assertEquals(forgotten.code, 0);
    assertEquals(errorsTold(await runHandrail(ARGS, options)), [undefined]);
    assertEquals((await Deno.readTextFile(ledger)).trim().split("\n").length, 1);
  },
);

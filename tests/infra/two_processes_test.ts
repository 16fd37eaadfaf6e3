import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { type ProcessEnd, runHandrail, type StartOptions } from "../_support/handrail_process.ts";
import { infraTest } from "../_support/infra_test.ts";
import { startRedisServer } from "../_support/redis_server.ts";
import { tempFolder } from "../_support/temp_folder.ts";

const REQUEST = "Create a ticket, subject: cannot find my order";
/** One folder holds one secret; that another machine would need it is said all the same. */
const NO_SECRET =
  "HANDRAIL_SECRET is not set: other machines on this Redis will not recognise these requests\n";

function requestTicket(options: StartOptions): Promise<ProcessEnd> {
  return runHandrail(["run", "--json", "--session", "one", REQUEST], options);
}

interface Answer {
  readonly ticket: string;
  readonly text: string;
  readonly hit: boolean;
  readonly store: string;
}

function answerOf({ code, events }: ProcessEnd): Answer {
  assertEquals(code, 0);
  const done = events.find(({ type }) => type === "tool.completed") ?? {};
  const { output, idempotency } = done as {
    readonly output?: { readonly structured?: { readonly ticketId?: string } };
    readonly idempotency?: { readonly hit: boolean; readonly store: string };
  };
  const turn = events.find(({ type }) => type === "turn.completed");
  return {
    ticket: output?.structured?.ticketId ?? "none",
    text: String(turn?.text),
    hit: idempotency?.hit ?? false,
    store: idempotency?.store ?? "none",
  };
}

/** Two callers, one ticket: one of them made it, both name it. */
function assertOneTicket(ends: readonly ProcessEnd[], store: string, stderr = ""): void {
  assertEquals(ends.map((end) => end.stderr), [stderr, stderr]);
  const answers = ends.map(answerOf);
  const [{ ticket } = { ticket: "none" }] = answers;
  assertMatch(ticket, /^TK-\d{8}-0001$/);
  for (const answer of answers) {
    assertEquals(answer.ticket, ticket);
    assertStringIncludes(answer.text, ticket);
    assertEquals(answer.store, store);
  }
  assertEquals(answers.map(({ hit }) => hit).sort(), [false, true]);
}

async function ledgerLines(home: string): Promise<number> {
  try {
    const text = await Deno.readTextFile(join(home, ".local/state/handrail/ledger.jsonl"));
    return text.split("\n").filter((line) => line !== "").length;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return 0;
    throw error;
  }
}

function kvHome(home: string): StartOptions {
  return { home, env: { IDEMPOTENCY_STORE: "kv", HANDRAIL_KV: join(home, "idempotency.kv") } };
}

infraTest("two programs at once over one KV file make one ticket and both name it (H20)", {}, async () => {
  await using folder = await tempFolder();
  const options = kvHome(folder.path);
  assertOneTicket(await Promise.all([requestTicket(options), requestTicket(options)]), "kv");
  assertEquals(await ledgerLines(folder.path), 1);
});

infraTest(
  "a program that starts anew over its KV file answers with the earlier ticket (H4)",
  {},
  async () => {
    await using folder = await tempFolder();
    const options = kvHome(folder.path);
    const ends = [await requestTicket(options), await requestTicket(options)];
    assertOneTicket(ends, "kv");
    assertEquals(ends.map(answerOf).map(({ hit }) => hit), [false, true]);
    assertEquals(await ledgerLines(folder.path), 1);
  },
);

infraTest("two programs at once over one Redis make one ticket and both name it (H20)", {
  needsRedis: true,
}, async () => {
  await using folder = await tempFolder();
  await using server = await startRedisServer();
  const options = { home: folder.path, env: { IDEMPOTENCY_STORE: "redis", REDIS_URL: server.url } };
  assertOneTicket(await Promise.all([requestTicket(options), requestTicket(options)]), "redis", NO_SECRET);
  assertEquals(await ledgerLines(folder.path), 1);
});

infraTest("two machines over one Redis and one secret make one ticket and both name it (H20)", {
  needsRedis: true,
}, async () => {
  await using one = await tempFolder();
  await using other = await tempFolder();
  await using server = await startRedisServer();
  const env = { IDEMPOTENCY_STORE: "redis", REDIS_URL: server.url, HANDRAIL_SECRET: "known to both" };
  const homes = [one.path, other.path];
  assertOneTicket(await Promise.all(homes.map((home) => requestTicket({ home, env }))), "redis");
  assertEquals(await ledgerLines(one.path) + await ledgerLines(other.path), 1);
});

import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { idempotencyCommand } from "../../../cli/commands/idempotency.ts";
import { parseCommandLine } from "../../../cli/command_line.ts";
import { readSettings } from "../../../cli/settings/settings.ts";
import { UsageError } from "../../../cli/usage_error.ts";
import { MemoryIdempotencyStore } from "../../../shells/stores/memory_idempotency_store.ts";
import { ScriptedModel } from "../../_support/scripted_model.ts";
import { testAgent } from "../../_support/test_agent.ts";
import { testProgram } from "../../_support/test_program.ts";

const AT = Date.parse("2026-03-01T09:00:00.000Z");
const KEYS = ["a".repeat(64), `ab${"0".repeat(62)}`, "b".repeat(64)] as const;

async function setUp(kind = "kv") {
  const store = new MemoryIdempotencyStore({ clock: { now: () => AT } });
  const [done, , lost] = KEYS;
  const { record } = await store.claim(done, "o1", 600_000, "ticket_create");
  await store.commit(done, record, { kind: "result", value: { phone: "13812345678" } });
  await store.claim(KEYS[1], "o2", 600_000, "order_refund");
  const third = await store.claim(lost, "o3", 600_000, "order_cancel");
  await store.commit(lost, third.record, { kind: "unknown" });
  const { program, output, errors } = testProgram(testAgent(new ScriptedModel([])).agent, {
    settings: readSettings({ HOME: "/nowhere", IDEMPOTENCY_STORE: kind }, "/nowhere"),
    openStore: () => Promise.resolve(store),
  });
  const run = (...args: string[]) => idempotencyCommand(program, parseCommandLine(["idempotency", ...args]));
  return { store, output, errors, run };
}

Deno.test("idempotency list shows key, state, times and tool, and no result", async () => {
  const { output, run } = await setUp();
  assertEquals(await run("list"), 0);
  const text = output.writes.join("");
  assertStringIncludes(
    text,
    "aaaaaaaaaaaaaaaa  done             2026-03-01T09:00:00.000Z → 2026-03-01T09:10:00.000Z  ticket_create\n",
  );
  assertStringIncludes(text, "  in_flight        ");
  assertStringIncludes(text, "  unknown_outcome  ");
  assertEquals(text.includes("13812345678"), false);
});

Deno.test("idempotency list --json is one object", async () => {
  const { output, run } = await setUp();
  assertEquals(await run("list", "--json"), 0);
  assertEquals(JSON.parse(output.writes.join("")).records[0], {
    key: "aaaaaaaaaaaaaaaa",
    tool: "ticket_create",
    state: "done",
    claimed_at: "2026-03-01T09:00:00.000Z",
    expires_at: "2026-03-01T09:10:00.000Z",
  });
});

Deno.test("idempotency forget removes the one record that a key begins with", async () => {
  const { store, output, errors, run } = await setUp();
  assertEquals(await run("forget", "a"), 1);
  assertStringIncludes(errors.writes.join(""), "it names 2 records. Write more of the key");
  assertEquals(await run("forget", "c"), 1);
  assertStringIncludes(errors.writes.join(""), "it names no record");
  assertEquals(await run("forget", "BBBB"), 0);
  assertEquals(output.writes.join(""), "Forgot bbbbbbbbbbbbbbbb (order_cancel, unknown_outcome).\n");
  assertEquals(await store.read(KEYS[2]), undefined);
  assertEquals((await store.read(KEYS[0]))?.owner, "o1");
});

Deno.test("idempotency forget --json is one object", async () => {
  const { output, run } = await setUp();
  assertEquals(await run("forget", "b", "--json"), 0);
  assertEquals(JSON.parse(output.writes.join("")), {
    forgot: { key: "bbbbbbbbbbbbbbbb", tool: "order_cancel", state: "unknown_outcome" },
  });
});

Deno.test("idempotency explains a wrong call, and that memory cannot be looked into", async () => {
  for (const args of [[], ["forget"], ["forget", ""], ["list", "x"], ["purge"]]) {
    const { run } = await setUp();
    await assertRejects(() => run(...args), UsageError, "Use idempotency list, or forget KEY");
  }
  const { run } = await setUp("memory");
  await assertRejects(() => run("list"), UsageError, "Set IDEMPOTENCY_STORE to redis or kv");
});

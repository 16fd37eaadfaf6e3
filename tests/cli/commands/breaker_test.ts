import { assertEquals, assertRejects } from "@std/assert";
import { breakerCommand } from "../../../cli/commands/breaker.ts";
import { parseCommandLine } from "../../../cli/command_line.ts";
import { readSettings } from "../../../cli/settings/settings.ts";
import { UsageError } from "../../../cli/usage_error.ts";
import { MemoryBreakerStore } from "../../../shells/stores/memory_breaker_store.ts";
import { ScriptedModel } from "../../_support/scripted_model.ts";
import { testAgent } from "../../_support/test_agent.ts";
import { testProgram } from "../../_support/test_program.ts";

const START = Date.parse("2026-03-01T09:00:00.000Z");

/** order_refund is open for another 30 seconds, kb_query has failed once. */
async function setUp(kind: "kv" | "memory" = "kv") {
  const store = new MemoryBreakerStore({ elapsed: () => START + 30_000 });
  const failures = ["timeout", "network", "timeout", "timeout", "timeout"].map((type) => ({
    at: START,
    type,
  }));
  await store.change("order_refund", () => ({ state: { failures, opening: { id: "1", at: START } } }));
  await store.change("kb_query", () => ({ state: { failures: [{ at: START + 1_000, type: "internal" }] } }));
  const { program, output } = testProgram(testAgent(new ScriptedModel([])).agent, {
    settings: readSettings({ HOME: "/nowhere", IDEMPOTENCY_STORE: kind }, "/nowhere"),
    openBreakerStore: () => Promise.resolve(store),
  });
  const run = (...args: string[]) => breakerCommand(program, parseCommandLine(["breaker", ...args]));
  const tools = async () => (await Array.fromAsync(store.list())).map(({ tool }) => tool);
  return { run, tools, said: () => output.writes.join("") };
}

Deno.test("breaker list shows each tool's state, until when, and how it failed", async () => {
  const { run, said } = await setUp();
  assertEquals(await run("list"), 0);
  assertEquals(
    said(),
    "kb_query  closed  internal\n" +
      "order_refund  open  until 2026-03-01T09:01:00.000Z  timeout, network, timeout, timeout, timeout\n",
  );
});

Deno.test("breaker list --json is one object", async () => {
  const { run, said } = await setUp();
  assertEquals(await run("list", "--json"), 0);
  const { breakers } = JSON.parse(said());
  assertEquals(breakers[0], {
    tool: "kb_query",
    state: "closed",
    failures: [{ time: "2026-03-01T09:00:01.000Z", error_type: "internal" }],
  });
  assertEquals([breakers[1].state, breakers[1].cools_until, breakers[1].failures.length], [
    "open",
    "2026-03-01T09:01:00.000Z",
    5,
  ]);
});

Deno.test("breaker reset forgets one tool, also by its alias, or all", async () => {
  const one = await setUp();
  assertEquals([await one.run("reset", "order_refund"), await one.tools()], [0, ["kb_query"]]);
  assertEquals([await one.run("reset", "searchKnowledgeBase"), await one.tools()], [0, []]);
  assertEquals(await one.run("reset", "kb_query"), 0);
  assertEquals(one.said(), "Reset order_refund.\nReset kb_query.\nThere was nothing to reset.\n");
  const all = await setUp();
  assertEquals([await all.run("reset", "--json"), await all.tools()], [0, []]);
  assertEquals(all.said(), '{"reset":["kb_query","order_refund"]}\n');
});

Deno.test("breaker explains a wrong call, an unknown tool, and that memory cannot be looked into", async () => {
  for (const args of [[], ["list", "kb_query"], ["open"], ["reset", "a", "b"]]) {
    const { run } = await setUp();
    await assertRejects(() => run(...args), UsageError, "Use breaker list, or reset [TOOL]");
  }
  const { run } = await setUp();
  await assertRejects(
    () => run("reset", "refunds"),
    UsageError,
    'Cannot reset "refunds": no such tool. Known: ',
  );
  const memory = await setUp("memory");
  await assertRejects(() => memory.run("list"), UsageError, "Set IDEMPOTENCY_STORE to redis or kv");
});

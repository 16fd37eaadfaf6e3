/**
 * Measures what each shell, and the whole default stack, adds to a call in this process, over the bare call in the same
 * run.
 *
 * ```sh
 * deno task bench:shells
 * ```
 *
 * @module
 */
// deno-lint-ignore-file no-console -- a benchmark prints its figures
import * as z from "zod";
import { defaultShells, SHELL_ORDER, type ShellServices, type ShellTurn } from "../agent/default_shells.ts";
import { ApprovalGrants } from "../shells/approval_grants.ts";
import { approvalPolicy } from "../shells/approval_policy.ts";
import { Breaker } from "../shells/breaker.ts";
import { systemClock } from "../shells/clock.ts";
import { composeToolShells } from "../shells/compose_tool_shells.ts";
import { IdempotencyRegistry } from "../shells/idempotency_registry.ts";
import { LoopWatch } from "../shells/loop_watch.ts";
import { AliasVault } from "../shells/pii/alias_vault.ts";
import { DEFAULT_RECOGNISERS } from "../shells/pii/default_recognisers.ts";
import { PersonalDataGuard } from "../shells/pii/personal_data_guard.ts";
import type { Shell } from "../shells/shell.ts";
import { MemoryBreakerStore } from "../shells/stores/memory_breaker_store.ts";
import { MemoryIdempotencyStore } from "../shells/stores/memory_idempotency_store.ts";
import { callTool, READ, WRITE } from "../tests/_support/fake_tool.ts";
import type { AgentTool, ToolTraits } from "../tools/types.ts";
import { type SampledCase, sampleInTurn } from "./idempotency_sampling.ts";

/** The whole stack may cost a call so much, in microseconds. */
const BUDGET_US = 40;
const BARE = "bare call";
const RULES = { failures: 5, windowMs: 60_000, coolDownMs: 60_000, probeLeaseMs: 35_000 };

/** An answer as the order desk gives it; nothing in it is personal. */
const ANSWER = {
  status: "success",
  summary: "订单 B-0001 已发货，预计 2 天后送达。",
  structured: { status: "shipped", orderId: "B-0001", etaDays: 2, item: "coffee grinder", amount: 899 },
};

function toolOf(traits: ToolTraits): AgentTool {
  return {
    description: "A tool for the benchmark",
    inputSchema: z.object({
      orderId: z.string().regex(/^[A-Z]-\d{4}$/),
      reason: z.string().max(500).optional(),
    }),
    traits,
    execute: () => Promise.resolve(ANSWER),
  };
}

const elapsed = () => performance.now();
const registry = new IdempotencyRegistry({
  store: new MemoryIdempotencyStore({ clock: systemClock }),
  secret: "s",
});
const services: ShellServices = {
  clock: systemClock,
  language: () => "zh",
  policy: approvalPolicy("high_risk"),
  asker: { ask: () => Promise.reject(new Error("Nobody is asked in a benchmark")) },
  registry,
  breaker: new Breaker({ store: new MemoryBreakerStore({ elapsed }), rules: RULES, elapsed }),
  toolTimeoutMs: 30_000,
};

function turn(guarded: boolean): ShellTurn {
  const guard = new PersonalDataGuard({ recognisers: DEFAULT_RECOGNISERS, vault: new AliasVault() });
  return {
    sessionId: "ses_1",
    turnId: "trn_1",
    epoch: { current: () => 0, start: () => {} },
    grants: new ApprovalGrants({ now: Date.now }),
    sink: () => {},
    watch: new LoopWatch(),
    onOpen: () => Promise.reject(new Error("Nothing fails in a benchmark")),
    ...(guarded && { guard }),
  };
}

function caseOf(name: string, traits: ToolTraits, shells: readonly Shell[]): SampledCase {
  const { order_update: tool } = composeToolShells({ order_update: toolOf(traits) }, shells);
  if (!tool) throw new Error("Cannot compose: the tool is missing");
  // Each call has arguments of its own, so that none is a replay and none is a loop.
  const run = (call: number) =>
    callTool(tool, { orderId: `A-${1000 + call % 9000}`, reason: `reason ${call}` });
  return { name, run };
}

const alone = defaultShells(services, turn(true));
const cases: SampledCase[] = [
  caseOf(BARE, READ, []),
  ...SHELL_ORDER.map((name, at) => caseOf(name, WRITE, alone.slice(at, at + 1))),
  caseOf("default stack, read", READ, defaultShells(services, turn(false))),
  caseOf("default stack, write", WRITE, defaultShells(services, turn(false))),
  caseOf("guarded stack, read", READ, defaultShells(services, turn(true))),
  caseOf("guarded stack, write", WRITE, defaultShells(services, turn(true))),
];
const medians = await sampleInTurn(cases, { rounds: 300, batch: 50 });
const bare = medians.get(BARE) ?? NaN;
console.log("What a call costs over the bare one, medians of 300 samples of 50 calls");
for (const [name, microseconds] of medians) {
  const added = microseconds - bare;
  const verdict = name.includes("stack")
    ? `  (budget ${BUDGET_US} µs: ${added <= BUDGET_US ? "met" : "MISSED"})`
    : "";
  console.log(
    `${name.padEnd(24)} ${(name === BARE ? microseconds : added).toFixed(1).padStart(7)} µs${verdict}`,
  );
}

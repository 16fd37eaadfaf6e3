/**
 * Calls a failing tool behind a shared breaker: `deno run … breaker_worker.ts redis|kv PLACE COUNT`. Prints what became of each
 * call: `ran`, or the refusal's type.
 *
 * @module
 */
import { Breaker } from "../../shells/breaker.ts";
import { circuitBreaker } from "../../shells/circuit_breaker.ts";
import { systemClock } from "../../shells/clock.ts";
import { createBreakerStore } from "../../shells/stores/create_breaker_store.ts";
import { type AgentTool, ToolCallError } from "../../tools/types.ts";

const [kind = "", place = "", count = "0"] = Deno.args;
const store = await createBreakerStore({
  kind: kind === "redis" ? "redis" : "kv",
  redisUrl: place,
  kvPath: place,
  clock: systemClock,
  elapsed: () => performance.now(),
});
const rules = { failures: 5, windowMs: 60_000, coolDownMs: 60_000, probeLeaseMs: 35_000 };
const openings: string[] = [];
const shell = circuitBreaker({
  breaker: new Breaker({ store, rules }),
  onOpen: ({ tool }) => {
    openings.push(tool);
    return Promise.resolve(undefined);
  },
});
const failing = {
  execute: () => Promise.reject(new ToolCallError("unavailable", "down")),
  traits: { kind: "read", risk: "low", priority: "core", aliases: [], repeat: "share" },
} as unknown as AgentTool;
const { execute } = shell(failing, { name: "order_refund" });
const outcomes: string[] = [];
for (let no = 0; no < Number(count); no++) {
  const call = Promise.resolve(execute?.({}, { toolCallId: `c${no}`, messages: [] }));
  outcomes.push(
    await call.then(() => "worked", (error) => error.type === "unavailable" ? "ran" : error.type),
  );
}
await store[Symbol.asyncDispose]?.();
await Deno.stdout.write(new TextEncoder().encode(JSON.stringify({ outcomes, openings })));

/**
 * A breaker on a clock that a test moves, and a tool that does what the test says.
 *
 * @module
 */
import { Breaker, type BreakerOpening } from "../../shells/breaker.ts";
import { circuitBreaker } from "../../shells/circuit_breaker.ts";
import type { BreakerRules } from "../../shells/breaker_state.ts";
import type { BreakerStore } from "../../shells/stores/breaker_store.ts";
import { MemoryBreakerStore } from "../../shells/stores/memory_breaker_store.ts";
import { type AgentTool, type CallFacts, ToolCallError, type ToolErrorType } from "../../tools/types.ts";
import { FakeClock } from "./fake_clock.ts";
import { callTool, ManualTool, READ } from "./fake_tool.ts";
import { isSettled } from "./flush_microtasks.ts";

/** The rules of these tests. */
export const RULES: BreakerRules = {
  failures: 5,
  windowMs: 60_000,
  coolDownMs: 60_000,
  probeLeaseMs: 35_000,
};

/** What {@linkcode breakerScene} makes. */
export interface BreakerScene {
  readonly clock: FakeClock;
  readonly breaker: Breaker;
  readonly manual: ManualTool;
  /** The tool with the shell around it. */
  readonly tool: AgentTool;
  /** Facts of all calls, in the order in which they came. */
  readonly facts: CallFacts[];
  readonly openings: BreakerOpening[];
  readonly warnings: string[];
  /** Calls it, without waiting. */
  call(signal?: AbortSignal): Promise<unknown>;
  /** Calls it and ends the execution with an error of this type, or with a success. */
  callAndEnd(how: ToolErrorType | "success"): Promise<unknown>;
}

/** Builds one; `store` replaces the memory. */
export function breakerScene(replace: { readonly store?: BreakerStore } = {}): BreakerScene {
  const clock = new FakeClock();
  const elapsed = () => clock.now();
  const [facts, openings, warnings]: [CallFacts[], BreakerOpening[], string[]] = [[], [], []];
  const store = replace.store ?? new MemoryBreakerStore({ elapsed });
  const breaker = new Breaker({
    store,
    rules: RULES,
    elapsed,
    onWarning: (message) => warnings.push(message),
  });
  const manual = new ManualTool(READ);
  const onOpen = (opening: BreakerOpening) => {
    openings.push(opening);
    return Promise.resolve("handed over");
  };
  const tool = circuitBreaker({ breaker, onOpen })(manual.tool, { name: "order_refund" });
  const call: BreakerScene["call"] = (signal) =>
    callTool(tool, {}, { report: (more) => facts.push(more), ...(signal && { abortSignal: signal }) });
  return {
    clock,
    breaker,
    manual,
    tool,
    facts,
    openings,
    warnings,
    call,
    callAndEnd: async (how) => {
      const before = manual.count;
      const end = call().catch((error) => error);
      // A call that is refused must not keep a test waiting.
      if (await isSettled(end)) throw new Error(`Cannot end a call that did not run: ${await end}`);
      const execution = manual.execution(before);
      if (how === "success") execution.resolve("done");
      else execution.reject(new ToolCallError(how, `it failed: ${how}`));
      return await end;
    },
  };
}

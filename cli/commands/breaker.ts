/**
 * `handrail breaker`: which tools are failing or switched off, for an operator.
 *
 * @module
 */
import { breakerPhase, type BreakerRules } from "../../shells/breaker_state.ts";
import type { BreakerEntry } from "../../shells/stores/breaker_store.ts";
import { cleanText } from "../text/clean_text.ts";
import type { CommandLine } from "../command_line.ts";
import { EXIT } from "../exit_code.ts";
import { inspectAgent } from "../inspect_agent.ts";
import type { Program } from "../program.ts";
import { UsageError } from "../usage_error.ts";

/**
 * Lists breakers, or closes one or all of them.
 *
 * @param program The program.
 * @param line The command line.
 * @returns The exit code: 0, also when there was nothing to reset.
 * @throws {UsageError} If the action or the tool is unknown, or the store is this process's own memory.
 *
 * @example
 * ```ts
 * await breakerCommand(program, parseCommandLine(["breaker", "list"]));
 * ```
 */
export async function breakerCommand(program: Program, { operands, flags }: CommandLine): Promise<number> {
  const [action, tool, ...rest] = operands;
  const isList = action === "list" && tool === undefined;
  const isReset = action === "reset" && rest.length === 0;
  if (!isList && !isReset) {
    throw new UsageError({
      en: `Cannot run breaker ${operands.join(" ")}: no such action. Use breaker list, or reset [TOOL]`,
      zh: `无法运行 breaker ${operands.join(" ")}：没有这个操作。可用：breaker list，或 reset [工具]`,
    });
  }
  if (program.settings.store === "memory") {
    throw new UsageError({
      en:
        "Cannot look into the breakers: in memory they end with their process. Set IDEMPOTENCY_STORE to redis or kv",
      zh: "无法查看熔断器：在内存里，它们随进程结束而消失。请把 IDEMPOTENCY_STORE 设为 redis 或 kv",
    });
  }
  const store = await program.openBreakerStore();
  const entries = (await Array.fromAsync(store.list())).sort((a, b) => a.tool < b.tool ? -1 : 1);
  return isReset ? await reset(program, tool, entries, flags.json) : await list(program, entries, flags.json);
}

async function list(
  { output, settings }: Program,
  entries: readonly BreakerEntry[],
  json: boolean,
): Promise<number> {
  const { breakerFailures, breakerWindowMs, breakerCoolDownMs, toolTimeoutMs } = settings;
  const rules: BreakerRules = {
    failures: breakerFailures,
    windowMs: breakerWindowMs,
    coolDownMs: breakerCoolDownMs,
    probeLeaseMs: toolTimeoutMs,
  };
  const shown = entries.map(({ tool, state, now }) => ({
    tool,
    state: breakerPhase(state, now, rules),
    failures: state.failures.map(({ at, type }) => ({ time: new Date(at).toISOString(), error_type: type })),
    ...(state.opening && { cools_until: new Date(state.opening.at + breakerCoolDownMs).toISOString() }),
  }));
  if (json) {
    await output.write(`${JSON.stringify({ breakers: shown })}\n`);
    return EXIT.completed;
  }
  const wording = WORDING[settings.language];
  const lines = shown.map(({ tool, state, failures, cools_until }) => {
    const until = cools_until === undefined ? "" : `  ${wording.until} ${cools_until}`;
    const types = failures.map(({ error_type }) => error_type).join(", ");
    return `${cleanText(tool)}  ${state}${until}  ${cleanText(types)}`;
  });
  await output.write(lines.length === 0 ? `${wording.none}\n` : `${lines.join("\n")}\n`);
  return EXIT.completed;
}

async function reset(
  program: Program,
  wanted: string | undefined,
  entries: readonly BreakerEntry[],
  json: boolean,
): Promise<number> {
  const known = entries.map(({ tool }) => tool);
  const chosen = wanted === undefined ? known : [await nameOf(program, wanted, known)];
  const store = await program.openBreakerStore();
  const closed: string[] = [];
  for (const tool of chosen) if (await store.reset(tool)) closed.push(tool);
  if (json) {
    await program.output.write(`${JSON.stringify({ reset: closed })}\n`);
    return EXIT.completed;
  }
  const names = closed.map((tool) => cleanText(tool)).join(", ");
  const wording = WORDING[program.settings.language];
  await program.output.write(`${closed.length === 0 ? wording.nothing : wording.reset(names)}\n`);
  return EXIT.completed;
}

/** A tool that is no longer there may still have a breaker. */
async function nameOf(program: Program, wanted: string, known: readonly string[]): Promise<string> {
  if (known.includes(wanted)) return wanted;
  const { registry } = await inspectAgent(program);
  const name = registry.resolve(wanted)?.name;
  if (name !== undefined) return name;
  throw new UsageError({
    en: `Cannot reset ${JSON.stringify(wanted)}: no such tool. Known: ${registry.names().join(", ")}`,
    zh: `无法重置 ${JSON.stringify(wanted)}：没有这个工具。已有：${registry.names().join("、")}`,
  });
}

const WORDING = {
  en: {
    none: "No tool has failed lately.",
    until: "until",
    nothing: "There was nothing to reset.",
    reset: (names: string) => `Reset ${names}.`,
  },
  zh: {
    none: "最近没有工具出错。",
    until: "直到",
    nothing: "没有需要重置的。",
    reset: (names: string) => `已重置 ${names}。`,
  },
} as const;

/**
 * `handrail idempotency`: what was done and is remembered, for an operator.
 *
 * @module
 */
import type { IdempotencyRecord } from "../../shells/stores/idempotency_store.ts";
import type { KeyedRecord } from "../../shells/stores/record_administration.ts";
import { cleanText } from "../text/clean_text.ts";
import type { CommandLine } from "../command_line.ts";
import { EXIT } from "../exit_code.ts";
import type { Program } from "../program.ts";
import { tellFault } from "../tell_fault.ts";
import { UsageError } from "../usage_error.ts";

/** As much of a key as is shown; enough to tell records apart. */
const SHOWN_KEY_LENGTH = 16;

/**
 * Lists records, or removes one. Results are not shown: they may hold personal data.
 *
 * @param program The program.
 * @param line The command line.
 * @returns The exit code: 1 when there is no such record.
 * @throws {UsageError} If the action is unknown, or the store is this process's own memory.
 *
 * @example
 * ```ts
 * await idempotencyCommand(program, parseCommandLine(["idempotency", "list"]));
 * ```
 */
export async function idempotencyCommand(
  program: Program,
  { operands, flags }: CommandLine,
): Promise<number> {
  const [action, key, ...rest] = operands;
  const isList = action === "list" && key === undefined;
  // An empty key, as an unset variable of a shell makes one, would name whatever record is alone.
  const isForget = action === "forget" && key !== undefined && key !== "" && rest.length === 0;
  if (!isList && !isForget) {
    throw new UsageError({
      en: `Cannot run idempotency ${operands.join(" ")}: no such action. Use idempotency list, or forget KEY`,
      zh: `无法运行 idempotency ${operands.join(" ")}：没有这个操作。可用：idempotency list，或 forget 键`,
    });
  }
  if (program.settings.store === "memory") {
    throw new UsageError({
      en:
        "Cannot look into the store: records in memory end with their process. Set IDEMPOTENCY_STORE to redis or kv",
      zh: "无法查看记录：内存中的记录随进程结束而消失。请把 IDEMPOTENCY_STORE 设为 redis 或 kv",
    });
  }
  const store = await program.openStore();
  const records: KeyedRecord[] = [];
  for await (const record of store.list()) records.push(record);
  records.sort((a, b) => a.record.claimedAt - b.record.claimedAt);
  return isForget
    ? await forget(program, key, records, flags.json)
    : await list(program, records, flags.json);
}

async function list(
  { output, settings }: Program,
  records: readonly KeyedRecord[],
  json: boolean,
): Promise<number> {
  const shown = records.map(({ key, record }) => ({
    key: key.slice(0, SHOWN_KEY_LENGTH),
    tool: record.label ?? "",
    state: stateOf(record),
    claimed_at: new Date(record.claimedAt).toISOString(),
    expires_at: new Date(record.expiresAt).toISOString(),
  }));
  if (json) {
    await output.write(`${JSON.stringify({ records: shown })}\n`);
    return EXIT.completed;
  }
  const lines = shown.map(({ key, tool, state, claimed_at, expires_at }) =>
    `${key}  ${state.padEnd(15)}  ${claimed_at} → ${expires_at}  ${cleanText(tool)}`
  );
  const { none } = WORDING[settings.language];
  await output.write(`${(lines.length === 0 ? [none] : lines).join("\n")}\n`);
  return EXIT.completed;
}

async function forget(
  program: Program,
  prefix: string,
  records: readonly KeyedRecord[],
  json: boolean,
): Promise<number> {
  const matches = records.filter(({ key }) => key.startsWith(prefix.toLowerCase()));
  const [only] = matches;
  if (!only || matches.length > 1) {
    const why = matches.length > 1
      ? {
        en: `it names ${matches.length} records. Write more of the key`,
        zh: `它对应 ${matches.length} 条记录。请把键写得更长`,
      }
      : { en: "it names no record. See idempotency list", zh: "没有对应的记录。见 idempotency list" };
    const given = JSON.stringify(prefix);
    await tellFault(program, {
      en: `Cannot forget ${given}: ${why.en}`,
      zh: `无法删除 ${given} 的记录：${why.zh}`,
    });
    return EXIT.failed;
  }
  const store = await program.openStore();
  await store.forget(only.key);
  const { forgot } = WORDING[program.settings.language];
  const [key, tool, state] = [
    only.key.slice(0, SHOWN_KEY_LENGTH),
    only.record.label ?? "",
    stateOf(only.record),
  ];
  await program.output.write(
    json
      ? `${JSON.stringify({ forgot: { key, tool, state } })}\n`
      : `${forgot(key, cleanText(tool), state)}\n`,
  );
  return EXIT.completed;
}

function stateOf({ outcome }: IdempotencyRecord): string {
  if (!outcome) return "in_flight";
  if (outcome.kind === "unknown") return "unknown_outcome";
  return outcome.kind === "result_lost" ? "result_lost" : "done";
}

const WORDING = {
  en: {
    none: "No records.",
    forgot: (key: string, tool: string, state: string) => `Forgot ${key} (${tool}, ${state}).`,
  },
  zh: {
    none: "没有记录。",
    forgot: (key: string, tool: string, state: string) => `已删除 ${key} 的记录（${tool}，${state}）。`,
  },
} as const;

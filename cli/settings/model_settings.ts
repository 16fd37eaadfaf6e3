/**
 * How models are asked, from the file, the environment and flags.
 *
 * @module
 */
import {
  type HeaderValue,
  type ModelRules,
  type ModelTuning,
  REASONING_EFFORTS,
  type ReasoningEffort,
} from "../../agent/models/model_rules.ts";
import type { ModelConfig } from "./model_config.ts";
import type { Flags } from "../flags.ts";
import type { Settings } from "./settings.ts";
import { unreadable } from "./unreadable.ts";
import type { Environment } from "./variables.ts";

/**
 * The rules that a file and the environment make; the environment wins.
 *
 * @param config The key `models` of the file.
 * @param environment The variables, those that headers name among them.
 * @throws {UsageError} If a variable has a value that means nothing.
 *
 * @example
 * ```ts
 * readModelRules({ temperature: 1 }, { HANDRAIL_TEMPERATURE: "0" }).override.temperature; // 0
 * ```
 */
export function readModelRules(config: ModelConfig = {}, environment: Environment = {}): ModelRules {
  const { only = {}, prices = {}, contextWindow = {}, use: _, baseUrls: _urls, keys: _keys, ...tuning } =
    config;
  const values = environment as Readonly<Record<string, string | undefined>>;
  const named = headerVariables(config).map((name) => [name, values[name]?.trim()]);
  return {
    tuning,
    tuningOf: only,
    override: readTuning({
      temperature: ["HANDRAIL_TEMPERATURE", environment.HANDRAIL_TEMPERATURE],
      maxOutputTokens: ["HANDRAIL_MAX_TOKENS", environment.HANDRAIL_MAX_TOKENS],
      reasoningEffort: ["HANDRAIL_REASONING", environment.HANDRAIL_REASONING],
    }),
    prices,
    contextWindows: contextWindow,
    headerVariables: Object.fromEntries(named.filter(([, value]) => value)),
  };
}

/**
 * The settings with what flags say of the model.
 *
 * @param settings What was set elsewhere.
 * @param flags The flags.
 * @throws {UsageError} If a flag has a value that means nothing.
 *
 * @example
 * ```ts
 * tuneByFlags(settings, line.flags).modelRules.override;
 * ```
 */
export function tuneByFlags(
  settings: Settings,
  flags: Pick<Flags, "temperature" | "max-tokens" | "reasoning">,
): Settings {
  const said = readTuning({
    temperature: ["--temperature", flags.temperature],
    maxOutputTokens: ["--max-tokens", flags["max-tokens"]],
    reasoningEffort: ["--reasoning", flags.reasoning],
  });
  const { modelRules } = settings;
  return { ...settings, modelRules: { ...modelRules, override: { ...modelRules.override, ...said } } };
}

/** The variables that a file takes headers from. */
export function headerVariables({ only = {}, headers }: ModelConfig = {}): string[] {
  const all = [headers, ...Object.values(only).map((tuning) => tuning.headers)];
  const values: HeaderValue[] = all.flatMap((named) => Object.values(named ?? {}));
  return values.flatMap((value) => typeof value === "string" ? [] : [value.env]);
}

/** Where a value was given, and which. */
type Given = readonly [source: string, value: string | undefined];

function readTuning(given: {
  readonly temperature: Given;
  readonly maxOutputTokens: Given;
  readonly reasoningEffort: Given;
}): ModelTuning {
  const temperature = read(given.temperature, temperatureOf);
  const maxOutputTokens = read(given.maxOutputTokens, tokensOf);
  const reasoningEffort = read(given.reasoningEffort, effortOf);
  return {
    ...(temperature !== undefined && { temperature }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(reasoningEffort !== undefined && { reasoningEffort }),
  };
}

function read<T>([source, value]: Given, reader: (source: string, value: string) => T): T | undefined {
  const text = value?.trim();
  return text === undefined || text === "" ? undefined : reader(source, text);
}

function temperatureOf(source: string, value: string): number {
  const number = /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : NaN;
  if (number <= 2) return number;
  throw unreadable(source, {
    en: `${JSON.stringify(value)} is no temperature. Use a number from 0 to 2`,
    zh: `${JSON.stringify(value)} 不是温度值。请用 0 到 2 之间的数`,
  });
}

function tokensOf(source: string, value: string): number {
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value);
  throw unreadable(source, {
    en: `${JSON.stringify(value)} is no count of tokens. Use a whole number from 1`,
    zh: `${JSON.stringify(value)} 不是词元数。请用 1 或更大的整数`,
  });
}

function effortOf(source: string, value: string): ReasoningEffort {
  const effort = REASONING_EFFORTS.find((known) => known === value);
  if (effort) return effort;
  throw unreadable(source, {
    en: `${JSON.stringify(value)} is unknown. Use ${REASONING_EFFORTS.join(", ")}`,
    zh: `没有 ${JSON.stringify(value)} 这一档。可用：${REASONING_EFFORTS.join("、")}`,
  });
}

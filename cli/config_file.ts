/**
 * What `handrail.json` sets.
 *
 * @module
 */
import * as z from "zod";
import { LOG_LEVELS } from "./log/log_settings.ts";
import { modelConfig } from "./model_config.ts";
import { UsageError } from "./usage_error.ts";

const scalar = z.union([z.string(), z.number(), z.boolean()]);

const predicate = z.strictObject({
  present: z.boolean().optional(),
  equals: scalar.optional(),
  oneOf: z.array(scalar).min(1).optional(),
  matches: z.string().optional(),
  above: z.number().optional(),
  atLeast: z.number().optional(),
  below: z.number().optional(),
  atMost: z.number().optional(),
});

const rule = z.strictObject({
  tools: z.array(z.string().min(1)).min(1).optional(),
  risk: z.enum(["low", "high"]).optional(),
  kind: z.enum(["read", "write"]).optional(),
  when: z.record(z.string(), predicate).optional(),
  action: z.enum(["ask", "allow", "deny"]),
  reason: z.string().min(1).optional(),
});

const configFile = z.strictObject({
  models: modelConfig.optional(),
  approval: z.strictObject({
    /** As `AGENT_CONFIRM_TOOLS`, which wins. */
    confirmTools: z.array(z.string().min(1)).optional(),
    rules: z.array(rule).optional(),
  }).optional(),
  pii: z.strictObject({
    /** As `AGENT_GUARD_PII`, which wins. */
    guard: z.boolean().optional(),
    strategy: z.enum(["alias", "mask", "hash", "block"]).optional(),
    /** Only these kinds; all of them when left out. */
    kinds: z.array(z.string().min(1)).optional(),
    /** Kinds of one's own. */
    patterns: z.array(z.strictObject({ kind: z.string().min(1), pattern: z.string().min(1) })).optional(),
  }).optional(),
  ui: z.strictObject({
    /** As `HANDRAIL_LANG`, which wins. */
    language: z.enum(["en", "zh"]).optional(),
    /** False: answers at a terminal as the model wrote them. */
    markdown: z.boolean().optional(),
    /** False: no line about tokens behind a turn. */
    usage: z.boolean().optional(),
  }).optional(),
  log: z.strictObject({
    /** As `HANDRAIL_CALL_LOG`, which wins. */
    calls: z.boolean().optional(),
    maxBytes: z.int().min(10_000).optional(),
    files: z.int().min(2).max(100).optional(),
    maxAgeDays: z.number().positive().optional(),
    /** As `HANDRAIL_LOG_LEVEL`, which wins. */
    level: z.enum(LOG_LEVELS).optional(),
  }).optional(),
});

/** The contents of `handrail.json`, every key optional. */
export type ConfigFile = z.infer<typeof configFile>;

/** A file that was found. */
export interface FoundConfig {
  readonly path: string;
  readonly config: ConfigFile;
}

/**
 * Reads the first file that exists.
 *
 * @param paths Where to look, in order.
 * @param read Gives a file's text; `undefined` when there is none.
 * @returns The file; `undefined` when there is none.
 * @throws {UsageError} If a file is no JSON, or a key is unknown or has a value that means nothing; it names the key.
 *
 * @example
 * ```ts
 * readConfigFile(["handrail.json"], read)?.config.approval?.rules;
 * ```
 */
export function readConfigFile(
  paths: readonly string[],
  read: (path: string) => string | undefined,
): FoundConfig | undefined {
  for (const path of paths) {
    const text = read(path);
    if (text !== undefined) return { path, config: parseConfig(text, path) };
  }
  return undefined;
}

function parseConfig(text: string, path: string): ConfigFile {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch (error) {
    throw new UsageError(`Cannot read ${path}: ${(error as Error).message}. Mend it, or take it away`, {
      cause: error,
    });
  }
  const parsed = configFile.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path: keys, message }) =>
    `${keys.map(String).join(".") || "the file"}: ${message}`
  );
  throw new UsageError(`Cannot read ${path}: ${issues.join("; ")}. See docs/configuration.md`);
}

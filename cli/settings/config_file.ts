/**
 * What `handrail.json` sets.
 *
 * @module
 */
import * as z from "zod";
import type { ConfigPath } from "./config_paths.ts";
import { issueWords } from "./config_wording.ts";
import { duplicateKey } from "./duplicate_key.ts";
import { LOG_LEVELS } from "../log/log_settings.ts";
import { modelConfig } from "./model_config.ts";
import { networkConfig } from "./network_config.ts";
import { unreadable } from "./unreadable.ts";
import { UsageError } from "../usage_error.ts";

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
  network: networkConfig.optional(),
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

/** What only the person's own file may say: where requests go, with whose key, and whom they trust on the way. */
export interface OwnConfig {
  /** The file that says so. */
  readonly path: string;
  readonly models: Pick<NonNullable<ConfigFile["models"]>, typeof OWN_MODEL_KEYS[number]>;
  readonly network: NonNullable<ConfigFile["network"]>;
}

/** What was found. */
export interface FoundConfig {
  /** The nearest file. */
  readonly path: string;
  readonly config: ConfigFile;
  /** From the person's own file, whether it is the nearest or not; absent without one. */
  readonly own?: OwnConfig;
}

/** Below `models`. */
const OWN_MODEL_KEYS = ["use", "baseUrls", "keys"] as const;

/**
 * Reads the nearest file for all that any file may say, and the person's own for what only that one may: see
 * docs/decisions/0015-only-your-own-file-says-where-requests-go.md.
 *
 * @param paths Where to look, the nearest first.
 * @param read Gives a file's text; `undefined` when there is none.
 * @returns What was found; `undefined` when there is no file.
 * @throws {UsageError} If a file is no JSON, or a key is unknown, stands there twice, has a value that means nothing, or belongs in another
 *   file; it names the key, and never a value.
 *
 * @example
 * ```ts
 * readConfigFile([{ path: "handrail.json", isOwn: false }], read)?.config.approval?.rules;
 * ```
 */
export function readConfigFile(
  paths: readonly ConfigPath[],
  read: (path: string) => string | undefined,
): FoundConfig | undefined {
  const files = paths.flatMap(({ path, isOwn }) => {
    const text = read(path);
    return text === undefined ? [] : [{ path, isOwn, config: parseConfig(text, path) }];
  });
  for (const { path, isOwn, config } of files) {
    if (!isOwn) refuseOwnKeys(path, config);
  }
  const [nearest] = files;
  if (nearest === undefined) return undefined;
  const own = files.find(({ isOwn }) => isOwn);
  return {
    path: nearest.path,
    config: nearest.config,
    ...(own && {
      own: { path: own.path, models: own.config.models ?? {}, network: own.config.network ?? {} },
    }),
  };
}

function refuseOwnKeys(path: string, { models = {}, network }: ConfigFile): void {
  const keys = [
    ...OWN_MODEL_KEYS.filter((key) => models[key] !== undefined).map((key) => `models.${key}`),
    ...Object.keys(network ?? {}).map((key) => `network.${key}`),
  ];
  if (keys.length === 0) return;
  throw new UsageError({
    en:
      `Cannot use ${path}: ${
        keys.join(", ")
      } would say where your keys and words go, and this file may have come ` +
      "with somebody else's folder. Move it to your own file, ~/.config/handrail/handrail.json",
    zh:
      `不能使用 ${path}：${
        keys.join("、")
      } 会决定你的密钥和文字发往何处，而这个文件可能是随别人的文件夹来的。` +
      "请移到你自己的文件 ~/.config/handrail/handrail.json",
  });
}

function parseConfig(text: string, path: string): ConfigFile {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch (error) {
    const fault = faultOf(error as Error, text);
    throw unreadable(path, {
      en: `${fault}. Mend it, or take it away`,
      zh: `不是有效的 JSON（${fault}）。请修正或移走它`,
    });
  }
  const twice = duplicateKey(text);
  if (twice !== undefined) {
    throw unreadable(path, {
      en: `${twice} stands there twice, and one of the two would not count. Keep one`,
      zh: `${twice} 出现了两次，其中一个不会生效。请只保留一个`,
    });
  }
  const parsed = configFile.safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(issueWords);
  throw unreadable(path, {
    en: `${issues.map(({ en }) => en).join("; ")}. See docs/configuration.md`,
    zh: `${issues.map(({ zh }) => zh).join("；")}。见 docs/configuration.md`,
  });
}

/** V8 quotes what stands around the fault, which may be half a password: its line says as much. */
function faultOf({ message }: Error, text: string): string {
  const [, what, quoted] = /^(.*?), (?:\.\.\.)?"(.*?)"(?:\.\.\.)? is not valid JSON$/s.exec(message) ?? [];
  if (what === undefined || quoted === undefined) return message;
  const at = text.indexOf(quoted);
  const line = text.slice(0, at + Math.floor(quoted.length / 2)).split("\n").length;
  return at < 0 ? what : `${what} near line ${line}`;
}

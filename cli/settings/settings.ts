/**
 * What the environment sets.
 *
 * @module
 */
import { join } from "node:path";
import type { ModelRules } from "../../agent/models/model_rules.ts";
import type { Bilingual } from "../../kb/bilingual_error.ts";
import type { EmbedderChoice } from "../../kb/embedders/embedder_choice.ts";
import type { StoreKind } from "../../shells/stores/store_kind.ts";
import type { ApprovalRule } from "../../shells/approval_rule.ts";
import type { Language } from "../../tools/types.ts";
import type { FoundConfig } from "./config_file.ts";
import { readAbout } from "../documents_about.ts";
import { type LogSettings, readLogSettings } from "../log/log_settings.ts";
import { readModelRules } from "./model_settings.ts";
import type { NetworkSettings } from "./network_settings.ts";
import { type ModelSources, readModelSources, readNetwork } from "./own_settings.ts";
import {
  readDeskToken,
  readDeskUrl,
  readEmbedder,
  readModelUrl,
  readRedisUrl,
  readStoreKind,
  readSwitch,
  readWaitMs,
} from "./setting_values.ts";
import { unreadable } from "./unreadable.ts";
import { readLanguage, readUi, type UiSettings } from "./ui_settings.ts";
import type { Environment } from "./variables.ts";

/** The settings, with their defaults filled in. */
export interface Settings extends ModelSources {
  readonly model: string;
  readonly language: Language;
  readonly color: boolean;
  /** What a person at a terminal gets to see. */
  readonly ui: UiSettings;
  /** The encoding of standard input; `undefined`: UTF-8, or what it can be taken for. */
  readonly encoding: string | undefined;
  /** Sessions and the ledger. */
  readonly stateFolder: string;
  /** The index file of the knowledge base. */
  readonly knowledgePath: string;
  /** What its documents are about, for the model. */
  readonly knowledgeAbout: string | undefined;
  /** What search by meaning works with. */
  readonly embedder: EmbedderChoice;
  /** Where what can be fetched again is kept: below `handrail` in it. */
  readonly cacheFolder: string;
  /** The user's own folder with the embedding model's files. */
  readonly modelFolder: string | undefined;
  /** The folder on a server that takes the place of the model hub's. */
  readonly modelUrl: string | undefined;
  readonly confirmTools: string | undefined;
  readonly approvalRules: readonly ApprovalRule[];
  /** How personal data is kept away from the model and from files. */
  readonly personalData: PersonalDataSettings;
  /** Every `handrail.json` that counts, the nearest first. */
  readonly configFiles: readonly string[];
  /** What to tell whoever starts a session. */
  readonly notices: readonly Bilingual[];
  readonly secret: string | undefined;
  /** Where idempotency records are kept. */
  readonly store: StoreKind;
  readonly redisUrl: string;
  /** The file of the `kv` store. */
  readonly kvPath: string;
  /** How long to wait for an equal call of another process, in milliseconds. */
  readonly inFlightWaitMs: number;
  /** How long a model's server may say nothing, in milliseconds; 0 is for ever. */
  readonly modelWaitMs: number;
  /** How long to wait for another process's turn of the same session, in milliseconds. */
  readonly sessionWaitMs: number;
  /** The back end of orders and tickets; the embedded desk when there is none. */
  readonly deskUrl: string | undefined;
  readonly deskToken: string | undefined;
  readonly deskStrictJson: boolean;
  /** Proxies and certificates of the person's own file. */
  readonly network: NetworkSettings;
  /** How models are asked, what they cost and hold. */
  readonly modelRules: ModelRules;
  /** Milliseconds. */
  readonly toolTimeoutMs: number;
  /** Milliseconds. */
  readonly approvalDeadlineMs: number;
  /** So many failures in a row switch a tool off. */
  readonly breakerFailures: number;
  /** Milliseconds. */
  readonly breakerWindowMs: number;
  /** Milliseconds. */
  readonly breakerCoolDownMs: number;
  readonly maxSteps: number;
  readonly maxOutputBytes: number;
  readonly maxRetries: number;
  /** What is logged. */
  readonly log: LogSettings;
}

/** How personal data is guarded. */
export interface PersonalDataSettings {
  /** Is it guarded at all? The rest says how, also for what is masked on request. */
  readonly guard: boolean;
  readonly strategy: "alias" | "mask" | "hash" | "block";
  /** Only these kinds; `undefined`: all. */
  readonly kinds: readonly string[] | undefined;
  /** Kinds of the user's own. */
  readonly patterns: readonly { readonly kind: string; readonly pattern: string }[];
}

/**
 * Reads the environment and what `handrail.json` says; where both speak, the environment wins.
 *
 * @param environment The variables.
 * @param currentFolder Where relative and fall-back paths start.
 * @param found The file, if there is one.
 * @throws {UsageError} If a variable has a value that means nothing.
 *
 * @example
 * ```ts
 * readSettings({ HOME: "/home/me" }, "/tmp").stateFolder; // "/home/me/.local/state/handrail"
 * ```
 */
export function readSettings(
  environment: Environment,
  currentFolder: string,
  found?: FoundConfig,
): Settings {
  const set = (name: keyof Environment) => environment[name]?.trim() || undefined;
  // Without a home (a bare container) everything lives beside the work, where its owner will find it.
  const home = set("HOME") ?? currentFolder;
  const folder = (xdg: string | undefined, fallback: string) => join(xdg ?? join(home, fallback), "handrail");
  const stateFolder = set("HANDRAIL_STATE") ?? folder(set("XDG_STATE_HOME"), ".local/state");
  return {
    model: set("HANDRAIL_MODEL") ?? found?.own?.models.use ?? "offline",
    language: readLanguage(environment, found?.config.ui),
    color: !environment.NO_COLOR && environment.TERM !== "dumb",
    ui: readUi(environment, found?.config.ui),
    encoding: undefined,
    stateFolder,
    knowledgePath: set("HANDRAIL_KB") ?? join(folder(set("XDG_DATA_HOME"), ".local/share"), "kb.sqlite"),
    knowledgeAbout: readAbout(environment.HANDRAIL_KB_ABOUT, "HANDRAIL_KB_ABOUT"),
    embedder: readEmbedder(set("HANDRAIL_EMBEDDER")),
    cacheFolder: set("HANDRAIL_CACHE") ?? set("XDG_CACHE_HOME") ?? join(home, ".cache"),
    modelFolder: set("HANDRAIL_MODEL_DIR"),
    modelUrl: readModelUrl(set("HANDRAIL_MODEL_URL")),
    confirmTools: set("AGENT_CONFIRM_TOOLS") ?? found?.config.approval?.confirmTools?.join(","),
    approvalRules: found?.config.approval?.rules ?? [],
    personalData: personalData(set("AGENT_GUARD_PII"), found?.config.pii),
    configFiles: found ? [...new Set([found.path, found.own?.path ?? found.path])] : [],
    notices: found ? noticesOf(found, set("AGENT_CONFIRM_TOOLS")) : [],
    secret: set("HANDRAIL_SECRET"),
    store: readStoreKind(set("IDEMPOTENCY_STORE")),
    redisUrl: readRedisUrl(set("REDIS_URL")),
    kvPath: set("HANDRAIL_KV") ?? join(stateFolder, "idempotency.kv"),
    inFlightWaitMs: readWaitMs("IDEMPOTENCY_WAIT_MS", set("IDEMPOTENCY_WAIT_MS") ?? "10000"),
    modelWaitMs: readWaitMs("HANDRAIL_MODEL_WAIT_MS", set("HANDRAIL_MODEL_WAIT_MS") ?? "600000"),
    sessionWaitMs: readWaitMs("HANDRAIL_SESSION_WAIT_MS", set("HANDRAIL_SESSION_WAIT_MS") ?? "60000"),
    deskUrl: readDeskUrl(set("HANDRAIL_DESK_URL")),
    deskToken: readDeskToken(set("HANDRAIL_DESK_TOKEN")),
    deskStrictJson: readSwitch("HANDRAIL_DESK_STRICT_JSON", set("HANDRAIL_DESK_STRICT_JSON")),
    ...readModelSources(environment, found?.own, home),
    network: readNetwork(found?.own, home),
    modelRules: readModelRules(found?.config.models, environment),
    toolTimeoutMs: 30_000,
    approvalDeadlineMs: 300_000,
    breakerFailures: 5,
    breakerWindowMs: 60_000,
    breakerCoolDownMs: 60_000,
    maxSteps: 8,
    maxOutputBytes: 16_384,
    maxRetries: 2,
    log: readLogSettings(
      { calls: set("HANDRAIL_CALL_LOG"), level: set("HANDRAIL_LOG_LEVEL") },
      found?.config.log,
    ),
  };
}

/** A file that came with somebody else's folder may want more than its reader would: never without a word. */
function noticesOf({ path, config }: FoundConfig, confirmTools: string | undefined): Bilingual[] {
  const { models } = config;
  const sends = [models, ...Object.values(models?.only ?? {})].some((tuning) =>
    tuning?.headers !== undefined
  );
  return [
    ...(allowsMore(config, confirmTools)
      ? [{
        en: `${path} allows calls that would be asked about without it`,
        zh: `${path} 放行了一些原本会先询问的调用`,
      }]
      : []),
    ...(sends
      ? [{
        en: `${path} sends headers of its own to the model's server`,
        zh: `${path} 会向模型服务器发送它自己的请求头`,
      }]
      : []),
  ];
}

/** Where the variable says `*`, calls are asked about all the same, and where it says `none`, none would be. */
function allowsMore({ approval }: FoundConfig["config"], confirmTools: string | undefined): boolean {
  if (confirmTools === "*" || confirmTools === "none") return false;
  if ((approval?.rules ?? []).some(({ action }) => action === "allow")) return true;
  // As the list is read: with blanks around its names, and commas within.
  const names = (approval?.confirmTools ?? []).join(",").split(",").map((name) => name.trim());
  return confirmTools === undefined && names.includes("none");
}

function personalData(
  value: string | undefined,
  config: FoundConfig["config"]["pii"],
): PersonalDataSettings {
  if (value !== undefined && value !== "1" && value !== "0") {
    throw unreadable("AGENT_GUARD_PII", {
      en: `${JSON.stringify(value)} is neither 1 nor 0`,
      zh: `${JSON.stringify(value)} 既不是 1 也不是 0`,
    });
  }
  return {
    guard: value === undefined ? config?.guard ?? false : value === "1",
    strategy: config?.strategy ?? "alias",
    kinds: config?.kinds,
    patterns: config?.patterns ?? [],
  };
}

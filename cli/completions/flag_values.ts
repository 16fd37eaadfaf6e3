/**
 * What the value of a flag could be.
 *
 * @module
 */
import { MODEL_PROVIDERS } from "../../agent/models/model_providers.ts";
import { DEFAULT_KINDS } from "../../shells/pii/personal_data_kind.ts";
import { PROFILES } from "../../tools/profiles.ts";
import type { FlagName } from "../flags.ts";
import { LOG_LEVELS } from "../log/log_settings.ts";
import type { CompletionSources } from "./candidate.ts";

/** Where the values of a flag come from: a list, one of the sources, or the folders of the disk. */
export type FlagValues = readonly string[] | keyof CompletionSources | "files";

/** By flag; nothing is known of those that are not here. */
export const FLAG_VALUES: Readonly<Partial<Record<FlagName, FlagValues>>> = {
  approve: "tools",
  desk: ["real"],
  encoding: ["utf-8", "gb18030"],
  format: ["md", "html", "json", "recording"],
  junit: "files",
  kinds: DEFAULT_KINDS,
  lang: ["en", "zh"],
  "log-level": LOG_LEVELS,
  model: ["offline", ...MODEL_PROVIDERS.map(({ name }) => `${name}:`)],
  output: ["json"],
  profile: PROFILES,
  reasoning: ["low", "medium", "high"],
  session: "sessions",
  strategy: ["alias", "mask", "hash", "block"],
  under: "files",
};

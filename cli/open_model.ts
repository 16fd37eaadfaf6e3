/**
 * Opens a model by what the settings say.
 *
 * @module
 */
import { createModel, type NamedModel } from "../agent/models/create_model.ts";
import { limitSilence } from "../agent/models/limit_silence.ts";
import { SERVER } from "../agent/models/model_providers.ts";
import { systemClock } from "../shells/clock.ts";
import { type KeyFileServices, withKeyFile } from "./settings/key_file.ts";
import type { Settings } from "./settings/settings.ts";

/** What it is opened with. */
export interface ModelServices {
  readonly now: () => number;
  /** What requests go through; asked for by a model that sends any. */
  readonly networkFetch: () => Promise<typeof fetch>;
  readonly keyFiles: KeyFileServices;
}

/**
 * Opens the model that a string names. A file with its key is read now, and no other one; nothing is sent.
 *
 * @param spec The model string.
 * @param settings The settings.
 * @param services See {@linkcode ModelServices}.
 * @throws {RangeError} If the string names none.
 * @throws {MissingKeyError} If it needs a key that is not there.
 * @throws {UsageError} If the network is set up in a way that cannot be used.
 *
 * @example
 * ```ts
 * const { model } = await openModel("openai:gpt-4o-mini", settings, services);
 * ```
 */
export async function openModel(
  spec: string,
  settings: Pick<Settings, "modelEnvironment" | "keySources" | "modelRules" | "modelWaitMs" | "language">,
  { now, networkFetch, keyFiles }: ModelServices,
): Promise<NamedModel> {
  const { modelRules, language } = settings;
  if (spec.trim() === "offline") return createModel(spec, { modelRules, language, now });
  const modelEnvironment = await withKeyFile(providerOf(spec), settings, keyFiles);
  const named = Object.entries(settings.keySources).map(([variable, source]) => [
    variable,
    "env" in source ? source.env : source.file,
  ]);
  return createModel(spec, {
    modelRules,
    language,
    now,
    modelEnvironment,
    keyNames: Object.fromEntries(named),
    fetch: limitSilence(await networkFetch(), { limitMs: settings.modelWaitMs, clock: systemClock }),
  });
}

/**
 * Whose model a string names.
 *
 * @param spec The model string.
 *
 * @example
 * ```ts
 * providerOf("https://models.example.com/v1#qwen3"); // "server"
 * ```
 */
export function providerOf(spec: string): string {
  const text = spec.trim();
  return /^https?:\/\/[^#]+#/.test(text) ? SERVER.name : text.replace(/:.*$/s, "");
}

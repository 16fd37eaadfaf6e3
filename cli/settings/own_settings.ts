/**
 * What the person's own `handrail.json` says of models and the network, beneath the environment.
 *
 * @module
 */
import { dirname, resolve } from "node:path";
import {
  MODEL_PROVIDERS,
  MODEL_VARIABLES,
  type ModelEnvironment,
  type ModelVariable,
  SERVER,
} from "../../agent/models/model_providers.ts";
import type { OwnConfig } from "./config_file.ts";
import { type NetworkSettings, NO_NETWORK_SETTINGS } from "./network_settings.ts";
import type { Environment } from "./variables.ts";

/** Where a key is, in place of its provider's own variable. */
export type KeySource = { readonly env: string } | {
  /** An absolute path. */
  readonly file: string;
};

/** Keys and addresses of models. */
export interface ModelSources {
  /** As far as variables and addresses go, by the names of the providers' own variables. */
  readonly modelEnvironment: ModelEnvironment;
  /** Where keys are that are not in the providers' own variables, by the names of those. */
  readonly keySources: { readonly [variable in ModelVariable]?: KeySource };
}

/**
 * Keys and addresses, out of the environment and the file. An address in the environment wins over the file's. A key
 * that the file names takes the place of the provider's own variable, which may hold one made out for another address.
 *
 * @param environment The variables, those that the file names among them.
 * @param own The file, if there is one.
 * @param home Where `~` is.
 *
 * @example
 * ```ts
 * readModelSources({ OPENAI_API_KEY: "sk-1" }, undefined, "/home/me").modelEnvironment.OPENAI_API_KEY; // "sk-1"
 * ```
 */
export function readModelSources(
  environment: Environment,
  own: OwnConfig | undefined,
  home: string,
): ModelSources {
  const values = environment as Readonly<Record<string, string | undefined>>;
  const found: Record<string, string | undefined> = Object.fromEntries(
    MODEL_VARIABLES.map((name) => [name, values[name]?.trim() || undefined]),
  );
  for (const { name, urlVariable } of MODEL_PROVIDERS) found[urlVariable] ??= own?.models.baseUrls?.[name];
  const keySources: Record<string, KeySource> = {};
  for (const { keyVariable, source } of namedKeys(own)) {
    found[keyVariable] = "env" in source ? values[source.env]?.trim() || undefined : undefined;
    keySources[keyVariable] = "env" in source ? source : { file: pathOf(source.file, own, home) };
  }
  return {
    modelEnvironment: Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined)),
    keySources,
  };
}

/**
 * The variables that the file takes keys from.
 *
 * @param own The file, if there is one.
 *
 * @example
 * ```ts
 * keyVariables(found?.own); // ["WORK_KEY"]
 * ```
 */
export function keyVariables(own: OwnConfig | undefined): string[] {
  return namedKeys(own).flatMap(({ source }) => "env" in source ? [source.env] : []);
}

/**
 * The file's proxy and certificates.
 *
 * @param own The file, if there is one.
 * @param home Where `~` is.
 *
 * @example
 * ```ts
 * readNetwork(found?.own, "/home/me").noProxy; // ["127.0.0.1"]
 * ```
 */
export function readNetwork(own: OwnConfig | undefined, home: string): NetworkSettings {
  if (own === undefined) return NO_NETWORK_SETTINGS;
  const { proxy, noProxy = [], caFile } = own.network;
  return { proxy, noProxy, caFile: caFile === undefined ? undefined : pathOf(caFile, own, home) };
}

function namedKeys(own: OwnConfig | undefined): { keyVariable: ModelVariable; source: KeySource }[] {
  const keys: Readonly<Record<string, KeySource | undefined>> = own?.models.keys ?? {};
  return [...MODEL_PROVIDERS, SERVER].flatMap((provider) => {
    const source = keys[provider.name];
    return source && "keyVariable" in provider ? [{ keyVariable: provider.keyVariable, source }] : [];
  });
}

/** A relative path starts where the file is, wherever the program was started. */
function pathOf(path: string, own: OwnConfig | undefined, home: string): string {
  return resolve(dirname(own?.path ?? home), path.replace(/^~(?=\/)/, home));
}

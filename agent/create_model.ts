/**
 * From a model string to a model.
 *
 * @module
 */
import type { LanguageModel } from "ai";
import type { Language } from "../tools/types.ts";
import { MissingKeyError } from "./classify_error.ts";
import { lazyModel } from "./lazy_model.ts";
import {
  MODEL_PROVIDERS,
  type ModelEnvironment,
  type ModelProvider,
  SERVER_KEY_VARIABLE,
} from "./model_providers.ts";

/** What models need from the environment. */
export interface ModelSettings {
  /** Keys and addresses, by the names of their variables. @default {none is set} */
  readonly modelEnvironment?: ModelEnvironment;
  /** The fallback language of the offline model. */
  readonly language: Language;
  /** The time in milliseconds, for "tomorrow". */
  readonly now: () => number;
}

/** A model and what to call it. */
export interface NamedModel {
  readonly provider: string;
  readonly id: string;
  readonly model: LanguageModel;
}

/** Where a model is, and what opens it. */
interface Access {
  readonly provider: string;
  readonly id: string;
  readonly baseURL: string;
  readonly apiKey: string | undefined;
}

/**
 * Builds the model that a string names. What speaks to it is loaded with the first request; nothing is sent yet.
 *
 * @param spec `offline`; `PROVIDER:MODEL` with one of {@linkcode MODEL_PROVIDERS}; or `https://HOST/PATH#MODEL` for any
 *   server that speaks OpenAI's format.
 * @param settings See {@linkcode ModelSettings}.
 * @throws {RangeError} If the string names no known provider, and the message lists them; or if an address or a key
 *   cannot be used.
 * @throws {MissingKeyError} If the provider needs a key that is not set.
 *
 * @example
 * ```ts
 * const { model } = createModel("offline", { language: "en", now: Date.now });
 * ```
 */
export function createModel(spec: string, settings: ModelSettings): NamedModel {
  const text = spec.trim();
  if (text === "offline") {
    const options = { now: settings.now, locale: settings.language };
    const model = lazyModel("handrail", "offline", async () => {
      const { createOfflineModel } = await import("./offline/create_offline_model.ts");
      return createOfflineModel(options);
    });
    return { provider: "handrail", id: "offline", model };
  }
  const environment = settings.modelEnvironment ?? {};
  const [, address, served] = /^(https?:\/\/[^#]+)#(.+)$/s.exec(text) ?? [];
  if (address !== undefined && served !== undefined) {
    // A key that was made out for a vendor is not for whoever is named here.
    return ofOpenAi(accessTo("server", served, address, SERVER_KEY_VARIABLE, environment, "the address"));
  }
  const [, name = "", id = ""] = /^([^:]*):?(.*)$/s.exec(text) ?? [];
  const provider: ModelProvider | undefined = MODEL_PROVIDERS.find((known) => known.name === name);
  if (!provider || id === "") {
    const names = MODEL_PROVIDERS.map((known) => `${known.name}:MODEL`).join(", ");
    throw new RangeError(
      `Cannot use model: ${JSON.stringify(withoutPassword(text))} is unknown. ` +
        `Use offline, ${names} or https://HOST/PATH#MODEL`,
    );
  }
  const access = accessOf(provider, id, environment);
  return provider.format === "anthropic" ? ofAnthropic(access) : ofOpenAi(access);
}

function accessOf(provider: ModelProvider, id: string, environment: ModelEnvironment): Access {
  const { name, baseUrl, keyVariable, urlVariable } = provider;
  const read = (variable: string) => (environment as Readonly<Record<string, string>>)[variable];
  const address = read(urlVariable);
  // A server of one's own may want no key; the vendor always does.
  if (keyVariable !== undefined && !read(keyVariable) && !address) {
    throw new MissingKeyError(
      `Cannot use ${name}:${id}: ${keyVariable} is not set. Set it, or unset HANDRAIL_MODEL to work offline`,
    );
  }
  return accessTo(name, id, address ?? baseUrl, keyVariable, environment, urlVariable);
}

function accessTo(
  provider: string,
  id: string,
  baseURL: string,
  keyVariable: string | undefined,
  environment: ModelEnvironment,
  source: string,
): Access {
  const apiKey = keyVariable === undefined
    ? undefined
    : (environment as Readonly<Record<string, string>>)[keyVariable];
  const refuse = (why: string) => new RangeError(`Cannot use ${provider}:${id}: ${why}`);
  // `fetch` would quote the whole key, or the whole address, in its error.
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey)) {
    throw refuse(`${keyVariable} holds a character that no header can. Use printable ASCII without blanks`);
  }
  if (!URL.canParse(baseURL) || !/^https?:\/\//i.test(baseURL)) {
    throw refuse(
      `${source} is ${JSON.stringify(withoutPassword(baseURL))}. Give a whole URL, http://… or https://…`,
    );
  }
  const { username, password } = new URL(baseURL);
  if (username || password) {
    throw refuse(`${source} holds a password. Give a key in ${keyVariable ?? SERVER_KEY_VARIABLE}`);
  }
  return { provider, id, baseURL, apiKey };
}

function withoutPassword(text: string): string {
  return text.replace(/\/\/[^/@]*@/, "//…@");
}

function ofOpenAi({ provider, id, baseURL, apiKey }: Access): NamedModel {
  const options = { name: provider, baseURL, includeUsage: true, ...(apiKey && { apiKey }) };
  const model = lazyModel(`${provider}.chat`, id, async () => {
    const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
    return createOpenAICompatible(options)(id);
  });
  return { provider, id, model };
}

/** Without a key it would look for one by itself, in the environment. */
function ofAnthropic({ provider, id, baseURL, apiKey = "none" }: Access): NamedModel {
  const model = lazyModel("anthropic.messages", id, async () => {
    const { createAnthropic } = await import("@ai-sdk/anthropic");
    return createAnthropic({ baseURL, apiKey })(id);
  });
  return { provider, id, model };
}

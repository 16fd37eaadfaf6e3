/**
 * From a model string to a model.
 *
 * @module
 */
import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { LanguageModel } from "ai";
import type { Language } from "../tools/types.ts";
import { MissingKeyError } from "./classify_error.ts";
import { lazyModel } from "./lazy_model.ts";
import {
  MODEL_PROVIDERS,
  type ModelEnvironment,
  type ModelProvider,
  type ModelVariable,
  SERVER,
  SERVER_KEY_VARIABLE,
} from "./model_providers.ts";
import type { ModelPrice } from "./model_price.ts";
import { type ModelRules, modelTerms, NO_MODEL_RULES } from "./model_rules.ts";
import { tuneModel } from "./tune_model.ts";
import type { ModelAccess } from "./vendors/model_access.ts";
import { refuseWebPages } from "./refuse_web_pages.ts";
import { withoutRedirects } from "./without_redirects.ts";

/** What models need from the environment. */
export interface ModelSettings {
  /** Keys and addresses, by the names of their variables. @default {none is set} */
  readonly modelEnvironment?: ModelEnvironment;
  /** What stands in the place of a key's variable, to be named when something is wrong with it. @default {nothing} */
  readonly keyNames?: { readonly [variable in ModelVariable]?: string };
  /** Sends requests. @default {the runtime's own} */
  readonly fetch?: typeof fetch;
  /** How they are asked, what they cost and hold. @default {nothing is set} */
  readonly modelRules?: ModelRules;
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
  /** What its tokens cost. @default {nobody knows} */
  readonly price?: ModelPrice | undefined;
  /** What it holds, in tokens; `Infinity` when it has no window. @default {nobody knows} */
  readonly contextWindow?: number | undefined;
}

/** A model before anything was set for it. */
interface BareModel {
  readonly provider: string;
  readonly id: string;
  readonly model: LanguageModelV4;
}

/**
 * Builds the model that a string names. What speaks to it is loaded with the first request; nothing is sent yet.
 *
 * @param spec `offline`; `PROVIDER:MODEL` with one of {@linkcode MODEL_PROVIDERS}; or `https://HOST/PATH#MODEL` for any
 *   server that speaks OpenAI's format.
 * @param settings See {@linkcode ModelSettings}.
 * @throws {RangeError} If the string names no known provider, and the message lists them; or if an address or a key
 *   cannot be used.
 * @throws {MissingKeyError} If the provider needs a key, or a header a variable, that is not set.
 *
 * @example
 * ```ts
 * const { model } = createModel("offline", { language: "en", now: Date.now });
 * ```
 */
export function createModel(spec: string, settings: ModelSettings): NamedModel {
  const text = spec.trim();
  const rules = settings.modelRules ?? NO_MODEL_RULES;
  const { tuning, price, contextWindow } = modelTerms(text, rules);
  if (text === "offline") {
    const options = { now: settings.now, locale: settings.language };
    const model = lazyModel("handrail", "offline", async () => {
      const { createOfflineModel } = await import("./offline/create_offline_model.ts");
      return createOfflineModel(options);
    });
    return {
      provider: "handrail",
      id: "offline",
      model,
      price: FREE,
      contextWindow: contextWindow ?? Infinity,
    };
  }
  const { provider, id, model: bare } = openBareModel(text, settings);
  return { provider, id, model: tuneModel(bare, tuning, rules.headerVariables, text), price, contextWindow };
}

/** What runs on this machine costs nobody anything by the token. */
const FREE: ModelPrice = { input: 0, output: 0 };

function openBareModel(text: string, settings: ModelSettings): BareModel {
  const [, address, served] = /^(https?:\/\/[^#]+)#(.+)$/s.exec(text) ?? [];
  if (address !== undefined && served !== undefined) {
    // A key that was made out for a vendor is not for whoever is named here.
    return ofOpenAi(accessTo({ ...SERVER, id: served, address, source: "the address" }, settings));
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
  const access = accessOf(provider, id, settings);
  return provider.format === "anthropic" ? ofAnthropic(access) : ofOpenAi(access);
}

function accessOf(provider: ModelProvider, id: string, settings: ModelSettings): ModelAccess {
  const { name, baseUrl, keyVariable, urlVariable } = provider;
  const address = valueOf(urlVariable, settings);
  // A server of one's own may want no key; the vendor always does.
  if (keyVariable !== undefined && !valueOf(keyVariable, settings) && !address) {
    throw new MissingKeyError(
      `Cannot use ${name}:${id}: ${nameOf(keyVariable, settings)} is not set. ` +
        "Set it, or HANDRAIL_MODEL=offline to work offline",
    );
  }
  return accessTo({ name, id, address: address ?? baseUrl, source: urlVariable, keyVariable }, settings);
}

/** A model's place, and which variables that comes from. */
interface ModelPlace {
  readonly name: string;
  readonly id: string;
  readonly address: string;
  /** Where the address was given. */
  readonly source: string;
  readonly keyVariable: string | undefined;
}

function accessTo(
  { name, id, address, source, keyVariable }: ModelPlace,
  settings: ModelSettings,
): ModelAccess {
  const apiKey = keyVariable === undefined ? undefined : valueOf(keyVariable, settings);
  const keyName = nameOf(keyVariable ?? SERVER_KEY_VARIABLE, settings);
  const refuse = (why: string) => new RangeError(`Cannot use ${name}:${id}: ${why}`);
  // `fetch` would quote the whole key, or the whole address, in its error.
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey)) {
    throw refuse(`${keyName} holds a character that no header can. Use printable ASCII without blanks`);
  }
  if (!URL.canParse(address) || !/^https?:\/\//i.test(address)) {
    throw refuse(
      `${source} is ${JSON.stringify(withoutPassword(address))}. Give a whole URL, http://… or https://…`,
    );
  }
  const { username, password } = new URL(address);
  if (username || password) throw refuse(`${source} holds a password. Give a key in ${keyName}`);
  return {
    provider: name,
    id,
    baseURL: address,
    apiKey,
    fetch: refuseWebPages(withoutRedirects(settings.fetch ?? fetch)),
  };
}

function valueOf(variable: string, { modelEnvironment = {} }: ModelSettings): string | undefined {
  return (modelEnvironment as Readonly<Record<string, string>>)[variable];
}

function nameOf(variable: string, { keyNames = {} }: ModelSettings): string {
  return (keyNames as Readonly<Record<string, string>>)[variable] ?? variable;
}

function withoutPassword(text: string): string {
  return text.replace(/\/\/[^/@]*@/, "//…@");
}

function ofOpenAi(access: ModelAccess): BareModel {
  const { provider, id } = access;
  const model = lazyModel(`${provider}.chat`, id, async () => {
    const { openChatModel } = await import("./vendors/open_chat_model.ts");
    return openChatModel(access);
  });
  return { provider, id, model };
}

function ofAnthropic(access: ModelAccess): BareModel {
  const { provider, id } = access;
  const model = lazyModel("anthropic.messages", id, async () => {
    const { openAnthropicModel } = await import("./vendors/open_anthropic_model.ts");
    return openAnthropicModel(access);
  });
  return { provider, id, model };
}

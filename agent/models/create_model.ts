/**
 * From a model string to a model.
 *
 * @module
 */
import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { LanguageModel } from "ai";
import type { Language } from "../../tools/types.ts";
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
import type { ModelAccess } from "../vendors/model_access.ts";
import { refuseWebPages } from "./refuse_web_pages.ts";
import { withoutRedirects } from "./without_redirects.ts";
import { type Bilingual, bilingual } from "../../kb/bilingual_error.ts";

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
  /** Where it is, when it is named by that: the same model may hold less at another server. */
  readonly address?: string;
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
  readonly address?: string;
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
      const { createOfflineModel } = await import("../offline/create_offline_model.ts");
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
  const bare = openBareModel(text, settings);
  const model = tuneModel(bare.model, tuning, rules.headerVariables, text);
  return { ...bare, model, price, contextWindow };
}

/** What runs on this machine costs nobody anything by the token. */
const FREE: ModelPrice = { input: 0, output: 0 };

function openBareModel(text: string, settings: ModelSettings): BareModel {
  const [, address, served] = /^(https?:\/\/[^#]+)#(.+)$/s.exec(text) ?? [];
  if (address !== undefined && served !== undefined) {
    // A key that was made out for a vendor is not for whoever is named here.
    const access = accessTo({ ...SERVER, id: served, address, source: "the address" }, settings);
    return { ...ofOpenAi(access), address };
  }
  const [, name = "", id = ""] = /^([^:]*):?(.*)$/s.exec(text) ?? [];
  const provider: ModelProvider | undefined = MODEL_PROVIDERS.find((known) => known.name === name);
  if (!provider || id === "") {
    const given = JSON.stringify(withoutPassword(text));
    const known = MODEL_PROVIDERS.map(({ name }) => ({ en: `${name}:MODEL`, zh: `${name}:模型` }));
    throw bilingual(RangeError, {
      en: `Cannot use model: ${given} is unknown. Use offline, ${
        known.map(({ en }) => en).join(", ")
      } or https://HOST/PATH#MODEL`,
      zh: `无法使用模型：没有 ${given}。可用：offline、${
        known.map(({ zh }) => zh).join("、")
      } 或 https://主机/路径#模型`,
    });
  }
  const access = accessOf(provider, id, settings);
  return provider.format === "anthropic" ? ofAnthropic(access) : ofOpenAi(access);
}

function accessOf(provider: ModelProvider, id: string, settings: ModelSettings): ModelAccess {
  const { name, baseUrl, keyVariable, urlVariable } = provider;
  const address = valueOf(urlVariable, settings);
  // A server of one's own may want no key; the vendor always does.
  if (keyVariable !== undefined && !valueOf(keyVariable, settings) && !address) {
    const keyName = nameOf(keyVariable, settings);
    throw new MissingKeyError({
      en:
        `Cannot use ${name}:${id}: ${keyName} is not set. Set it, or HANDRAIL_MODEL=offline to work offline`,
      zh: `无法使用 ${name}:${id}：没有设置 ${keyName}。请设置它；离线使用则设 HANDRAIL_MODEL=offline`,
    });
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
  const refuse = ({ en, zh }: Bilingual) =>
    bilingual(RangeError, { en: `Cannot use ${name}:${id}: ${en}`, zh: `无法使用 ${name}:${id}：${zh}` });
  // `fetch` would quote the whole key, or the whole address, in its error.
  if (apiKey !== undefined && !/^[\x21-\x7e]+$/.test(apiKey)) {
    throw refuse({
      en: `${keyName} holds a character that no header can. Use printable ASCII without blanks`,
      zh: `${keyName} 中有 HTTP 请求头不能带的字符。只能用可打印的 ASCII 字符，不含空格`,
    });
  }
  if (!URL.canParse(address) || !/^https?:\/\//i.test(address)) {
    const given = JSON.stringify(withoutPassword(address));
    throw refuse({
      en: `${source} is ${given}. Give a whole URL, http://… or https://…`,
      zh: `${source} 是 ${given}。请给出完整的网址，http://… 或 https://…`,
    });
  }
  const { username, password } = new URL(address);
  if (username || password) {
    throw refuse({
      en: `${source} holds a password. Give a key in ${keyName}`,
      zh: `${source} 中带有密码。请改用 ${keyName} 给出密钥`,
    });
  }
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
    const { openChatModel } = await import("../vendors/open_chat_model.ts");
    return openChatModel(access);
  });
  return { provider, id, model };
}

function ofAnthropic(access: ModelAccess): BareModel {
  const { provider, id } = access;
  const model = lazyModel("anthropic.messages", id, async () => {
    const { openAnthropicModel } = await import("../vendors/open_anthropic_model.ts");
    return openAnthropicModel(access);
  });
  return { provider, id, model };
}

/**
 * From a model string to a model.
 *
 * @module
 */
import type { LanguageModel } from "ai";
import { MissingKeyError } from "./classify_error.ts";
import type { Language } from "../tools/types.ts";

/** What models need from the environment. */
export interface ModelSettings {
  readonly openaiApiKey?: string | undefined;
  readonly openaiBaseUrl?: string | undefined;
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

const OPENAI_BASE_URL = "https://api.openai.com/v1";

/**
 * Builds the model that a string names. Vendors are imported only when they are asked for.
 *
 * @param spec `offline`, or `openai:MODEL` for any server that speaks OpenAI's format.
 * @param settings See {@linkcode ModelSettings}.
 * @throws {RangeError} If the string names no known provider; the message lists them.
 * @throws {MissingKeyError} If the provider needs a key that is not set.
 *
 * @example
 * ```ts
 * const { model } = await createModel("offline", { language: "en", now: Date.now });
 * ```
 */
export async function createModel(spec: string, settings: ModelSettings): Promise<NamedModel> {
  const [, provider = "", id = ""] = /^([^:]*):?(.*)$/s.exec(spec.trim()) ?? [];
  if (provider === "offline" && id === "") {
    const { createOfflineModel } = await import("./offline/create_offline_model.ts");
    const model = createOfflineModel({ now: settings.now, locale: settings.language });
    return { provider: "handrail", id: "offline", model };
  }
  if (provider === "openai" && id !== "") return await openai(id, settings);
  throw new RangeError(
    `Cannot use model: ${
      JSON.stringify(spec)
    } is unknown. Use offline, or openai:MODEL with OPENAI_API_KEY ` +
      `(and OPENAI_BASE_URL for another server of that format)`,
  );
}

async function openai(id: string, { openaiApiKey, openaiBaseUrl }: ModelSettings): Promise<NamedModel> {
  // A server of one's own may want no key; the vendor always does.
  if (!openaiApiKey && !openaiBaseUrl) {
    throw new MissingKeyError(
      `Cannot use openai:${id}: OPENAI_API_KEY is not set. Set it, or unset HANDRAIL_MODEL to work offline`,
    );
  }
  const baseURL = openaiBaseUrl ?? OPENAI_BASE_URL;
  if (!URL.canParse(baseURL)) {
    throw new RangeError(
      `Cannot use openai:${id}: OPENAI_BASE_URL is ${JSON.stringify(baseURL)}. Give a whole URL`,
    );
  }
  const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
  const provider = createOpenAICompatible({
    name: "openai",
    baseURL,
    includeUsage: true,
    ...(openaiApiKey && { apiKey: openaiApiKey }),
  });
  return { provider: "openai", id, model: provider(id) };
}

/**
 * Asks a model the way it was set.
 *
 * @module
 */
import type { LanguageModelV4, LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { MissingKeyError } from "./classify_error.ts";
import type { ModelTuning } from "./model_rules.ts";
import { bilingual } from "../../kb/bilingual_error.ts";

type Settings = Pick<
  LanguageModelV4CallOptions,
  "temperature" | "maxOutputTokens" | "topP" | "reasoning" | "headers"
>;

/**
 * A model whose every request carries what was set. The vendor's own package knows what its server calls each of them.
 *
 * @param model The model.
 * @param tuning What was set. Headers come in {@linkcode ModelTuning.headers}.
 * @param variables The variables that headers name.
 * @param spec What the model is called, for errors.
 * @throws {MissingKeyError} If a header names a variable that is not set.
 * @throws {RangeError} If a header's value cannot be sent.
 *
 * @example
 * ```ts
 * tuneModel(model, { temperature: 0 }, {}, "openai:gpt-4o");
 * ```
 */
export function tuneModel(
  model: LanguageModelV4,
  { temperature, maxOutputTokens, topP, reasoningEffort, headers = {} }: ModelTuning,
  variables: Readonly<Record<string, string>>,
  spec: string,
): LanguageModelV4 {
  const own = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, headerOf(name, value, variables, spec)]),
  );
  const settings: Settings = {
    ...(temperature !== undefined && { temperature }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(topP !== undefined && { topP }),
    ...(reasoningEffort !== undefined && { reasoning: reasoningEffort }),
  };
  if (Object.keys(settings).length === 0 && Object.keys(own).length === 0) return model;
  const tuned = (call: LanguageModelV4CallOptions): LanguageModelV4CallOptions => ({
    ...call,
    ...settings,
    headers: { ...call.headers, ...own },
  });
  const { specificationVersion, provider, modelId, supportedUrls } = model;
  // By hand: the AI SDK's own wrapper would be loaded long before a model is asked.
  return {
    specificationVersion,
    provider,
    modelId,
    supportedUrls,
    doGenerate: (call) => model.doGenerate(tuned(call)),
    doStream: (call) => model.doStream(tuned(call)),
  };
}

function headerOf(
  name: string,
  value: NonNullable<ModelTuning["headers"]>[string],
  variables: Readonly<Record<string, string>>,
  spec: string,
): string {
  const text = typeof value === "string" ? value : variables[value.env];
  if (text === undefined) {
    const variable = typeof value === "string" ? name : value.env;
    throw new MissingKeyError({
      en:
        `Cannot use ${spec}: ${variable} is not set, and the header ${name} takes its value from there. Set it`,
      zh: `无法使用 ${spec}：没有设置 ${variable}，而请求头 ${name} 的值取自它。请设置它`,
    });
  }
  // `fetch` would quote the value in its error, and it may be a secret.
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  throw bilingual(RangeError, {
    en:
      `Cannot use ${spec}: the value of the header ${name} holds a character that no header can. Use printable ASCII`,
    zh: `无法使用 ${spec}：请求头 ${name} 的值中有请求头不能带的字符。只能用可打印的 ASCII 字符`,
  });
}

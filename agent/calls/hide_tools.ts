/**
 * Keeps tools that are switched off out of a model's sight.
 *
 * @module
 */
import type { LanguageModelV4CallOptions } from "@ai-sdk/provider";
import { type LanguageModel, wrapLanguageModel } from "ai";

type ProviderOptions = NonNullable<LanguageModelV4CallOptions["providerOptions"]>;

/**
 * A model that is not shown some of the tools, decided anew each time it speaks. The AI SDK's `activeTools` does not fit
 * here: it answers a call of a tool that it left out with "no such tool", while here such a call still reaches its shells,
 * which say what is the matter.
 *
 * The instructions name the tools, so that a model does not do something else instead; the built-in model gets them whole,
 * under its own name, to recognise a request that is meant for one.
 *
 * @param model The model.
 * @param hidden The names of the tools not to show now.
 *
 * @example
 * ```ts
 * streamText({ model: hideTools(model, () => breaker.hidden()), tools, messages });
 * ```
 */
export function hideTools(model: LanguageModel, hidden: () => ReadonlySet<string>): LanguageModel {
  // A name stands for a model of a gateway that nobody here uses; the SDK resolves it later.
  if (typeof model === "string") return model;
  return wrapLanguageModel({
    model,
    middleware: {
      specificationVersion: "v4",
      transformParams: ({ params }) => Promise.resolve(without(hidden(), params)),
    },
  });
}

function without(names: ReadonlySet<string>, params: LanguageModelV4CallOptions): LanguageModelV4CallOptions {
  const { tools = [], prompt, providerOptions } = params;
  const off = tools.filter(({ name }) => names.has(name));
  if (off.length === 0) return params;
  const note =
    `Switched off for now, because they kept failing: ${off.map(({ name }) => name).join(", ")}. ` +
    "Do not use another tool in their place; say that this does not work at the moment, and offer a person.";
  return {
    ...params,
    tools: tools.filter(({ name }) => !names.has(name)),
    prompt: prompt.map((message, at) =>
      at === 0 && message.role === "system" ? { ...message, content: `${message.content}\n${note}` } : message
    ),
    providerOptions: { ...providerOptions, handrail: { switchedOff: off } } as unknown as ProviderOptions,
  };
}

/**
 * Keeps tools out of a model's sight.
 *
 * @module
 */
import { type LanguageModel, wrapLanguageModel } from "ai";

/**
 * A model that is not shown some of the tools, decided anew each time it speaks. The AI SDK's `activeTools` does not fit
 * here: it answers a call of a tool that it left out with "no such tool", while here such a call still reaches its shells,
 * which say what is the matter.
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
      transformParams: ({ params }) => {
        const names = hidden();
        if (names.size === 0 || !params.tools) return Promise.resolve(params);
        return Promise.resolve({ ...params, tools: params.tools.filter(({ name }) => !names.has(name)) });
      },
    },
  });
}

/**
 * A model that is loaded when it is first asked.
 *
 * @module
 */
import type { LanguageModelV4 } from "@ai-sdk/provider";

/**
 * Names a model without loading what speaks to it: a session says which model it has long before it asks.
 *
 * @param provider Whose it is.
 * @param modelId Its name there.
 * @param load Loads it; called once, with the first request, and again only if it failed.
 *
 * @example
 * ```ts
 * const model = lazyModel("handrail", "offline", async () => (await import("…")).createOfflineModel());
 * ```
 */
export function lazyModel(
  provider: string,
  modelId: string,
  load: () => Promise<LanguageModelV4>,
): LanguageModelV4 {
  let loaded: Promise<LanguageModelV4> | undefined;
  const get = () =>
    loaded ??= load().catch((error) => {
      loaded = undefined;
      throw error;
    });
  return {
    specificationVersion: "v4",
    provider,
    modelId,
    // The conversations here are text: no address is ever handed to a model.
    supportedUrls: {},
    doGenerate: async (call) => await (await get()).doGenerate(call),
    doStream: async (call) => await (await get()).doStream(call),
  };
}

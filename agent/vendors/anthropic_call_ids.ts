/**
 * Ids of calls as Anthropic takes them.
 *
 * @module
 */
import type { LanguageModelMiddleware } from "ai";
import { renameCalls, unusedId } from "./rename_calls.ts";

/**
 * Renames, in what is sent, the ids that Anthropic refuses: those with other characters than letters, digits, `_` and `-`
 * (Kimi's `kb_query:0`), and those that an earlier call had (a server that counts from 0 in each answer). A session that
 * another model began would otherwise end with its first question to this one. The conversation itself keeps its ids.
 *
 * @example
 * ```ts
 * wrapLanguageModel({ model, middleware: anthropicCallIds });
 * ```
 */
export const anthropicCallIds: LanguageModelMiddleware = {
  specificationVersion: "v4",
  transformParams: ({ params }) => {
    const prompt = renameCalls(
      params.prompt,
      (id, used) => unusedId(id.replaceAll(/[^\w-]/g, "_"), used),
    );
    return Promise.resolve({ ...params, prompt });
  },
};

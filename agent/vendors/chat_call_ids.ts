/**
 * Ids of calls as servers of OpenAI's format take them.
 *
 * @module
 */
import { APICallError } from "@ai-sdk/provider";
import type { LanguageModelMiddleware } from "ai";
import { type NewCallId, renameCalls, unusedId } from "./rename_calls.ts";

/** OpenAI takes no longer ones; vLLM makes some that are. */
const LONGEST = 40;

/** Mistral, and its models wherever they run, want nine letters and digits. */
const ofNine: NewCallId = (id, used) => {
  if (/^[a-z0-9]{9}$/i.test(id) && !used.has(id)) return id;
  let count = used.size;
  let legal: string;
  do legal = `c${String(count++).padStart(8, "0")}`; while (used.has(legal));
  return legal;
};

const ofAnyLength: NewCallId = (id, used) => id.length <= LONGEST ? id : unusedId(id.slice(-32), used);

/**
 * Renames, in what is sent, the ids that a server refuses: those that are too long, and, once it has refused one because it
 * wants nine letters and digits, those that are no such ids. A session that another model began would otherwise end with its
 * first question to this one. The conversation itself keeps its ids.
 *
 * @example
 * ```ts
 * wrapLanguageModel({ model, middleware: chatCallIds() });
 * ```
 */
export function chatCallIds(): LanguageModelMiddleware {
  let newId = ofAnyLength;
  return {
    specificationVersion: "v4",
    wrapStream: async ({ model, params }) => {
      const ask = async () => await model.doStream({ ...params, prompt: renameCalls(params.prompt, newId) });
      try {
        return await ask();
      } catch (error) {
        if (newId === ofNine || !wantsNine(error)) throw error;
        newId = ofNine;
        return await ask();
      }
    },
  };
}

function wantsNine(error: unknown): boolean {
  return APICallError.isInstance(error) &&
    /\bid\b.*length of 9\b/is.test(`${error.message} ${error.responseBody ?? ""}`);
}

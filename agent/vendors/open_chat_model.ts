/**
 * Models that speak OpenAI's chat format.
 *
 * @module
 */
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { LanguageModelV4 } from "@ai-sdk/provider";
import { wrapLanguageModel } from "ai";
import { chatCallIds } from "./chat_call_ids.ts";
import { learningFetch, type ThoughtsManner } from "./learning_fetch.ts";
import { mendChatStream } from "./mend_chat_stream.ts";
import { openAiUsage } from "./openai_usage.ts";
import { takeTurns } from "./take_turns.ts";
import { withoutWarnings } from "./without_warnings.ts";
import type { ModelAccess } from "./model_access.ts";

/** OpenAI's own models that think refuse `max_tokens`. */
const THINKING_MODEL = /^(?:o\d|gpt-5)/;

/**
 * Opens a model; nothing is sent yet.
 *
 * @param access See {@linkcode ModelAccess}.
 *
 * @example
 * ```ts
 * openChatModel({ provider: "ollama", id: "qwen3:8b", baseURL: "http://127.0.0.1:11434/v1", apiKey: undefined, fetch });
 * ```
 */
export function openChatModel({ provider, id, baseURL, apiKey, fetch }: ModelAccess): LanguageModelV4 {
  const create = createOpenAICompatible({
    name: provider,
    baseURL,
    includeUsage: true,
    fetch: mendChatStream(learningFetch(fetch, thoughtsManner(provider, id))),
    convertUsage: openAiUsage,
    ...(provider === "openai" && THINKING_MODEL.test(id) && { transformRequestBody: withCompletionLimit }),
    ...(apiKey && { apiKey }),
  });
  return wrapLanguageModel({ model: create(id), middleware: [withoutWarnings, takeTurns(), chatCallIds()] });
}

/** As the vendors document it; of others it is learnt. */
function thoughtsManner(provider: string, id: string): ThoughtsManner {
  if (provider === "openai") return "never";
  const thinks = provider === "deepseek" || (provider === "moonshot" && !id.startsWith("moonshot-v1"));
  return thinks ? "always" : "kept";
}

function withCompletionLimit({ max_tokens, ...body }: Record<string, unknown>): Record<string, unknown> {
  return max_tokens === undefined ? body : { ...body, max_completion_tokens: max_tokens };
}

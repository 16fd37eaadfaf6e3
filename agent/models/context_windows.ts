/**
 * How much the models hold that are widely known to hold it.
 *
 * @module
 */
import type { ByModel } from "./match_model.ts";

/**
 * Windows in tokens, as the vendors document them. A model that is not here has a window that nobody told us of: better
 * none than a wrong one.
 */
export const CONTEXT_WINDOWS: ByModel<number> = {
  "openai:gpt-3.5-turbo*": 16_385,
  "openai:gpt-4o*": 128_000,
  "openai:gpt-4-turbo*": 128_000,
  "openai:gpt-4.1*": 1_047_576,
  "openai:o1": 200_000,
  "openai:o3*": 200_000,
  "openai:o4-mini*": 200_000,
  "anthropic:claude-3*": 200_000,
  "moonshot:moonshot-v1-8k*": 8_192,
  "moonshot:moonshot-v1-32k*": 32_768,
  "moonshot:moonshot-v1-128k*": 131_072,
};

/** What a window is taken to be where nothing says how large it is. */
export const ASSUMED_WINDOW = 128_000;

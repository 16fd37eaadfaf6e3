/**
 * What servers of OpenAI's format say about tokens.
 *
 * @module
 */
import type { LanguageModelV4Usage } from "@ai-sdk/provider";

/** The fields that are read; servers send others beside them. */
interface ReportedUsage {
  readonly prompt_tokens?: number | null | undefined;
  readonly completion_tokens?: number | null | undefined;
  readonly prompt_tokens_details?: { readonly cached_tokens?: number | null | undefined } | null | undefined;
  readonly completion_tokens_details?:
    | { readonly reasoning_tokens?: number | null | undefined }
    | null
    | undefined;
  /** DeepSeek's name for the cached part. */
  readonly prompt_cache_hit_tokens?: number | null | undefined;
}

/**
 * Reads a usage report. What a server leaves out stays unknown: the SDK's own reading makes it zero.
 *
 * @param usage The report; `null` or `undefined` when there was none.
 *
 * @example
 * ```ts
 * openAiUsage({ prompt_tokens: 100, completion_tokens: 20 }).outputTokens.reasoning; // undefined
 * ```
 */
export function openAiUsage(usage: ReportedUsage | null | undefined): LanguageModelV4Usage {
  const input = usage?.prompt_tokens ?? undefined;
  const output = usage?.completion_tokens ?? undefined;
  const { prompt_cache_hit_tokens: hit } = usage ?? {};
  const cached = usage?.prompt_tokens_details?.cached_tokens ?? hit ?? undefined;
  const reasoning = usage?.completion_tokens_details?.reasoning_tokens ?? undefined;
  return {
    inputTokens: {
      total: input,
      noCache: cached === undefined || input === undefined ? undefined : Math.max(0, input - cached),
      cacheRead: cached,
      // This format knows no charge for writing.
      cacheWrite: undefined,
    },
    outputTokens: {
      total: output,
      text: reasoning === undefined || output === undefined ? undefined : Math.max(0, output - reasoning),
      reasoning,
    },
  };
}

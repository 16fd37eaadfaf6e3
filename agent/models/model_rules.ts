/**
 * What is set for models, and what of it is meant for one.
 *
 * @module
 */
import { CONTEXT_WINDOWS } from "./context_windows.ts";
import { type ByModel, matchModel } from "./match_model.ts";
import type { ModelPrice } from "./model_price.ts";

/** How hard a model thinks before it speaks. */
export const REASONING_EFFORTS = ["low", "medium", "high"] as const;

/** One of {@linkcode REASONING_EFFORTS}. */
export type ReasoningEffort = typeof REASONING_EFFORTS[number];

/** A header's value, or the variable that holds it. */
export type HeaderValue = string | { readonly env: string };

/** How a model is asked; what is left out is the vendor's to decide. */
export interface ModelTuning {
  /** From 0 to 2; vendors differ in what they take. */
  readonly temperature?: number | undefined;
  /** The longest answer, in tokens. */
  readonly maxOutputTokens?: number | undefined;
  /** From 0 to 1. */
  readonly topP?: number | undefined;
  readonly reasoningEffort?: ReasoningEffort | undefined;
  /** Sent with each request, beside the vendor's own. */
  readonly headers?: Readonly<Record<string, HeaderValue>> | undefined;
}

/** What is set for models. */
export interface ModelRules {
  /** For all of them. */
  readonly tuning: ModelTuning;
  /** For some of them: wins over what is set for all. */
  readonly tuningOf: ByModel<ModelTuning>;
  /** From flags and the environment: wins over both. */
  readonly override: ModelTuning;
  readonly prices: ByModel<ModelPrice>;
  /** Windows in tokens; wins over what is known. */
  readonly contextWindows: ByModel<number>;
  /** The variables that headers name, as far as they are set. */
  readonly headerVariables: Readonly<Record<string, string>>;
}

/** Nothing is set. */
export const NO_MODEL_RULES: ModelRules = {
  tuning: {},
  tuningOf: {},
  override: {},
  prices: {},
  contextWindows: {},
  headerVariables: {},
};

/** What is set for one model. */
export interface ModelTerms {
  readonly tuning: ModelTuning;
  readonly price: ModelPrice | undefined;
  /** In tokens; `undefined` where nobody knows. */
  readonly contextWindow: number | undefined;
}

/**
 * What is set for one model: the narrowest pattern wins, field by field; of headers, name by name.
 *
 * @param spec The model string.
 * @param rules See {@linkcode ModelRules}.
 *
 * @example
 * ```ts
 * modelTerms("openai:gpt-4o", rules).contextWindow; // 128000
 * ```
 */
export function modelTerms(spec: string, rules: ModelRules): ModelTerms {
  const layers = [rules.tuning, ...matchModel(rules.tuningOf, spec), rules.override];
  // Servers take no notice of the case of a header's name.
  const headers = new Map<string, readonly [name: string, value: HeaderValue]>();
  for (const layer of layers) {
    for (const [name, value] of Object.entries(layer.headers ?? {})) {
      headers.set(name.toLowerCase(), [name, value]);
    }
  }
  return {
    tuning: {
      ...Object.assign({}, ...layers.map(withoutGaps)),
      headers: Object.fromEntries(headers.values()),
    },
    price: matchModel(rules.prices, spec).at(-1),
    contextWindow: matchModel(rules.contextWindows, spec).at(-1) ?? matchModel(CONTEXT_WINDOWS, spec).at(-1),
  };
}

function withoutGaps(tuning: ModelTuning): ModelTuning {
  return Object.fromEntries(Object.entries(tuning).filter(([, value]) => value !== undefined));
}

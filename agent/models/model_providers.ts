/**
 * Whose models can be used, and what each needs from the environment.
 *
 * @module
 */

/** One provider. */
export interface ModelProvider {
  /** Stands before the colon of a model string. */
  readonly name: string;
  readonly title: string;
  /** Where its own server is. */
  readonly baseUrl: string;
  /** The variable with its key; absent where none is needed. */
  readonly keyVariable?: string;
  /** The variable with another address of a server of the same kind. */
  readonly urlVariable: string;
  /** The format that it speaks. */
  readonly format: "openai" | "anthropic";
}

/**
 * The providers, in the order that people see. Addresses and variables are the vendors' own: see each one's API
 * documentation.
 */
export const MODEL_PROVIDERS = [
  {
    name: "openai",
    title: "OpenAI",
    baseUrl: "https://api.openai.com/v1",
    keyVariable: "OPENAI_API_KEY",
    urlVariable: "OPENAI_BASE_URL",
    format: "openai",
  },
  {
    name: "anthropic",
    title: "Anthropic",
    baseUrl: "https://api.anthropic.com/v1",
    keyVariable: "ANTHROPIC_API_KEY",
    urlVariable: "ANTHROPIC_BASE_URL",
    format: "anthropic",
  },
  {
    name: "zhipu",
    title: "Zhipu 智谱",
    baseUrl: "https://open.bigmodel.cn/api/paas/v4",
    keyVariable: "ZHIPU_API_KEY",
    urlVariable: "ZHIPU_BASE_URL",
    format: "openai",
  },
  {
    name: "deepseek",
    title: "DeepSeek 深度求索",
    baseUrl: "https://api.deepseek.com/v1",
    keyVariable: "DEEPSEEK_API_KEY",
    urlVariable: "DEEPSEEK_BASE_URL",
    format: "openai",
  },
  {
    name: "qwen",
    title: "Qwen 通义千问",
    baseUrl: "https://dashscope.aliyuncs.com/compatible-mode/v1",
    keyVariable: "DASHSCOPE_API_KEY",
    urlVariable: "DASHSCOPE_BASE_URL",
    format: "openai",
  },
  {
    name: "moonshot",
    title: "Moonshot 月之暗面",
    baseUrl: "https://api.moonshot.cn/v1",
    keyVariable: "MOONSHOT_API_KEY",
    urlVariable: "MOONSHOT_BASE_URL",
    format: "openai",
  },
  {
    name: "openrouter",
    title: "OpenRouter",
    baseUrl: "https://openrouter.ai/api/v1",
    keyVariable: "OPENROUTER_API_KEY",
    urlVariable: "OPENROUTER_BASE_URL",
    format: "openai",
  },
  {
    name: "ollama",
    title: "Ollama",
    baseUrl: "http://127.0.0.1:11434/v1",
    urlVariable: "OLLAMA_BASE_URL",
    format: "openai",
  },
] as const satisfies readonly ModelProvider[];

type Provider = typeof MODEL_PROVIDERS[number];

/** The variable with the key of a server that is named by its address; optional. */
export const SERVER_KEY_VARIABLE = "HANDRAIL_API_KEY";

/** What a server that is named by its address goes by. */
export const SERVER = { name: "server", keyVariable: SERVER_KEY_VARIABLE } as const;

/** The name of a variable that a model may need. */
export type ModelVariable =
  | Provider["urlVariable"]
  | Extract<Provider, { keyVariable: string }>["keyVariable"]
  | typeof SERVER_KEY_VARIABLE;

/** The variables that models may need. */
export const MODEL_VARIABLES: readonly ModelVariable[] = [
  ...MODEL_PROVIDERS.flatMap((provider) =>
    "keyVariable" in provider ? [provider.keyVariable, provider.urlVariable] : [provider.urlVariable]
  ),
  SERVER_KEY_VARIABLE,
];

/** Those of the variables that are set. */
export type ModelEnvironment = { readonly [name in ModelVariable]?: string };

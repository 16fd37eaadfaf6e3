/**
 * The variables of the environment.
 *
 * @module
 */
import { MODEL_VARIABLES } from "../../agent/models/model_providers.ts";

/** The variables that Handrail reads; `main.ts` reads these and no others. */
export const VARIABLES = [
  "HOME",
  "XDG_STATE_HOME",
  "XDG_DATA_HOME",
  "XDG_CONFIG_HOME",
  "XDG_CACHE_HOME",
  "LANG",
  "LC_ALL",
  "NO_COLOR",
  "TERM",
  "HANDRAIL_LANG",
  "HANDRAIL_MODEL",
  "HANDRAIL_TEMPERATURE",
  "HANDRAIL_MAX_TOKENS",
  "HANDRAIL_REASONING",
  "HANDRAIL_STATE",
  "HANDRAIL_KB",
  "HANDRAIL_KB_ABOUT",
  "HANDRAIL_EMBEDDER",
  "HANDRAIL_MODEL_DIR",
  "HANDRAIL_MODEL_URL",
  "HANDRAIL_CACHE",
  "HANDRAIL_SECRET",
  "HANDRAIL_DESK_URL",
  "HANDRAIL_DESK_TOKEN",
  "HANDRAIL_DESK_STRICT_JSON",
  "AGENT_CONFIRM_TOOLS",
  "AGENT_GUARD_PII",
  "IDEMPOTENCY_STORE",
  "REDIS_URL",
  "HANDRAIL_KV",
  "IDEMPOTENCY_WAIT_MS",
  "HANDRAIL_SESSION_WAIT_MS",
  "HANDRAIL_MODEL_WAIT_MS",
  "HANDRAIL_CALL_LOG",
  "HANDRAIL_LOG_LEVEL",
  ...MODEL_VARIABLES,
] as const;

/** Beside them, a header of `handrail.json` may name a variable of this form, and of no other: no vendor's key leaves so. */
export const HEADER_VARIABLE = /^HANDRAIL_HEADER_[A-Z0-9_]+$/;

/** And `models.keys` in the person's own file one of this form. */
export const KEY_VARIABLE = /^[A-Z_][A-Z0-9_]*_(?:KEY|TOKEN)$/;

/** The environment as read: a variable that is not set is absent. */
export type Environment = {
  readonly [
    name in
      | typeof VARIABLES[number]
      | `HANDRAIL_HEADER_${string}`
      | `${string}_KEY`
      | `${string}_TOKEN`
  ]?: string;
};

/** What the runtime itself reads of proxies and certificates; here to be shown, and to win over `handrail.json`. */
export const NETWORK_VARIABLES = [
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "ALL_PROXY",
  "NO_PROXY",
  "http_proxy",
  "https_proxy",
  "all_proxy",
  "no_proxy",
  "DENO_CERT",
  "DENO_TLS_CA_STORE",
] as const;

/** Those of them that are set. */
export type NetworkEnvironment = { readonly [name in typeof NETWORK_VARIABLES[number]]?: string };

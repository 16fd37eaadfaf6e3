/**
 * The variables of the environment.
 *
 * @module
 */
import { MODEL_VARIABLES } from "../agent/model_providers.ts";

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
  "HANDRAIL_MODEL",
  "HANDRAIL_STATE",
  "HANDRAIL_KB",
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
  "HANDRAIL_CALL_LOG",
  "HANDRAIL_LOG_LEVEL",
  ...MODEL_VARIABLES,
] as const;

/** The environment as read: a variable that is not set is absent. */
export type Environment = { readonly [name in typeof VARIABLES[number]]?: string };

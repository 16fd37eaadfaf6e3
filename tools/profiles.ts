/**
 * Capability boundaries: which role may use which tools. A hammer that is not in the table cannot fall on a foot.
 *
 * @module
 */
import { ASK_USER_TOOL, type ToolRegistry } from "./tool_registry.ts";
import { bilingual } from "../kb/bilingual_error.ts";

/** The roles there are. */
export const PROFILES = ["chat", "order", "refund", "knowledge", "service"] as const;

/**
 * A role: `chat` has every tool; `order`, `refund` and `knowledge` one each beside the ask-user tool; `service` hands each
 * request to one of these three.
 */
export type Profile = typeof PROFILES[number];

/** The workers of the service. */
export const WORKERS = ["order", "refund", "knowledge"] as const satisfies readonly Profile[];

/** A worker's name. */
export type Worker = typeof WORKERS[number];

const TOOLS: Record<Worker, readonly string[]> = {
  order: ["order_query_status"],
  refund: ["ticket_create"],
  knowledge: ["kb_query"],
};

/**
 * The part of a registry that a role may use.
 *
 * @param registry All tools.
 * @param profile The role.
 * @returns The registry itself for `chat`, else a smaller one; for `service` the tools of all its workers.
 * @throws {TypeError} If the registry lacks a tool of the role.
 *
 * @example
 * ```ts
 * selectProfile(registry, "order").names(); // ["agent_ask_to_user", "order_query_status"]
 * ```
 */
export function selectProfile(registry: ToolRegistry, profile: Profile): ToolRegistry {
  if (profile === "chat") return registry;
  const tools = profile === "service" ? WORKERS.flatMap((worker) => TOOLS[worker]) : TOOLS[profile];
  return registry.pick([ASK_USER_TOOL, ...tools]);
}

/**
 * Could a tool have been chosen in a role? Of a role that there is not, it could.
 *
 * @param profile The role's name, perhaps one of another version of the program.
 * @param tool The tool's name.
 *
 * @example
 * ```ts
 * offersTool("order", "ticket_create"); // false
 * ```
 */
export function offersTool(profile: string, tool: string): boolean {
  const worker = WORKERS.find((known) => known === profile);
  return worker === undefined || tool === ASK_USER_TOOL || TOOLS[worker].includes(tool);
}

/**
 * Reads a profile's name.
 *
 * @param name What a person wrote.
 * @throws {RangeError} If there is no such profile; the message lists them.
 *
 * @example
 * ```ts
 * parseProfile("order"); // "order"
 * ```
 */
export function parseProfile(name: string): Profile {
  const profile = PROFILES.find((known) => known === name);
  if (profile) return profile;
  throw bilingual(RangeError, {
    en: `Cannot use profile: ${JSON.stringify(name)} is unknown. Use ${PROFILES.join(", ")}`,
    zh: `无法使用 profile：没有 ${JSON.stringify(name)}。可用：${PROFILES.join("、")}`,
  });
}

/**
 * All of Handrail's tools in one registry.
 *
 * @module
 */
import { agentAskToUser, type UserQuestions } from "./agent_ask_to_user.ts";
import { handoffCreate } from "./handoff_create.ts";
import { kbQuery, type KbQueryServices } from "./kb_query.ts";
import { orderCancel } from "./order_cancel.ts";
import type { OrderDesk } from "./order_desk.ts";
import { orderQueryStatus } from "./order_query_status.ts";
import { orderQueryWithTracking } from "./order_query_with_tracking.ts";
import { orderRefund } from "./order_refund.ts";
import { ticketCreate } from "./ticket_create.ts";
import { ToolRegistry } from "./tool_registry.ts";

/** The ports behind the tools. */
export interface RegistryServices extends KbQueryServices {
  readonly desk: OrderDesk;
  readonly questions: UserQuestions;
}

/**
 * Registers the eight tools.
 *
 * @param services See {@linkcode RegistryServices}.
 * @returns A new registry.
 *
 * @example
 * ```ts
 * createRegistry(services).names()[0]; // "agent_ask_to_user"
 * ```
 */
export function createRegistry(services: RegistryServices): ToolRegistry {
  const registry = new ToolRegistry();
  const tools = [
    agentAskToUser(services),
    orderQueryStatus(services),
    ticketCreate(services),
    kbQuery(services),
    orderQueryWithTracking(services),
    orderCancel(services),
    orderRefund(services),
    handoffCreate(services),
  ];
  for (const tool of tools) registry.register(tool.name, tool);
  return registry;
}

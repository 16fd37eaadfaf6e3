import type { OfflineTool } from "./offline_tool.ts";

const VERB =
  /(?:^|[_.\s-])(?:create|update|cancel|refund|delete|book|send|add|remove|pay|transfer|submit|open|close|handoff|escalate|set|buy|order|post|move|purchase)(?:$|[_.\s-])/gi;

/**
 * Does a tool change something, as far as its name tells? A name's own verb counts, not its object: `order_cancel`
 * cancels, `order_query_status` only looks.
 *
 * @param tool The tool.
 * @returns `true` for names such as `order_cancel`, `createTicket`, `hotel.book`.
 *
 * @example
 * ```ts
 * isWrite(orderCancel); // true
 * ```
 */
export function isWrite(tool: OfflineTool): boolean {
  const name = tool.name.replace(/([a-z])([A-Z])/g, "$1_$2");
  return !READ.test(name) && name.search(VERB) >= 0;
}

const READ =
  /(?:^|[_.\s-])(?:query|get|find|search|list|read|check|show|fetch|lookup|calculate|estimate|predict)(?:$|[_.\s-])/i;

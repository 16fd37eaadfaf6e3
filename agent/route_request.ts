/**
 * Hands each request to the worker whose tool it asks for.
 *
 * @module
 */
import type { JSONSchema7 } from "ai";
import { selectProfile, type Worker, WORKERS } from "../tools/profiles.ts";
import type { ToolRegistry } from "../tools/tool_registry.ts";
import { chooseTool } from "./offline/choose_tool.ts";
import type { OfflineTool } from "./offline/offline_tool.ts";
import { readTools } from "./offline/read_tools.ts";

/** Where a request that asks for nothing in particular goes when there was none before. */
const FIRST_WORKER: Worker = "knowledge";

/** Chooses the worker for a request. */
export type Router = (request: string, previous: Worker | undefined) => Promise<Worker>;

/**
 * Makes a router. It goes by the likeness of the request to the workers' tools, the way the offline model chooses a tool:
 * the same with every model, and without a question to one. A request that is like none of them, a greeting or the answer
 * to a question, stays with the worker that spoke last.
 *
 * @param registry All tools.
 *
 * @example
 * ```ts
 * await createRouter(registry)("订单 A-1024 到哪了？", undefined); // "order"
 * ```
 */
export function createRouter(registry: ToolRegistry): Router {
  let table: Promise<readonly (readonly [OfflineTool, Worker])[]> | undefined;
  return async (request, previous) => {
    table ??= readTable(registry);
    const entries = await table;
    const chosen = chooseTool(entries.map(([tool]) => tool), request, { type: "auto" });
    return entries.find(([tool]) => tool === chosen)?.[1] ?? previous ?? FIRST_WORKER;
  };
}

async function readTable(registry: ToolRegistry): Promise<(readonly [OfflineTool, Worker])[]> {
  const { asSchema } = await import("ai");
  const entries: (readonly [OfflineTool, Worker])[] = [];
  for (const worker of WORKERS) {
    for (
      const [name, { description = "", inputSchema }] of Object.entries(
        selectProfile(registry, worker).getAll(),
      )
    ) {
      const schema: JSONSchema7 = await asSchema(inputSchema).jsonSchema;
      const text = typeof description === "string" ? description : "";
      const [tool] = readTools([{ type: "function", name, description: text, inputSchema: schema }]);
      if (tool && tool.role !== "asks") entries.push([tool, worker]);
    }
  }
  return entries;
}

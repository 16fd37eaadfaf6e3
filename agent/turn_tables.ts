/**
 * Which tools a turn has.
 *
 * @module
 */
import { selectProfile, type Worker } from "../tools/profiles.ts";
import type { ToolRegistry } from "../tools/tool_registry.ts";
import type { AgentEventOf } from "./agent_event.ts";
import type { Router } from "./route_request.ts";

/** Says that a request was handed to a worker. */
export type AnnounceWorker = (event: Omit<AgentEventOf<"worker.selected">, "turn_id">) => void;

/** Chooses the tools of each turn. */
export interface TurnTables {
  /**
   * The tools for a request.
   *
   * @param request What the user says.
   * @param announce Is told of a worker, where there are any.
   * @param earlier What the user has said before, in this process and in others. @default {[]}
   */
  select(request: string, announce: AnnounceWorker, earlier?: readonly string[]): Promise<ToolRegistry>;
}

/** Further back than so many requests nobody looks for who spoke last: it takes a millisecond each. */
const RECALLED = 50;

/**
 * The same tools for every turn.
 *
 * @param registry The tools.
 *
 * @example
 * ```ts
 * await sameTable(registry).select("Where is A-1024?", announce); // registry
 * ```
 */
export function sameTable(registry: ToolRegistry): TurnTables {
  return { select: () => Promise.resolve(registry) };
}

/**
 * The tools of the worker that a request is for: what one worker may do, another may not, whatever a model is told.
 *
 * @param registry All tools.
 *
 * @example
 * ```ts
 * const tables = workerTables(registry);
 * (await tables.select("订单 A-1024 到哪了？", announce)).names(); // ["agent_ask_to_user", "order_query_status"]
 * ```
 */
export function workerTables(registry: ToolRegistry): TurnTables {
  let router: Promise<Router> | undefined;
  let previous: Worker | undefined;
  /** How many requests went before. */
  let known = 0;
  return {
    select: async (request, announce, earlier = []) => {
      router ??= import("./route_request.ts").then(({ createRouter }) => createRouter(registry));
      const route = await router;
      // Another process has had some of them, or an earlier one: who took them then takes them again.
      if (earlier.length !== known) {
        previous = undefined;
        for (const text of earlier.slice(-RECALLED)) previous = await route(text, previous);
      }
      const worker = await route(request, previous);
      announce({ type: "worker.selected", worker, previous: previous ?? null });
      [previous, known] = [worker, earlier.length + 1];
      return selectProfile(registry, worker);
    },
  };
}

import { assertEquals } from "@std/assert";
import { type AnnounceWorker, workerTables } from "../../agent/turn_tables.ts";
import { ScriptedModel } from "../_support/scripted_model.ts";
import { testAgent } from "../_support/test_agent.ts";

const { registry } = testAgent(new ScriptedModel([])).agent;
const ORDER = "订单 A-1024 到哪了？";
const TICKET = "Create a ticket, subject: the printer is broken";

/** Hands requests to workers, and tells who took each, and who the one before. */
function service() {
  const tables = workerTables(registry);
  const taken: unknown[] = [];
  const announce: AnnounceWorker = ({ worker, previous }) => taken.push([worker, previous]);
  const ask = (request: string, earlier: readonly string[]) => tables.select(request, announce, earlier);
  return { ask, taken };
}

Deno.test("workerTables() leaves what asks for nothing in particular with the worker that spoke last", async () => {
  const { ask, taken } = service();
  await ask(ORDER, []);
  await ask("thanks", [ORDER]);
  assertEquals(taken, [["order", null], ["order", "order"]]);
});

Deno.test("workerTables() knows who spoke last in a session that another process began, or went on with", async () => {
  const { ask, taken } = service();
  await ask("thanks", [ORDER, "hello"]);
  await ask("thanks", [ORDER, "hello", "thanks", TICKET]);
  assertEquals(taken, [["order", "order"], ["refund", "refund"]]);
});

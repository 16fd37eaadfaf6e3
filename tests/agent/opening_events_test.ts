import { assertEquals } from "@std/assert";
import type { AgentEvent } from "../../agent/agent_event.ts";
import { OpeningEvents } from "../../agent/opening_events.ts";
import { ScriptedModel } from "../_support/scripted_model.ts";
import { testAgent } from "../_support/test_agent.ts";

function warning(code: string): AgentEvent {
  return { type: "warning", turn_id: "t", code, message: "m", retryable: false };
}

Deno.test("OpeningEvents holds back what is told before the turn begins, but for a wait", () => {
  const told: string[] = [];
  const opening = new OpeningEvents(
    (event) => told.push(event.type === "warning" ? event.code : event.type),
    { type: "turn.started", turn_id: "t" },
  );
  opening.emit(warning("session_repaired"));
  opening.emit(warning("session_busy"));
  assertEquals(told, ["session_busy"]);
  opening.begin();
  opening.emit(warning("later"));
  opening.begin();
  assertEquals(told, ["session_busy", "turn.started", "session_repaired", "later"]);
});

Deno.test("whoever reads turn.started may rely on the user's words being kept (T35)", async () => {
  const order: string[] = [];
  const { agent } = testAgent(new ScriptedModel([{ text: ["Hello."] }]));
  const log = {
    keep: () => Promise.resolve(),
    append: async (messages: readonly { role: string }[]) => {
      // A disk takes its time, and a reader does not wait for it.
      for (let tick = 0; tick < 50; tick++) await Promise.resolve();
      order.push(...messages.map(({ role }) => `${role} kept`));
    },
  };
  const session = agent.openSession({ id: "s", interactive: true, log });
  for await (const event of session.prompt("hi")) if (event.type === "turn.started") order.push(event.type);
  assertEquals(order, ["user kept", "turn.started", "assistant kept"]);
});

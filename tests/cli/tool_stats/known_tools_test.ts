import { assertEquals } from "@std/assert";
import { knownTools } from "../../../cli/tool_stats/known_tools.ts";
import { ScriptedModel } from "../../_support/scripted_model.ts";
import { testAgent } from "../../_support/test_agent.ts";

Deno.test("knownTools() knows what each tool costs in a prompt, and which are there for when nothing else fits", async () => {
  const { agent } = testAgent(new ScriptedModel([]));
  const known = await knownTools(agent.registry.getAll());
  assertEquals([...known.keys()], agent.registry.names());
  assertEquals([...known].filter(([, { isLastResort }]) => isLastResort).map(([name]) => name), [
    "agent_ask_to_user",
    "handoff_create",
  ]);
  // A sentence or more of each, and no essay.
  assertEquals([...known.values()].filter(({ tokens }) => tokens < 100 || tokens > 500), []);
});

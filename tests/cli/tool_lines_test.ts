import { assertEquals } from "@std/assert";
import { toolLines } from "../../cli/tool_lines.ts";
import { wordingOf } from "../../cli/wording.ts";
import { ScriptedModel } from "../_support/scripted_model.ts";
import { testAgent } from "../_support/test_agent.ts";

Deno.test("toolLines() describes each tool on a line, in the model's order", () => {
  const { agent } = testAgent(new ScriptedModel([]), { confirmTools: "createTicket" });
  assertEquals(toolLines(agent, wordingOf("en")), [
    "agent_ask_to_user          read",
    "order_query_status         read · also getOrderStatus",
    "ticket_create              write · asks first · also createTicket",
    "kb_query                   read · also searchKnowledgeBase",
    "order_query_with_tracking  read",
    "order_cancel               write · high risk · asks first",
    "order_refund               write · high risk · asks first",
    "handoff_create             write · also escalateToHuman",
  ]);
});

Deno.test("toolLines() says that nothing asks when nothing does", () => {
  const { agent } = testAgent(new ScriptedModel([]), { confirmTools: "none" });
  assertEquals(toolLines(agent, wordingOf("en")).filter((line) => line.includes("asks first")), []);
});

Deno.test("toolLines() speaks Chinese", () => {
  const { agent } = testAgent(new ScriptedModel([]), { confirmTools: "createTicket" });
  const lines = toolLines(agent, wordingOf("zh"));
  assertEquals(lines.slice(1, 3), [
    "order_query_status         只读 · 又名 getOrderStatus",
    "ticket_create              写入 · 先询问 · 又名 createTicket",
  ]);
  assertEquals(lines[6], "order_refund               写入 · 高风险 · 先询问");
});

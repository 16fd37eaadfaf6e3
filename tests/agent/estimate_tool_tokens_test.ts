import { assertEquals } from "@std/assert";
import { estimateToolTokens } from "../../agent/estimate_tool_tokens.ts";

Deno.test("estimateToolTokens() counts the name, the description and the schema", () => {
  const parameters = { type: "object" };
  // 12 + 1 + 15 + 1 + 17 characters, four of which are a token.
  assertEquals(estimateToolTokens({ name: "server_query", description: "Is a server up?", parameters }), 12);
  // A character of Han is a token: 12 + 1 + 1 + 17 Latin ones, and three others.
  assertEquals(estimateToolTokens({ name: "server_query", description: "查机器", parameters }), 11);
});

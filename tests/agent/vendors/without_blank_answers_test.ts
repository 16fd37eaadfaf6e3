import { assertEquals } from "@std/assert";
import { createModel } from "../../../agent/models/create_model.ts";
import { startModelServer } from "../../_support/model_server.ts";
import type { ModelReply } from "../../_support/model_server/vendor_format.ts";
import { VENDOR_STYLES, vendorEnvironment } from "../../_support/model_server/vendor_formats.ts";
import { ScriptedModel } from "../../_support/scripted_model.ts";
import { ofType, runTurn, testAgent } from "../../_support/test_agent.ts";

const STATUS = { name: "order_query_status", arguments: '{"orderId":"A-1024"}' };

for (const style of VENDOR_STYLES) {
  Deno.test(`a conversation goes on with ${style} after an answer of which nothing but blanks came`, async () => {
    for (
      const empty of [{}, { reasoning: "Hm." }, { text: "\n\n" }, {
        text: "\n",
        toolCalls: [STATUS],
      }] as ModelReply[]
    ) {
      let asked = 0;
      await using server = startModelServer({
        style,
        reply: () => asked++ === 0 ? empty : { text: "Here." },
      });
      const modelEnvironment = vendorEnvironment(style, server.url);
      const { model } = createModel(modelEnvironment.HANDRAIL_MODEL ?? "", {
        language: "en",
        now: () => 0,
        modelEnvironment,
      });
      const session = testAgent(model).open();
      await runTurn(session, "hi");
      const [turn] = ofType(await runTurn(session, "Are you there?"), "turn.completed");
      assertEquals([empty, turn?.text, turn?.error?.message], [empty, "Here.", undefined]);
    }
  });
}

Deno.test("the conversation keeps what is left out of a request", async () => {
  const model = new ScriptedModel([{ reasoning: "Hm.", text: [" "] }, { text: ["Here."] }]);
  const session = testAgent(model).open();
  await runTurn(session, "hi");
  await runTurn(session, "Are you there?");
  assertEquals(model.prompts[1]?.map(({ role }) => role), ["system", "user", "user"]);
  assertEquals(session.messageCount, 4);
});

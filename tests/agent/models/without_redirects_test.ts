import { assertEquals } from "@std/assert";
import { createModel } from "../../../agent/models/create_model.ts";
import { startModelServer } from "../../_support/model_server.ts";
import { ofType, runTurn, testAgent } from "../../_support/test_agent.ts";

for (
  const [name, urlVariable, keyVariable] of [
    ["openai", "OPENAI_BASE_URL", "OPENAI_API_KEY"],
    ["anthropic", "ANTHROPIC_BASE_URL", "ANTHROPIC_API_KEY"],
  ] as const
) {
  Deno.test(`${name}: a server that redirects gets neither the key nor the prompt sent on, and is named`, async () => {
    let elsewhere = 0;
    await using other = startModelServer({ reply: () => (elsewhere++, { text: "Hello." }) });
    await using server = startModelServer({
      reply: () =>
        new Response(null, { status: 307, headers: { location: `${other.url}/chat/completions` } }),
    });
    const modelEnvironment = { [urlVariable]: server.url, [keyVariable]: "sk-secret" };
    const { model } = createModel(`${name}:m`, { language: "en", now: () => 0, modelEnvironment });
    const events = await runTurn(testAgent(model).open(), "hi");
    const [error] = ofType(events, "error");
    assertEquals(elsewhere, 0);
    assertEquals([error?.code, error?.http_status, error?.retryable], ["bad_request", 307, false]);
    assertEquals(
      error?.hint,
      "It sends its callers elsewhere. Give that address, if you trust it: a key is not sent on",
    );
  });
}

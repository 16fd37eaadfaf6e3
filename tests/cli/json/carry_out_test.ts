import { assertEquals } from "@std/assert";
import { MissingKeyError } from "../../../agent/models/classify_error.ts";
import { carryOut, type CommandScene } from "../../../cli/json/carry_out.ts";
import { UsageError } from "../../../cli/usage_error.ts";
import { type Fields, JsonClient } from "../../_support/json_client.ts";
import { type ScriptedAnswer, ScriptedModel } from "../../_support/scripted_model.ts";
import { testAgent } from "../../_support/test_agent.ts";

const HELLO: ScriptedAnswer = { text: ["Hello."] };
const HANGS: ScriptedAnswer = { text: ["Wait"], hangs: true };
const OTHER = { provider: "test", id: "other" };

function prompt(id: string): Fields {
  return { id, type: "prompt", text: "hi" };
}

Deno.test("set changes the model from the next turn on, and state names it", async () => {
  const model = new ScriptedModel([{ text: ["From the other."] }]);
  const client = new JsonClient([HELLO], (spec) => {
    assertEquals(spec, "test:other");
    return Promise.resolve({ ...OTHER, model });
  });
  client.send(prompt("1"));
  await client.next({ type: "turn.completed" });
  client.send({ id: "m", type: "set", model: "test:other" }, { id: "s", type: "state" }, prompt("2"));
  await client.finish();
  assertEquals((await client.next({ id: "m" })).result, { withdrawn: 0, model: OTHER });
  assertEquals(((await client.next({ id: "s" })).result as Fields).model, OTHER);
  assertEquals(client.of("turn.completed").map(({ text }) => text), ["Hello.", "From the other."]);
  // The other model goes on where the first one stopped.
  assertEquals(model.prompts[0]?.filter(({ role }) => role !== "system").map(({ role }) => role), [
    "user",
    "assistant",
    "user",
  ]);
});

Deno.test("set refuses a model while a turn runs", async () => {
  const client = new JsonClient([HANGS], () => Promise.reject(new Error("not to be opened")));
  client.send(prompt("1"), { id: "m", type: "set", model: "test:other" }, { id: "c", type: "cancel" });
  await client.finish();
  assertEquals(client.responses(), [["1", true], ["m", false, "busy"], ["c", true]]);
});

Deno.test("set refuses a model that cannot be had, keeps the old one and changes nothing else", async () => {
  for (
    const [error, code] of [
      [new RangeError("Cannot use model: x is unknown"), "bad_request"],
      [
        new MissingKeyError({ en: "Cannot use x: OPENAI_API_KEY is not set", zh: "没有设置 OPENAI_API_KEY" }),
        "auth",
      ],
      [
        new UsageError({
          en: "Cannot use network.caFile: ca.pem: it is not there",
          zh: "无法使用 network.caFile：ca.pem：没有这个文件",
        }),
        "bad_request",
      ],
    ] as const
  ) {
    const client = new JsonClient([HELLO], () => Promise.reject(error));
    client.send({ id: "m", type: "set", model: "x", withdraw_approvals: ["*"] }, { id: "s", type: "state" });
    client.send(prompt("1"));
    assertEquals((await client.finish()).exitCode, 0);
    assertEquals((await client.next({ id: "m" })).error, { code, message: error.message });
    assertEquals(((await client.next({ id: "s" })).result as Fields).model, {
      provider: "test",
      id: "scripted",
    });
  }
});

Deno.test("initialize tells which events are left out, and which could be", async () => {
  const client = new JsonClient([]);
  client.send({ id: "i", type: "initialize", protocol: 1, opt_out: ["heartbeat", "response", "*"] });
  await client.finish();
  const { optional_events, opted_out } = client.of("response")[0]?.result as Fields;
  assertEquals([optional_events, opted_out], [["message.delta", "tool.started", "retry", "heartbeat"], [
    "heartbeat",
  ]]);
});

Deno.test("set takes a permission back by the tool's alias as well", async () => {
  const { agent, open } = testAgent(new ScriptedModel([]));
  const session = open();
  session.grants.add("ticket_create", "configured");
  const answer = await carryOut(
    { id: "1", type: "set", withdraw_approvals: ["createTicket"] },
    { session, registry: agent.registry } as unknown as CommandScene,
  );
  assertEquals([answer, session.grants.list()], [{ ok: true, result: { withdrawn: 1 } }, []]);
});

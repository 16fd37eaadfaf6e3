import { assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { HandrailProcess, runHandrail, type StartOptions } from "../_support/handrail_process.ts";
import { startModelServer } from "../_support/model_server.ts";
import { tempFolder } from "../_support/temp_folder.ts";

const INITIALIZE = { id: "0", type: "initialize", protocol: 1, capabilities: { approvals: true } };
const CANCEL = { id: "1", type: "prompt", text: "取消订单 A-2048，原因是不想要了" };

/** Cancels an order, and allows that for the whole session. */
async function allowForSession(options: StartOptions): Promise<void> {
  await using program = HandrailProcess.start(["json", "--session", "one"], options);
  await program.send(INITIALIZE);
  await program.send(CANCEL);
  const { request_id } = await program.next("approval.requested");
  await program.send({ id: "2", type: "approve", request_id, decision: "allow", scope: "session" });
  await program.closeInput();
  assertEquals((await program.end()).code, 0);
}

Deno.test("what was allowed for a session holds in the next process, until it is withdrawn", async () => {
  await using folder = await tempFolder();
  const options = { home: folder.path };
  const list = async () => (await runHandrail(["approvals", "list", "--session", "one"], options)).stdout;
  await allowForSession(options);
  assertStringIncludes(await list(), "order_cancel  since ");
  const again = await runHandrail(
    ["run", "--json", "--session", "one", "取消订单 B-0001，原因是太慢"],
    options,
  );
  assertEquals(again.events.filter(({ type }) => type === "approval.requested").length, 0);
  assertEquals(again.code, 0);
  const withdrawn = await runHandrail(["approvals", "withdraw", "--session", "one"], options);
  assertEquals([withdrawn.code, withdrawn.stdout], [0, "Withdrawn: 1\n"]);
  const asked = await runHandrail(
    ["run", "--json", "--session", "one", "取消订单 B-0001，原因是太贵"],
    options,
  );
  assertEquals([asked.code, asked.events.filter(({ type }) => type === "approval.requested").length], [4, 1]);
});

Deno.test("rules in handrail.json allow small refunds, deny large ones, and ask about the rest", async () => {
  await using folder = await tempFolder();
  const config = join(folder.path, ".config/handrail");
  await Deno.mkdir(config, { recursive: true });
  const rules = [
    { tools: ["order_refund"], when: { amount: { atMost: 50 } }, action: "allow" },
    {
      tools: ["order_refund"],
      when: { amount: { above: 500 } },
      action: "deny",
      reason: "超过 500 元要找主管",
    },
  ];
  await Deno.writeTextFile(join(config, "handrail.json"), JSON.stringify({ approval: { rules } }));
  const refund = (amount: number) =>
    runHandrail(["run", "--json", `订单 B-0001 退款 ${amount} 元，原因是少发一件`], { home: folder.path });
  const [small, middle, large] = [await refund(50), await refund(100), await refund(800)];
  assertEquals([small.code, middle.code, large.code], [0, 4, 4]);
  const denials = (end: typeof small) => end.events.find(({ type }) => type === "turn.completed")?.denials;
  assertEquals(denials(small), []);
  assertStringIncludes(JSON.stringify(denials(large)), "超过 500 元要找主管");
  assertEquals(large.events.filter(({ type }) => type === "approval.requested").length, 0);
  assertEquals(middle.events.filter(({ type }) => type === "approval.requested").length, 1);
});

Deno.test("a call that was approved and ran is not run again when the model fails afterwards and the turn is retried", async () => {
  await using folder = await tempFolder();
  let answered = 0;
  await using server = startModelServer({
    reply: ({ messages }) => {
      const last = messages.at(-1);
      if (last?.role === "user") {
        return { toolCalls: [{ name: "order_refund", arguments: '{"orderId":"B-0001","reason":"坏了"}' }] };
      }
      return ++answered === 1 ? new Response("overloaded", { status: 400 }) : { text: "已退款。" };
    },
  });
  const options = {
    home: folder.path,
    env: {
      HANDRAIL_MODEL: "openai:test",
      OPENAI_API_KEY: "k",
      OPENAI_BASE_URL: server.url,
      IDEMPOTENCY_STORE: "kv",
    },
  };
  const turn = () =>
    runHandrail(
      ["run", "--json", "--session", "one", "--approve", "order_refund", "给 B-0001 退款，坏了"],
      options,
    );
  const [first, second] = [await turn(), await turn()];
  assertEquals([first.code, second.code], [1, 0]);
  const books = await Deno.readTextFile(join(folder.path, ".local/state/handrail/ledger.jsonl"));
  assertEquals(books.trim().split("\n").length, 1);
  const replay = second.events.find(({ type }) => type === "tool.completed") as {
    idempotency?: { hit: boolean };
  };
  assertEquals(replay.idempotency?.hit, true);
});

import { assert, assertEquals } from "@std/assert";
import { join } from "node:path";
import { HandrailProcess, runHandrail } from "../_support/handrail_process.ts";
import {
  installIndependentServer,
  type ServerFixture,
  startIndependentServer,
} from "../_support/independent_server.ts";
import { tempFolder } from "../_support/temp_folder.ts";
import { approved, QUESTION, refund, repeated } from "../_support/vendor_events.ts";
import { VENDOR_SCENE, vendorlessEvents } from "../_support/vendor_scene.ts";

const folder = await Deno.makeTempDir();
Deno.test.afterAll(() => Deno.remove(folder, { recursive: true }));
const server = await installIndependentServer(folder);
const ignore = "missing" in server;
if (ignore) {
  // deno-lint-ignore no-console -- a skipped test must be heard
  console.error(`skipped: no independent model server could be had: ${server.missing}`);
}

const REFUND = { orderId: "B-0001", reason: "商品破损😀" };

/** What the vendors' double says as well. */
const FIXTURES: readonly ServerFixture[] = [
  {
    match: { userMessage: "住宿", hasToolResult: false },
    response: {
      content: "好的。",
      toolCalls: [{ name: "kb_query", arguments: JSON.stringify({ query: "出差住宿标准" }) }],
    },
  },
  {
    match: { userMessage: "住宿", hasToolResult: true },
    response: { content: "住宿费按标准报销 [1]。" },
  },
  {
    match: { userMessage: "退款", hasToolResult: true, toolResultContains: '"replayed":true' },
    response: { content: "这笔退款之前已经办过。" },
  },
  { match: { userMessage: "退款", hasToolResult: true }, response: { content: "已为您退款。" } },
  {
    match: { userMessage: "退款", hasToolResult: false },
    response: { content: "好的。", toolCalls: [{ name: "order_refund", arguments: JSON.stringify(REFUND) }] },
  },
];

/** The variables of each format that the server speaks. */
const FORMATS: Readonly<Record<string, (url: string) => Record<string, string>>> = {
  OpenAI: (url) => ({
    HANDRAIL_MODEL: "openai:gpt-4o-mini",
    OPENAI_API_KEY: "test-key",
    OPENAI_BASE_URL: `${url}/v1`,
  }),
  Anthropic: (url) => ({
    HANDRAIL_MODEL: "anthropic:claude-sonnet-4-5",
    ANTHROPIC_API_KEY: "test-key",
    ANTHROPIC_BASE_URL: `${url}/v1`,
  }),
};

for (const [format, environment] of Object.entries(FORMATS)) {
  Deno.test({
    name: `a model server that others wrote gives the same events in ${format}'s format`,
    ignore,
    fn: async () => {
      assert("file" in server);
      await using home = await tempFolder();
      await using running = await startIndependentServer(server.file, home.path, FIXTURES);
      const options = {
        home: home.path,
        env: { ...environment(running.url), LANG: "zh_CN.UTF-8", IDEMPOTENCY_STORE: "kv" },
      };
      await using program = HandrailProcess.start(["json", "--session", "s"], options);
      await program.send({ id: "0", type: "initialize", protocol: 1, capabilities: { approvals: true } });
      await program.send({ id: "1", type: "prompt", text: VENDOR_SCENE.question });
      await program.next("turn.completed");
      await program.send({ id: "2", type: "prompt", text: VENDOR_SCENE.refund });
      const { request_id } = await program.next("approval.requested");
      await program.send({ id: "a", type: "approve", request_id, decision: "allow" });
      await program.next("turn.completed");
      await program.closeInput();
      const { events, code } = await program.end();
      assertEquals(code, 0);
      assertEquals(vendorlessEvents(events), [
        ...QUESTION,
        ...refund("kv", approved(false)),
        { type: "session.ended", exit_code: 0, reason: "eof" },
      ]);
      const again = await runHandrail(
        ["run", "--json", "--session", "s", "--approve", "order_refund", VENDOR_SCENE.refund],
        options,
      );
      assertEquals(vendorlessEvents(again.events), [
        ...repeated("kv", []),
        { type: "session.ended", exit_code: 0, reason: "turn_completed" },
      ]);
      const books = await Deno.readTextFile(join(home.path, ".local/state/handrail/ledger.jsonl"));
      assertEquals(books.trimEnd().split("\n").length, 1);
    },
  });
}

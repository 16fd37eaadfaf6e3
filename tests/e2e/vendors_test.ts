import { assert, assertEquals } from "@std/assert";
import { join } from "node:path";
import type { TokenCount } from "../../agent/agent_event.ts";
import { HandrailProcess, runHandrail, type StartOptions } from "../_support/handrail_process.ts";
import { type ModelServer, startModelServer } from "../_support/model_server.ts";
import {
  VENDOR_STYLES,
  vendorEnvironment,
  type VendorStyle,
} from "../_support/model_server/vendor_formats.ts";
import { tempFolder } from "../_support/temp_folder.ts";
import { hasTmux, Terminal } from "../_support/terminal.ts";
import { approved, QUESTION, refund, repeated, SCREEN } from "../_support/vendor_events.ts";
import { VENDOR_SCENE, vendorlessEvents, vendorReply } from "../_support/vendor_scene.ts";

const ignore = !hasTmux();
if (ignore) {
  // deno-lint-ignore no-console -- a skipped test must be heard
  console.error("skipped: tmux is not installed, so the vendors are not tested at a real terminal");
}

async function ledgerLength(home: string): Promise<number> {
  const text = await Deno.readTextFile(join(home, ".local/state/handrail/ledger.jsonl"));
  return text.trimEnd().split("\n").length;
}

/** A fresh home, and a server in the manner of a vendor. */
async function atVendor(
  style: VendorStyle,
  scene: (options: StartOptions, server: ModelServer) => Promise<void>,
): Promise<void> {
  await using folder = await tempFolder();
  await using server = startModelServer({ style, reply: vendorReply });
  const options = {
    home: folder.path,
    env: { ...vendorEnvironment(style, server.url), LANG: "zh_CN.UTF-8" },
  };
  await scene(options, server);
  assertEquals(await ledgerLength(folder.path), 1);
}

for (const style of VENDOR_STYLES) {
  Deno.test(`${style}: JSON mode tells of an answer with its source, an approval and a replay like every other vendor`, async () => {
    await atVendor(style, async (options, server) => {
      await using program = HandrailProcess.start(["json"], options);
      const say = (id: string, text: string) => program.send({ id, type: "prompt", text });
      await program.send({ id: "0", type: "initialize", protocol: 1, capabilities: { approvals: true } });
      await say("1", VENDOR_SCENE.question);
      await program.next("turn.completed");
      for (const id of ["2", "3"]) {
        await say(id, VENDOR_SCENE.refund);
        const { request_id } = await program.next("approval.requested");
        await program.send({ id: `a${id}`, type: "approve", request_id, decision: "allow" });
        const { usage } = await program.next("turn.completed") as { usage?: { turn: Partial<TokenCount> } };
        const { input_tokens, output_tokens, total_tokens } = usage?.turn ?? {};
        assertEquals([input_tokens, output_tokens, total_tokens], [200, 40, 240]);
      }
      await program.closeInput();
      const { code, events } = await program.end();
      assertEquals(code, 0);
      assertEquals(vendorlessEvents(events), [
        ...QUESTION,
        ...refund("memory", approved(false)),
        ...repeated("memory", approved(true)),
        { type: "session.ended", exit_code: 0, reason: "eof" },
      ]);
      // Mistral refuses the first one once, for the wish for usage.
      assertEquals(server.requests.length, style === "mistral" ? 7 : 6);
      assert(server.requests.every(({ tools }) => tools?.[0]?.function.name === "agent_ask_to_user"));
    });
  });

  Deno.test(`${style}: one-shot runs tell of them like every other vendor's`, async () => {
    await atVendor(style, async ({ home, env }) => {
      const run = (...args: string[]) =>
        runHandrail(["run", "--session", "s", ...args], { home, env: { ...env, IDEMPOTENCY_STORE: "kv" } });
      const ended = { type: "session.ended", exit_code: 0, reason: "turn_completed" };
      const asked = await run("--json", VENDOR_SCENE.question);
      assertEquals(vendorlessEvents(asked.events), [...QUESTION, ended]);
      const made = await run("--json", "--approve", "order_refund", VENDOR_SCENE.refund);
      assertEquals(vendorlessEvents(made.events), [...refund("kv", []), ended]);
      const again = await run("--approve", "order_refund", VENDOR_SCENE.refund);
      assertEquals([again.code, again.stdout], [0, "好的。\n这笔退款之前已经办过。\n"]);
      assert(/^⚙ order_refund ✓ 完成 · ↺ 之前已执行，没有重复 \d+ ms\n$/.test(again.stderr), again.stderr);
    });
  });

  Deno.test({
    name: `${style}: a real terminal shows them like every other vendor's`,
    ignore,
    fn: async () => {
      await atVendor(style, async (options) => {
        await using terminal = await Terminal.start(["chat", "--quiet"], options);
        await terminal.prompts();
        await terminal.type(VENDOR_SCENE.question, "Enter");
        await terminal.shows("住宿费按标准报销 [1]。");
        for (const answer of ["已为您退款。", "这笔退款之前已经办过。"]) {
          await terminal.prompts();
          await terminal.type(VENDOR_SCENE.refund, "Enter");
          await terminal.shows("❯ 拒绝");
          await terminal.type("Down", "Down");
          await terminal.shows("❯ 允许一次");
          await terminal.type("Enter");
          await terminal.shows(answer);
        }
        await terminal.prompts();
        const lines = (await terminal.screen()).trimEnd().split("\n").slice(1);
        assertEquals(lines.map((line) => line.replace(/\d+ ms/, "N ms")), SCREEN);
      });
    },
  });
}

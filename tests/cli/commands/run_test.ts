import { assertEquals } from "@std/assert";
import { parseCommandLine } from "../../../cli/command_line.ts";
import { runCommand } from "../../../cli/commands/run.ts";
import { OutputClosedError } from "../../../cli/output_stream.ts";
import { readSettings } from "../../../cli/settings/settings.ts";
import { flushMicrotasks } from "../../_support/flush_microtasks.ts";
import { ScriptedModel } from "../../_support/scripted_model.ts";
import { tempFolder } from "../../_support/temp_folder.ts";
import { testAgent } from "../../_support/test_agent.ts";
import { testProgram } from "../../_support/test_program.ts";

Deno.test("run --json sends heartbeats, and ends with 141 when it learns by one that nobody reads (T16)", async () => {
  await using folder = await tempFolder();
  const { agent, clock } = testAgent(new ScriptedModel([{ text: ["Wait"], hangs: true }]));
  const settings = readSettings({ HOME: folder.path }, folder.path);
  const { program, output } = testProgram(agent, { settings });
  const code = runCommand(program, parseCommandLine(["run", "--json", "hi"]));
  await output.wait((line) => line.includes('"type":"message.delta"'));
  await flushMicrotasks();
  clock.advance(15_000);
  const { state } = JSON.parse(await output.wait((line) => line.includes('"type":"heartbeat"')));
  assertEquals(state, "model");
  await flushMicrotasks();
  output.failure = new OutputClosedError("gone");
  clock.advance(15_000);
  assertEquals([await code, clock.pendingTimers], [141, 0]);
});

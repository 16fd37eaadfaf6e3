import { assertEquals, assertRejects } from "@std/assert";
import { join } from "node:path";
import { parseRecording } from "../../../agent/recording/recording.ts";
import { SessionFile } from "../../../agent/sessions/session_file.ts";
import { createSideCommands } from "../../../cli/repl/side_commands.ts";
import { readSettings } from "../../../cli/settings/settings.ts";
import { ScriptedModel } from "../../_support/scripted_model.ts";
import { tempFolder } from "../../_support/temp_folder.ts";
import { testAgent } from "../../_support/test_agent.ts";
import { testProgram } from "../../_support/test_program.ts";

Deno.test("/export goes by the file's name, a recording's included, and never over another file", async () => {
  await using folder = await tempFolder();
  await new SessionFile(join(folder.path, "sessions"), "ses_1").append([{ role: "user", content: "hi" }]);
  const { program } = testProgram(testAgent(new ScriptedModel([])).agent, {
    settings: readSettings({ HANDRAIL_STATE: folder.path }, "/nowhere"),
  });
  const { exportSession } = createSideCommands(program);
  const [recording, json] = ["a.recording.json", "a.json"].map((name) => join(folder.path, name));
  assertEquals(await exportSession("ses_1", recording), recording);
  assertEquals(parseRecording(await Deno.readTextFile(recording ?? "")).turns, [
    { user: "hi", calls: [], answer: "" },
  ]);
  assertEquals(await exportSession("ses_1", json), json);
  assertEquals(JSON.parse(await Deno.readTextFile(json ?? "")).messages, [{ role: "user", content: "hi" }]);
  await assertRejects(() => exportSession("ses_1", json), Error, "is there already. Name another file");
});

/**
 * Reads a call log once, in a process of its own: `FOLDER stats|bare`. Prints milliseconds and bytes of memory as JSON.
 *
 * @module
 */
// deno-lint-ignore-file no-console -- a benchmark prints its figures
import { toolsCommand } from "../cli/commands/tools.ts";
import { parseCommandLine } from "../cli/command_line.ts";
import { callLogPath } from "../cli/log/call_log_file.ts";
import { callLogFiles, readCallLog } from "../cli/log/read_call_log.ts";
import { readSettings } from "../cli/settings/settings.ts";
import { createOfflineModel } from "../agent/offline/create_offline_model.ts";
import { testAgent } from "../tests/_support/test_agent.ts";
import { testProgram } from "../tests/_support/test_program.ts";

const [folder = "", what] = Deno.args;
const settings = readSettings({ HANDRAIL_STATE: folder }, folder);
const { agent } = testAgent(createOfflineModel());
const { program, output } = testProgram(agent, { settings });
const start = performance.now();
let calls = 0;
let kinds: string[] = [];
if (what === "stats") {
  await toolsCommand(program, parseCommandLine(["tools", "stats", "--json"]));
  const found = JSON.parse(output.text);
  calls = found.calls;
  kinds = found.advice.map(({ kind, tool }: { kind: string; tool: string }) => `${kind} ${tool}`);
} else readCallLog(callLogFiles(callLogPath(settings)), () => calls++);
const ms = performance.now() - start;
console.log(JSON.stringify({ calls, kinds, ms, rss: Deno.memoryUsage().rss }));

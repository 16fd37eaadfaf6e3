import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { SessionFile } from "../../../agent/sessions/session_file.ts";
import { parseCommandLine } from "../../../cli/command_line.ts";
import { approvalsCommand } from "../../../cli/commands/approvals.ts";
import { readSettings } from "../../../cli/settings/settings.ts";
import { UsageError } from "../../../cli/usage_error.ts";
import { ScriptedModel } from "../../_support/scripted_model.ts";
import { tempFolder } from "../../_support/temp_folder.ts";
import { testAgent } from "../../_support/test_agent.ts";
import { testProgram } from "../../_support/test_program.ts";

const AT = "2026-03-01T09:00:00.000Z";
const GRANTS = [
  { tool: "order_refund", rule: "high_risk", at: AT },
  { tool: "ticket_create", rule: "configured", at: AT },
];

async function setUp() {
  const folder = await tempFolder();
  const file = new SessionFile(join(folder.path, "sessions"), "ses_1");
  await file.append([{ role: "user", content: "hi" }]);
  await file.keep({ type: "grants", grants: GRANTS });
  const { program, output, errors } = testProgram(testAgent(new ScriptedModel([])).agent, {
    settings: readSettings({ HANDRAIL_STATE: folder.path }, "/nowhere"),
  });
  const run = (...args: string[]) => approvalsCommand(program, parseCommandLine(["approvals", ...args]));
  return { file, output, errors, run, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
}

Deno.test("approvals list shows what a session may do without asking", async () => {
  await using scene = await setUp();
  assertEquals(await scene.run("list", "--session", "ses_1"), 0);
  assertEquals(scene.output.writes.join(""), `order_refund  since ${AT}\nticket_create  since ${AT}\n`);
  assertEquals(await scene.run("list", "--session", "ses_1", "--json"), 0);
  assertEquals(JSON.parse(scene.output.writes.at(-1) ?? ""), { grants: GRANTS });
});

Deno.test("approvals withdraw takes back one tool by name or alias, or all, and the session file knows", async () => {
  await using scene = await setUp();
  assertEquals(await scene.run("withdraw", "createTicket", "--session", "ses_1"), 0);
  assertEquals((await scene.file.load())?.grants, GRANTS.slice(0, 1));
  assertEquals(await scene.run("withdraw", "kb_query", "--session", "ses_1"), 1);
  assertEquals(await scene.run("withdraw", "--session", "ses_1"), 0);
  assertEquals((await scene.file.load())?.grants, []);
  assertEquals(await scene.run("list", "--session", "ses_1"), 0);
  assertEquals(scene.output.writes.at(-1), "Nothing is allowed for this session.\n");
});

Deno.test("approvals says what is missing: an action, a session, or one of that id", async () => {
  await using scene = await setUp();
  await assertRejects(() => scene.run("show"), UsageError, "no such action");
  await assertRejects(() => scene.run("list"), UsageError, "no session is named. Add --session ID");
  await assertRejects(() => scene.run("list", "--session", "../x"), UsageError, "is no session id");
  assertEquals(await scene.run("list", "--session", "ses_2"), 1);
  assertStringIncludes(scene.errors.writes.join(""), "Cannot open session ses_2: there is none of that id");
});

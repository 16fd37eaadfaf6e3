/**
 * `handrail approvals`: what a session may do without asking.
 *
 * @module
 */
import { join } from "node:path";
import { SessionFile } from "../../agent/session_file.ts";
import { ApprovalGrants } from "../../shells/approval_grants.ts";
import { cleanText } from "../clean_text.ts";
import type { CommandLine } from "../command_line.ts";
import { EXIT } from "../exit_code.ts";
import { inspectAgent } from "../inspect_agent.ts";
import type { Program } from "../program.ts";
import { tellFault } from "../tell_fault.ts";
import { UsageError } from "../usage_error.ts";
import { wordingOf } from "../wording.ts";

/**
 * Lists the permissions that a session keeps, or takes them back. A process that has the session open follows with its
 * next turn.
 *
 * @param program The program.
 * @param line The command line.
 * @returns The exit code: 1 when there is no such session, or nothing to withdraw.
 * @throws {UsageError} If the action is unknown or no session is named.
 *
 * @example
 * ```ts
 * await approvalsCommand(program, parseCommandLine(["approvals", "list", "--session", "ses_1"]));
 * ```
 */
export async function approvalsCommand(program: Program, { operands, flags }: CommandLine): Promise<number> {
  const [action, tool, ...rest] = operands;
  const isList = action === "list" && tool === undefined;
  if (!isList && !(action === "withdraw" && rest.length === 0)) {
    throw new UsageError({
      en: `Cannot run approvals ${
        operands.join(" ")
      }: no such action. Use approvals list, or withdraw [TOOL]`,
      zh: `无法运行 approvals ${operands.join(" ")}：没有这个操作。可用：approvals list，或 withdraw [工具]`,
    });
  }
  if (flags.session === undefined) {
    throw new UsageError({
      en: "Cannot look for approvals: no session is named. Add --session ID",
      zh: "无法查看审批：没有指明会话。请加上 --session 编号",
    });
  }
  const file = openFile(join(program.settings.stateFolder, "sessions"), flags.session);
  const stored = await file.load();
  if (!stored) {
    await tellFault(program, {
      en: `Cannot open session ${flags.session}: there is none of that id`,
      zh: `无法打开会话 ${flags.session}：没有这个编号的会话`,
    });
    return EXIT.failed;
  }
  const grants = new ApprovalGrants({ grants: stored.grants, now: program.now });
  if (isList) return await list(program, grants, flags.json);
  // An alias is as good as the name, as everywhere.
  const agent = await inspectAgent(program);
  const name = tool === undefined ? undefined : agent.registry.resolve(tool)?.name ?? tool;
  const count = grants.withdraw(name);
  if (count > 0) await file.keep({ type: "grants", grants: grants.list() });
  await program.output.write(
    flags.json
      ? `${JSON.stringify({ withdrawn: count })}\n`
      : `${wordingOf(program.settings.language).withdrawn(count)}\n`,
  );
  return count > 0 ? EXIT.completed : EXIT.failed;
}

async function list({ output, settings }: Program, grants: ApprovalGrants, json: boolean): Promise<number> {
  if (json) {
    await output.write(`${JSON.stringify({ grants: grants.list() })}\n`);
    return EXIT.completed;
  }
  const { noGrants } = wordingOf(settings.language);
  const since = settings.language === "zh" ? "自" : "since";
  const lines = grants.list().map(({ tool, at }) => `${cleanText(tool)}  ${since} ${cleanText(at)}`);
  await output.write(`${(lines.length === 0 ? [noGrants] : lines).join("\n")}\n`);
  return EXIT.completed;
}

function openFile(folder: string, id: string): SessionFile {
  try {
    return new SessionFile(folder, id);
  } catch (error) {
    throw UsageError.of(error);
  }
}

/**
 * `handrail approvals`: what a session may do without asking.
 *
 * @module
 */
import { type ApprovalGrant, ApprovalGrants } from "../../shells/approval_grants.ts";
import { cleanText } from "../text/clean_text.ts";
import type { CommandLine } from "../command_line.ts";
import { EXIT } from "../exit_code.ts";
import { inspectAgent } from "../inspect_agent.ts";
import type { Program } from "../program.ts";
import { openStored, sessionFile } from "../sessions/open_stored.ts";
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
  const stored = await openStored(program, flags.session);
  if (!stored) return EXIT.failed;
  if (isList) return await list(program, stored.grants, flags.json);
  // An alias is as good as the name, as everywhere.
  const agent = await inspectAgent(program);
  const name = tool === undefined ? undefined : agent.registry.resolve(tool)?.name ?? tool;
  let count = 0;
  await sessionFile(program, flags.session).changeGrants((kept) => {
    const grants = new ApprovalGrants({ grants: kept, now: program.now });
    count = grants.withdraw(name);
    return count > 0 ? grants.list() : kept;
  });
  await program.output.write(
    flags.json
      ? `${JSON.stringify({ withdrawn: count })}\n`
      : `${wordingOf(program.settings.language).withdrawn(count)}\n`,
  );
  return count > 0 ? EXIT.completed : EXIT.failed;
}

async function list(
  { output, settings }: Program,
  grants: readonly ApprovalGrant[],
  json: boolean,
): Promise<number> {
  if (json) {
    await output.write(`${JSON.stringify({ grants })}\n`);
    return EXIT.completed;
  }
  const { noGrants } = wordingOf(settings.language);
  const since = settings.language === "zh" ? "自" : "since";
  const lines = grants.map(({ tool, at }) => `${cleanText(tool)}  ${since} ${cleanText(at)}`);
  await output.write(`${(lines.length === 0 ? [noGrants] : lines).join("\n")}\n`);
  return EXIT.completed;
}

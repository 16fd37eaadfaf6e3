/**
 * Asks the person at the terminal whether a call may run.
 *
 * @module
 */
import { Input } from "@cliffy/prompt/input";
import { Select } from "@cliffy/prompt/select";
import type { AgentEventOf } from "../../agent/agent_event.ts";
import type { ApprovalAnswer } from "../../agent/interactions.ts";
import { cleanText } from "../text/clean_text.ts";
import { wrapText } from "../markdown/wrap_text.ts";
import type { OutputStream } from "../output_stream.ts";
import type { StandardInput } from "../standard_input.ts";
import type { Wording } from "../wording.ts";
import { describeArguments } from "./describe_arguments.ts";
import { editArguments } from "./edit_arguments.ts";
import { withLineFeeds } from "./paste_filter.ts";
import { pasteReader } from "./paste_reader.ts";
import { arrowKeysOnly, promptReader } from "./prompt_reader.ts";
import { steadyKeys } from "./steady_keys.ts";

type Choice = "deny" | "deny_with_reason" | "once" | "session" | "edit" | "again" | "stop";

/** What a prompt needs. */
export interface PromptServices {
  readonly input: StandardInput;
  readonly output: OutputStream;
  readonly wording: Wording;
}

/**
 * Shows the call's arguments in full and asks. Deny is preselected, and only arrow keys move the choice: neither Enter
 * nor a line that was typed ahead allows.
 *
 * @param event What is asked.
 * @param services See {@linkcode PromptServices}.
 * @param signal Closes the prompt.
 * @returns The answer.
 * @throws {PromptInterrupted} On Ctrl-C, Ctrl-D and the end of input; the signal's reason when it was closed.
 *
 * @example
 * ```ts
 * interactions.approve(event.request_id, await promptApproval(event, services, signal), "user");
 * ```
 */
export async function promptApproval(
  event: AgentEventOf<"approval.requested">,
  { input, output, wording }: PromptServices,
  signal: AbortSignal,
): Promise<ApprovalAnswer> {
  const shown = describeArguments(event.input, wording);
  const repeat = event.repeat ? `${wrapText(wording.repeatNotice, output.columns())}\n` : "";
  await output.write(`${wording.approvalTitle(cleanText(event.tool))}\n${shown}\n${repeat}`);
  using steady = steadyKeys(promptReader(input, signal));
  // Before the list is there: whoever answers it at once must not be heard through the terminal's own line editing.
  steady.setRaw(true);
  using reader = pasteReader(steady, output);
  const choice = await Select.prompt<Choice>({
    reader: arrowKeysOnly(reader),
    writer: output,
    message: wording.approvalAsk,
    options: [
      { value: "deny", name: wording.deny },
      { value: "deny_with_reason", name: wording.denyWithReason },
      { value: "once", name: wording.allowOnce },
      { value: "session", name: wording.allowSession },
      { value: "edit", name: wording.edit },
      ...(event.repeat ? [{ value: "again" as const, name: wording.runAgain }] : []),
      // Last, because the list goes round: one key up from the preselected entry must not be a permission.
      { value: "stop", name: wording.denyAndStop },
    ],
    default: "deny",
  });
  const seen = { inputSha256: event.input_sha256 };
  if (choice === "once" || choice === "session") return { decision: "allow", scope: choice, ...seen };
  if (choice === "again") return { decision: "allow", scope: "once", runAgain: true, ...seen };
  if (choice === "edit") {
    const edited = await editArguments(Object(event.input), { reader, output, wording });
    return edited === undefined
      ? { decision: "deny" }
      : { decision: "allow", scope: "once", input: edited, ...seen };
  }
  if (choice === "deny") return { decision: "deny" };
  if (choice === "stop") return { decision: "deny", stopTurn: true };
  const typed = await Input.prompt({ reader, writer: output, message: wording.denyReason });
  const reason = withLineFeeds(typed).trim();
  return { decision: "deny", ...(reason !== "" && { reason }) };
}

/**
 * Asks a person before a call runs.
 *
 * @module
 */
import { type CallOptions, ToolCallError, type ToolTraits } from "../tools/types.ts";
import type { ApprovalGrants } from "./approval_grants.ts";
import type { ApprovalPolicy, ApprovalVerdict } from "./approval_policy.ts";
import type { Clock } from "./clock.ts";
import { inputDigest } from "./input_digest.ts";
import { plainCopy } from "./plain_copy.ts";
import type { Shell } from "./shell.ts";
import { validateInput } from "./validate_input.ts";
import { wrapExecute } from "./wrap_execute.ts";

/** What a person is asked to allow. */
export interface ApprovalQuestion {
  readonly callId: string;
  readonly tool: string;
  /** Why this call needs approval: a code for programs. */
  readonly reason: (ApprovalVerdict & { readonly action: "ask" })["reason"];
  readonly risk: ToolTraits["risk"];
  /** What will run. */
  readonly input: unknown;
  /** The digest of `input`: the call that runs has this one, whatever happens while somebody decides. */
  readonly inputSha256: string;
  /** An equal call was made before: allowing this one gives its result, unless it is allowed to run again. */
  readonly repeat: boolean;
}

/** The answer: tagged, because "yes" comes in kinds. */
export type ApprovalDecision =
  | {
    readonly decision: "allow";
    /** `session` also allows later calls of the same tool in this session. */
    readonly scope: "once" | "session";
    readonly by: string;
    /** Runs even though an equal call ran before: the start of a new epoch. */
    readonly runAgain?: boolean;
    /** Runs instead of the shown input, once it has passed the tool's schema and the policy. */
    readonly input?: unknown;
    /** What the person saw, as a digest; another one than the question's decides nothing. */
    readonly inputSha256?: string;
  }
  | {
    readonly decision: "deny";
    readonly by: string;
    /** In the person's words; reaches the model verbatim. */
    readonly reason?: string;
  };

/** The port to whoever decides. */
export interface ApprovalAsker {
  /**
   * Asks, and waits for the decision.
   *
   * @param question What to decide on.
   * @param signal Aborted when the turn ends; the asker then settles with a denial.
   */
  ask(question: ApprovalQuestion, signal?: AbortSignal): Promise<ApprovalDecision>;
}

/** What a person who decides must know of earlier calls, and may do about them. */
export interface RepeatControl {
  /** Was an equal call made before? */
  isRepeat(call: { readonly tool: string; readonly input: unknown }): Promise<boolean>;
  /** Makes earlier requests count as new ones. */
  startEpoch(): void;
}

/** Settings of {@linkcode approval}. */
export interface ApprovalOptions {
  readonly policy: ApprovalPolicy;
  readonly asker: ApprovalAsker;
  /** What was allowed for the session; the shell adds to it. */
  readonly grants: ApprovalGrants;
  /** Knows of earlier, equal calls. @default {undefined: there are none} */
  readonly repeats?: RepeatControl;
  /**
   * Would a call of this tool be refused whatever the person says? Then nobody is asked.
   *
   * @default {undefined: none would}
   */
  readonly wouldRefuse?: (tool: string) => Promise<boolean>;
  /** Measures how long the person took, which is none of the tool's time. */
  readonly clock: Pick<Clock, "now">;
}

/**
 * Asks before each call that the policy names, and refuses those that it denies. It stands outside idempotency, so that a refused call never reaches
 * the records, and outside the timeout, so that a person may take their time. A result of what a person edited says so
 * in `edited_input`: the model would otherwise take it for the result of what it asked for.
 *
 * @param options See {@linkcode ApprovalOptions}.
 * @returns The shell. A denial throws a {@linkcode ToolCallError} of type `denied` that carries the reason;
 *   an edit that fails the tool's schema one of type `invalid_input`; a call that would be refused anyway one of type
 *   `circuit_open`. A decision holds for the input that was shown and no other. Permission that comes after the caller
 *   left runs
 *   nothing and throws the signal's reason.
 *
 * @example
 * ```ts
 * const shell = approval({ policy: approvalPolicy(["ticket_create"]), asker, grants, clock: systemClock });
 * ```
 */
export function approval({ policy, asker, grants, repeats, wouldRefuse, clock }: ApprovalOptions): Shell {
  return (tool, { name }) => {
    const { traits } = tool;
    if (!policy.guards({ name, traits })) return tool;
    return wrapExecute(tool, async (input, options, next) => {
      const verdict = policy.decide({ name, traits, input });
      if (verdict.action === "allow") return await next(input, options);
      if (verdict.action === "deny") throw forbidden(name, verdict, options);
      if (grants.covers(name, verdict.rule)) {
        options.report?.({ approval: { decision: "allow", by: "session" } });
        return await next(input, options);
      }
      const repeat = traits.kind === "write" && repeats !== undefined &&
        await repeats.isRepeat({ tool: name, input });
      // A repeat is answered from the records, which a tool that is switched off does not stand in the way of.
      if (!repeat && wouldRefuse !== undefined && await wouldRefuse(name)) {
        options.report?.({ attempts: 0, circuit: { state: "open" } });
        throw new ToolCallError("circuit_open", `Cannot run ${name}: it is switched off for now`, {
          began: false,
        });
      }
      // Who asks gets a copy: nothing that happens to it reaches the call.
      const question = {
        callId: options.toolCallId,
        tool: name,
        reason: verdict.reason,
        risk: traits.risk,
        input: plainCopy(input),
        inputSha256: inputDigest(input),
        repeat,
      };
      const askedAt = clock.now();
      const answer = bound(await askSafely(asker, question, options), question, input);
      const waitedMs = clock.now() - askedAt;
      if (waitedMs > 0) options.report?.({ waitedMs });
      if (answer.decision === "deny") throw denied(name, answer, options);
      if (options.abortSignal?.aborted) {
        options.report?.({ attempts: 0 });
        throw options.abortSignal.reason;
      }
      const edited = answer.input !== undefined;
      const effective = edited ? await validateInput(tool, name, answer.input, options) : input;
      const second = edited ? policy.decide({ name, traits, input: effective }) : verdict;
      if (second.action === "deny") throw forbidden(name, second, options);
      if (answer.scope === "session") grants.add(name, verdict.rule);
      if (answer.runAgain) repeats?.startEpoch();
      options.report?.({
        approval: { decision: "allow", by: answer.by },
        ...(edited && { effectiveInput: effective }),
      });
      const result = await next(effective, options);
      return edited ? withEdit(result, effective) : result;
    });
  };
}

type SafeDecision = ApprovalDecision & { readonly cause?: unknown };

/** A decision counts for the input it was made on: not for one that changed meanwhile, nor for another call's. */
function bound(answer: SafeDecision, { inputSha256 }: ApprovalQuestion, input: unknown): SafeDecision {
  if (answer.decision === "deny") return answer;
  const seen = answer.inputSha256 ?? inputSha256;
  if (seen === inputSha256 && inputDigest(input) === inputSha256) return answer;
  return { decision: "deny", by: "policy", reason: "the decision was about other arguments" };
}

function forbidden(
  name: string,
  { reason }: ApprovalVerdict & { readonly action: "deny" },
  options: CallOptions,
): ToolCallError {
  return denied(name, { decision: "deny", by: "policy", reason }, options);
}

function withEdit(result: unknown, input: unknown): unknown {
  const isEnvelope = (Object(result) as { status?: unknown }).status === "success";
  return isEnvelope ? { ...(result as object), edited_input: input } : result;
}

/** An asker that fails, or answers something undecidable, denies. */
async function askSafely(
  asker: ApprovalAsker,
  question: ApprovalQuestion,
  { abortSignal }: CallOptions,
): Promise<SafeDecision> {
  try {
    const answer = await asker.ask(question, abortSignal);
    // Front ends are programs: what arrives need not be what the type says.
    const decision = (answer as ApprovalDecision | undefined | null)?.decision;
    if (decision === "allow" || decision === "deny") return answer;
    return { decision: "deny", by: "policy", reason: "the answer was neither allow nor deny" };
  } catch (cause) {
    // The model reads the reason; what went wrong is for the log.
    return { decision: "deny", by: "policy", reason: "nobody could be asked", cause };
  }
}

function denied(
  name: string,
  answer: SafeDecision & { readonly decision: "deny" },
  options: CallOptions,
): ToolCallError {
  const { by, reason, cause } = answer;
  options.report?.({
    attempts: 0,
    approval: { decision: "deny", by, ...(reason !== undefined && { reason }) },
  });
  return new ToolCallError("denied", `Cannot run ${name}: denied by ${by}`, { reason, cause });
}

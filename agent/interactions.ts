/**
 * Everything that waits for a person: approvals and questions, asked through events and answered by request id.
 *
 * @module
 */
import type { ApprovalAsker, ApprovalDecision, ApprovalQuestion } from "../shells/approval.ts";
import type { Clock } from "../shells/clock.ts";
import type { UserAnswer, UserQuestions } from "../tools/agent_ask_to_user.ts";
import type { AgentEvent, DecidedBy } from "./agent_event.ts";

/** Whether there is somebody to ask: `ask`, or who answers in their stead and why. */
export type Availability = "ask" | { readonly by: DecidedBy; readonly why: string };

/** An approval as a front end gives it. */
export type ApprovalAnswer =
  | {
    readonly decision: "allow";
    readonly scope: "once" | "session";
    /** Run even though an equal call ran before. */
    readonly runAgain?: boolean;
    readonly input?: unknown;
    /** The `input_sha256` of what was seen. */
    readonly inputSha256?: string;
  }
  | { readonly decision: "deny"; readonly reason?: string; readonly stopTurn?: boolean };

/** Settings of {@linkcode Interactions}. */
export interface InteractionsOptions {
  readonly clock: Clock;
  /** Makes ids: `apr_…`, `qst_…`. */
  readonly newId: (prefix: string) => string;
  /** How long to wait for a person, in milliseconds. @default {300_000} */
  readonly deadlineMs?: number;
  /** Tools that are allowed without asking, named by whoever started the program. */
  readonly preApproved?: ReadonlySet<string>;
}

/** The turn that questions belong to. */
export interface InteractionTurn {
  readonly turnId: string;
  readonly emit: (event: AgentEvent) => void;
  /** Ends the turn: a denial may ask for it. */
  readonly stop: () => void;
}

/** The call is denied all the same by its shell; whoever reads the events is to be told so. */
const OTHER_ARGUMENTS: { readonly answer: ApprovalAnswer; readonly by: DecidedBy } = {
  answer: { decision: "deny", reason: "the decision was about other arguments" },
  by: "policy",
};

function isAbout({ inputSha256 }: ApprovalQuestion, answer: ApprovalAnswer): boolean {
  return answer.decision === "deny" || (answer.inputSha256 ?? inputSha256) === inputSha256;
}

interface Pending<Answer> {
  readonly settle: (answer: Answer, by: DecidedBy) => void;
}

/**
 * The desk where questions wait. A front end sees `approval.requested` and `question.asked` among the events, and
 * answers here with the request id; an unknown id answers nothing.
 *
 * @example
 * ```ts
 * const interactions = new Interactions({ clock: systemClock, newId });
 * interactions.approve("apr_1", { decision: "deny", reason: "not today" }, "user");
 * ```
 */
export class Interactions {
  readonly #clock: Clock;
  readonly #newId: (prefix: string) => string;
  readonly #deadlineMs: number;
  readonly #preApproved: ReadonlySet<string>;
  readonly #approvals = new Map<string, Pending<ApprovalAnswer>>();
  readonly #questions = new Map<string, Pending<UserAnswer>>();
  #turn: InteractionTurn | undefined;
  #approvalsBy: Availability = "ask";
  #questionsBy: Availability = "ask";

  /** @param options See {@linkcode InteractionsOptions}. */
  constructor(options: InteractionsOptions) {
    this.#clock = options.clock;
    this.#newId = options.newId;
    this.#deadlineMs = options.deadlineMs ?? 300_000;
    this.#preApproved = options.preApproved ?? new Set();
  }

  /** How long a person may take, in milliseconds. */
  get deadlineMs(): number {
    return this.#deadlineMs;
  }

  /** The port for the approval shell. */
  readonly approvals: ApprovalAsker = { ask: (question, signal) => this.#askApproval(question, signal) };

  /** The port for the ask-user tool. */
  readonly questions: UserQuestions = { ask: (question, signal) => this.#askQuestion(question, signal) };

  /** The ids that wait for an answer, in the order they were asked. */
  pending(): { readonly approvals: string[]; readonly questions: string[] } {
    return { approvals: [...this.#approvals.keys()], questions: [...this.#questions.keys()] };
  }

  /** Says which turn questions belong to from now on. */
  attach(turn: InteractionTurn): void {
    this.#turn = turn;
  }

  /** Says who answers from now on; what waits already is settled accordingly. */
  setAvailability(
    availability: { readonly approvals?: Availability; readonly questions?: Availability },
  ): void {
    const { approvals, questions } = availability;
    if (approvals) this.#approvalsBy = approvals;
    if (questions) this.#questionsBy = questions;
    if (approvals && approvals !== "ask") {
      for (const { settle } of [...this.#approvals.values()]) {
        settle({ decision: "deny", reason: approvals.why }, approvals.by);
      }
    }
    if (questions && questions !== "ask") {
      for (const { settle } of [...this.#questions.values()]) {
        settle({ answered: false, why: questions.why }, questions.by);
      }
    }
  }

  /**
   * Says that whoever was there to answer has gone. What was decided without them before stays decided that way.
   *
   * @param by Who answers in their stead.
   * @param why The reason given.
   */
  withdraw(by: DecidedBy, why: string): void {
    this.setAvailability({
      ...(this.#approvalsBy === "ask" && { approvals: { by, why } }),
      ...(this.#questionsBy === "ask" && { questions: { by, why } }),
    });
  }

  /**
   * Denies every approval that waits: whoever was asked said something else.
   *
   * @param why The reason given.
   * @returns False when none waited.
   */
  supersede(why: string): boolean {
    const waiting = [...this.#approvals.values()];
    for (const { settle } of waiting) settle({ decision: "deny", reason: why }, "client");
    return waiting.length > 0;
  }

  /** Settles an approval. False when no approval of that id waits. */
  approve(requestId: string, answer: ApprovalAnswer, by: DecidedBy): boolean {
    const waiting = this.#approvals.get(requestId);
    waiting?.settle(answer, by);
    return waiting !== undefined;
  }

  /** Answers a question. False when no question of that id waits. */
  answer(requestId: string, text: string, by: DecidedBy): boolean {
    const waiting = this.#questions.get(requestId);
    waiting?.settle({ answered: true, text }, by);
    return waiting !== undefined;
  }

  async #askApproval(question: ApprovalQuestion, signal: AbortSignal | undefined): Promise<ApprovalDecision> {
    const turn = this.#requireTurn();
    if (this.#preApproved.has(question.tool)) return { decision: "allow", scope: "once", by: "policy" };
    const requestId = this.#newId("apr");
    turn.emit({
      type: "approval.requested",
      turn_id: turn.turnId,
      request_id: requestId,
      call_id: question.callId,
      tool: question.tool,
      reason: question.reason,
      risk: question.risk,
      input: question.input,
      repeat: question.repeat,
      input_sha256: question.inputSha256,
      options: [
        { id: "allow", kind: "allow_once" },
        { id: "allow_session", kind: "allow_session" },
        ...(question.repeat ? [{ id: "run_again", kind: "run_again" as const }] : []),
        { id: "deny", kind: "deny" },
      ],
      expires_at: new Date(this.#clock.now() + this.#deadlineMs).toISOString(),
      default: "deny",
    });
    const given = await this.#wait<ApprovalAnswer>(
      this.#approvals,
      requestId,
      this.#approvalsBy,
      (why) => ({ decision: "deny", reason: why }),
      signal,
    );
    const { answer, by } = isAbout(question, given.answer) ? given : OTHER_ARGUMENTS;
    const reason = answer.decision === "deny" ? answer.reason : undefined;
    turn.emit({
      type: "approval.resolved",
      turn_id: turn.turnId,
      request_id: requestId,
      decision: answer.decision,
      scope: answer.decision === "allow" ? answer.scope : "once",
      by,
      ...(reason !== undefined && { reason }),
    });
    if (answer.decision === "deny" && answer.stopTurn) turn.stop();
    return answer.decision === "deny"
      ? { decision: "deny", by, ...(reason !== undefined && { reason }) }
      : { ...answer, by };
  }

  async #askQuestion(
    { question, options }: { readonly question: string; readonly options?: readonly string[] },
    signal: AbortSignal | undefined,
  ): Promise<UserAnswer> {
    const turn = this.#requireTurn();
    const requestId = this.#newId("qst");
    turn.emit({
      type: "question.asked",
      turn_id: turn.turnId,
      request_id: requestId,
      question,
      ...(options && { options: [...options] }),
    });
    const { answer, by } = await this.#wait<UserAnswer>(
      this.#questions,
      requestId,
      this.#questionsBy,
      (why) => ({ answered: false, why }),
      signal,
    );
    turn.emit({ type: "question.answered", turn_id: turn.turnId, request_id: requestId, by });
    return answer;
  }

  async #wait<Answer>(
    waiting: Map<string, Pending<Answer>>,
    requestId: string,
    availability: Availability,
    refusal: (why: string) => Answer,
    signal: AbortSignal | undefined,
  ): Promise<{ answer: Answer; by: DecidedBy }> {
    if (availability !== "ask") return { answer: refusal(availability.why), by: availability.by };
    const { promise, resolve } = Promise.withResolvers<{ answer: Answer; by: DecidedBy }>();
    const settle = (answer: Answer, by: DecidedBy) => resolve({ answer, by });
    const cancelled = () => settle(refusal("the turn was cancelled"), "cancel");
    waiting.set(requestId, { settle });
    const stopTimer = this.#clock.after(
      this.#deadlineMs,
      () => settle(refusal(`nobody answered within ${this.#deadlineMs / 1000} s`), "timeout"),
    );
    signal?.addEventListener("abort", cancelled, { once: true });
    if (signal?.aborted) cancelled();
    try {
      return await promise;
    } finally {
      waiting.delete(requestId);
      stopTimer();
      signal?.removeEventListener("abort", cancelled);
    }
  }

  #requireTurn(): InteractionTurn {
    if (!this.#turn) throw new Error("Cannot ask: no turn is running. Attach one before tools are called");
    return this.#turn;
  }
}

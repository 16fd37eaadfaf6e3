/**
 * A person who is asked for approval, as a test scripts them.
 *
 * @module
 */
import type { ApprovalAsker, ApprovalDecision, ApprovalQuestion } from "../../shells/approval.ts";

/** One question that waits for an answer. */
export interface OpenQuestion {
  readonly question: ApprovalQuestion;
  readonly signal: AbortSignal | undefined;
  /** Answers; with anything at all, since front ends are programs. */
  readonly answer: (decision: unknown) => void;
  /** Fails to ask. */
  readonly fail: (error: unknown) => void;
}

/** Keeps every question open until the test answers it. */
export class ManualAsker implements ApprovalAsker {
  readonly #open: OpenQuestion[] = [];

  ask(question: ApprovalQuestion, signal?: AbortSignal): Promise<ApprovalDecision> {
    const { promise, resolve, reject } = Promise.withResolvers<ApprovalDecision>();
    this.#open.push({
      question,
      signal,
      answer: (decision) => resolve(decision as ApprovalDecision),
      fail: reject,
    });
    return promise;
  }

  /** How many questions were asked. */
  get count(): number {
    return this.#open.length;
  }

  /** The question asked as number `index`, counted from 0. */
  question(index: number): OpenQuestion {
    const question = this.#open[index];
    if (!question) throw new Error(`Cannot find question ${index}: ${this.count} were asked`);
    return question;
  }
}

/** Allows everything, once. */
export const allowingAsker: ApprovalAsker = {
  ask: () => Promise.resolve({ decision: "allow", scope: "once", by: "user" }),
};

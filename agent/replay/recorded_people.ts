/**
 * The people of a recording: they decide and answer as they did then.
 *
 * @module
 */
import { canonicalJson } from "../../shells/canonical_json.ts";
import type { AgentEvent } from "../agent_event.ts";
import type { ApprovalAnswer, Interactions } from "../interactions.ts";
import type { RecordedCall, RecordedTurn } from "../recording/recording.ts";

/** Says that the recording does not say it. */
const NOT_RECORDED = "the recording holds no decision about this call";

/** Nobody compares what comes of it. */
const NOT_DONE = "it failed in the recording, and changed nothing";

/** What {@linkcode RecordedPeople} needs. */
export interface RecordedPeopleOptions {
  readonly interactions: Interactions;
  /** The recorded call behind an id, where calls are the recorded ones; a model's own are found by what they ask for. */
  readonly callOf?: (callId: string) => RecordedCall | undefined;
  /** Does a call of this tool change nothing? Then it is allowed, recorded or not. */
  readonly isRead: (tool: string) => boolean;
  /** Recorded calls that changed nothing then, and must not now. @default {none} */
  readonly undone?: ReadonlySet<RecordedCall>;
}

/**
 * Answers the events of a replayed turn. A write that is not in the recording is denied: nobody has
 * allowed it.
 *
 * @example
 * ```ts
 * const people = new RecordedPeople({ interactions: agent.interactions, isRead });
 * people.begin(turn);
 * for await (const event of session.prompt(turn.user)) people.answer(event);
 * ```
 */
export class RecordedPeople {
  readonly #options: RecordedPeopleOptions;
  #waiting: RecordedCall[] = [];
  #asked: RecordedCall[] = [];

  /** @param options See {@linkcode RecordedPeopleOptions}. */
  constructor(options: RecordedPeopleOptions) {
    this.#options = options;
  }

  /** Begins a turn. */
  begin({ calls }: RecordedTurn): void {
    this.#waiting = [...calls];
    this.#asked = calls.filter(({ reply }) => reply !== undefined);
  }

  /** Settles what an event asks for, if it asks for anything. */
  answer(event: AgentEvent): void {
    const { interactions, callOf, isRead, undone } = this.#options;
    if (event.type === "approval.requested") {
      const call = callOf ? callOf(event.call_id) : this.#take(event.tool, event.input);
      const decision = call && undone?.has(call) && !isRead(event.tool)
        ? { decision: "deny", reason: NOT_DONE } as const
        : decisionOf(call, isRead(event.tool));
      interactions.approve(event.request_id, decision, "policy");
    }
    if (event.type === "question.asked") this.#reply(event.request_id);
  }

  #take(tool: string, input: unknown): RecordedCall | undefined {
    const wanted = canonicalJson(input);
    const at = this.#waiting.findIndex((call) => call.tool === tool && canonicalJson(call.input) === wanted);
    return at < 0 ? undefined : this.#waiting.splice(at, 1)[0];
  }

  #reply(requestId: string): void {
    const { interactions } = this.#options;
    const reply = this.#asked.shift()?.reply;
    if (reply && "text" in reply) {
      interactions.answer(requestId, reply.text, "policy");
      return;
    }
    // Whoever waits is told, and the next question may find somebody again.
    interactions.setAvailability({ questions: { by: "policy", why: reply?.nobody ?? NOT_RECORDED } });
    interactions.setAvailability({ questions: "ask" });
  }
}

function decisionOf(call: RecordedCall | undefined, isRead: boolean): ApprovalAnswer {
  if (!call && !isRead) return { decision: "deny", reason: NOT_RECORDED };
  const approval = call?.approval;
  if (approval?.decision === "deny") {
    return { decision: "deny", ...(approval.reason !== undefined && { reason: approval.reason }) };
  }
  return {
    decision: "allow",
    scope: "once",
    ...(approval?.input !== undefined && { input: approval.input }),
    ...(approval?.runAgain && { runAgain: true }),
  };
}

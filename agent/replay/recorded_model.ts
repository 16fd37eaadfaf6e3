/**
 * A model that makes the recorded choices again.
 *
 * @module
 */
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import { faultIn } from "../../shells/unreadable_call.ts";
import type { CallFault } from "../../tools/types.ts";
import type { RecordedCall, RecordedTurn } from "../recording/recording.ts";
import type { ReplayClock } from "./replay_clock.ts";

/** A marker that no document of a recording knows, where the recording has none. */
const FALLBACK_NONCE = "0000-recording";

/** No mending makes an object of it. */
const UNREADABLE = "[";

const USAGE = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};

/**
 * Says in each step what was said in it when it was recorded, whatever the tools answer: what they answer is what a replay
 * is about.
 *
 * @example
 * ```ts
 * const model = new RecordedModel(clock);
 * model.begin(recording.turns[0], 1);
 * ```
 */
export class RecordedModel implements LanguageModelV4 {
  readonly specificationVersion = "v4";
  readonly provider = "handrail";
  readonly modelId = "recording";
  readonly supportedUrls: Record<string, RegExp[]> = {};
  readonly #clock: ReplayClock;
  readonly #calls = new Map<string, RecordedCall>();
  #steps: (readonly (readonly [id: string, call: RecordedCall])[])[] = [];
  #answer = "";
  #nonces: (string | undefined)[] = [];

  /** @param clock Is set to the time of each step. */
  constructor(clock: ReplayClock) {
    this.#clock = clock;
  }

  /**
   * Begins a turn.
   *
   * @param turn What was recorded.
   * @param number Counts from 1; part of the ids of its calls.
   */
  begin(turn: RecordedTurn, number: number): void {
    this.#calls.clear();
    for (const [at, call] of turn.calls.entries()) this.#calls.set(`call_${number}_${at + 1}`, call);
    const steps = new Set(turn.calls.map(({ step }) => step));
    this.#steps = [...steps].map((step) => [...this.#calls].filter(([, call]) => call.step === step));
    this.#answer = turn.answer;
  }

  /** The recorded call behind the id of one of this turn. */
  callOf(callId: string): RecordedCall | undefined {
    return this.#calls.get(callId);
  }

  /** The marker that the next search of this step fenced its passages with, so that its result can be the same. */
  newNonce(): string {
    return this.#nonces.shift() ?? FALLBACK_NONCE;
  }

  /** The loop streams. */
  doGenerate(): never {
    throw new Error("Cannot replay: the loop streams, and nothing should generate");
  }

  /** Makes the next choices. */
  doStream({ abortSignal }: LanguageModelV4CallOptions): ReturnType<LanguageModelV4["doStream"]> {
    abortSignal?.throwIfAborted();
    const calls = this.#steps.shift() ?? [];
    this.#clock.set(calls[0]?.[1].at);
    this.#nonces = noncesOf(calls.map(([, call]) => call));
    const parts = [...partsOf(calls, this.#answer)];
    return Promise.resolve({ stream: ReadableStream.from(parts) });
  }
}

function* partsOf(
  calls: readonly (readonly [string, RecordedCall])[],
  answer: string,
): Generator<LanguageModelV4StreamPart> {
  yield { type: "stream-start", warnings: [] };
  const faults = new Set<CallFault>();
  for (const [toolCallId, { tool, input, output }] of calls) {
    const fault = faultIn(tool, output);
    if (fault) faults.add(fault);
    // What could not be read is not in the recording: something else that cannot be read stands for it.
    const written = fault === "no_object" ? UNREADABLE : JSON.stringify(input);
    yield { type: "tool-call", toolCallId, toolName: tool, input: written };
  }
  if (calls.length === 0) {
    yield { type: "text-start", id: "answer" };
    yield { type: "text-delta", id: "answer", delta: answer };
    yield { type: "text-end", id: "answer" };
  }
  const unified = calls.length === 0 ? "stop" : faults.has("cut_off") ? "length" : "tool-calls";
  yield { type: "finish", finishReason: { unified, raw: undefined }, usage: USAGE };
}

/** One for each search that ran: one that was refused took none, and equal ones at once ran as one. */
function noncesOf(calls: readonly RecordedCall[]): (string | undefined)[] {
  const nonces: (string | undefined)[] = [];
  for (const { tool, output } of calls) {
    const nonce = nonceOf(output);
    const ran = tool === "kb_query" && Object(output).status === "success";
    if (ran && (nonce === undefined || !nonces.includes(nonce))) nonces.push(nonce);
  }
  return nonces;
}

function nonceOf(output: unknown): string | undefined {
  return /<<<PASSAGE \d+ ([A-Za-z0-9-]{8,})>>>/.exec(JSON.stringify(output))?.[1];
}

/**
 * Keeps a call from being announced before the words that led to it.
 *
 * @module
 */

/**
 * The AI SDK starts a tool as soon as its own end of the stream has the call, while ours still holds text that came
 * before. A call waits here until our end has reached it.
 *
 * @example
 * ```ts
 * const gate = new CallGate();
 * gate.open("call_1"); // the consumer has seen the call
 * await gate.passed("call_1"); // the tool may start
 * ```
 */
export class CallGate {
  readonly #calls = new Map<string, PromiseWithResolvers<void>>();
  #allOpen = false;

  /** Lets the call of this id pass. */
  open(callId: string): void {
    this.#entry(callId).resolve();
  }

  /** Lets every call pass, now and later: nobody reads the stream any more. */
  openAll(): void {
    this.#allOpen = true;
    for (const { resolve } of this.#calls.values()) resolve();
  }

  /** Resolves once the call may start. */
  passed(callId: string): Promise<void> {
    return this.#allOpen ? Promise.resolve() : this.#entry(callId).promise;
  }

  #entry(callId: string): PromiseWithResolvers<void> {
    const entry = this.#calls.get(callId) ?? Promise.withResolvers<void>();
    this.#calls.set(callId, entry);
    return entry;
  }
}

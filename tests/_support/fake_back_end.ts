/**
 * A back end that answers as it is told, without a network and without time.
 *
 * @module
 */
import { HttpOrderDesk, type HttpOrderDeskOptions } from "../../tools/http_order_desk.ts";

/** A request as the back end got it. */
export interface BackEndRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: unknown;
  readonly redirect: RequestRedirect | undefined;
}

/** What happens to a request. */
export type BackEndAnswer =
  | Response
  /** The connection fails with this. */
  | Error
  /** Nothing comes until the caller gives up. */
  | "silence";

/** A network failure before anything was sent, worded as Deno 2.9 words it. */
export function refusedConnection(): Error {
  const reason =
    "error sending request for url (http://desk.test/): client error (Connect): tcp connect error: Connection refused";
  return new TypeError("fetch failed", { cause: new Error(reason) });
}

/** A connection that broke after the request was sent, worded as Deno 2.9 words it. */
export function brokenConnection(): Error {
  const reason =
    "error sending request for url (http://desk.test/): client error (SendRequest): connection closed before message completed";
  return new TypeError("fetch failed", { cause: new Error(reason) });
}

/** A JSON answer. */
export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(typeof body === "string" ? body : JSON.stringify(body), { status, headers });
}

/** An answer by which the desk says why it did not do something. */
export function problem(code: string, status: number, details: object = {}, headers = {}): Response {
  return json({ title: code, status, code, ...details }, status, headers);
}

/**
 * Answers in order; the last answer again and again.
 *
 * @example
 * ```ts
 * const backEnd = new FakeBackEnd([brokenConnection(), json(receipt)]);
 * await backEnd.desk().cancelOrder("A-2048", "", { requestId: "req_1" });
 * ```
 */
export class FakeBackEnd {
  readonly requests: BackEndRequest[] = [];
  /** Every pause between attempts, in milliseconds. */
  readonly pauses: number[] = [];
  /** What the desk had to say for the log. */
  readonly problems: string[] = [];
  /** Is told of each pause before it ends; a test may abort in it. */
  onPause: () => void = () => {};
  /** The time that the desk sees, in milliseconds since the epoch. */
  now = Date.parse("2026-10-09T04:00:00.000Z");
  readonly #answers: BackEndAnswer[];

  constructor(answers: readonly BackEndAnswer[]) {
    this.#answers = [...answers];
  }

  /** A desk on this back end. */
  desk(options: Partial<HttpOrderDeskOptions> = {}): HttpOrderDesk {
    return new HttpOrderDesk({
      url: "http://desk.test",
      fetch: this.fetch,
      clock: { now: () => this.now, after: this.#after },
      random: () => 0.5,
      onProblem: (message) => void this.problems.push(message),
      ...options,
    });
  }

  /** Stands in for the global one. */
  fetch: HttpOrderDeskOptions["fetch"] = async (url, { method, headers, body, redirect, signal }) => {
    this.requests.push({
      method: method ?? "GET",
      path: url.href.slice(url.origin.length),
      headers: new Headers(headers),
      body: body === undefined ? undefined : JSON.parse(String(body)),
      redirect,
    });
    const answer = this.#answers.length > 1 ? this.#answers.shift() : this.#answers[0];
    signal?.throwIfAborted();
    if (answer instanceof Response) return answer.clone();
    if (answer instanceof Error) throw answer;
    return await new Promise<never>((_resolve, reject) => {
      if (signal?.aborted) reject(signal.reason);
      signal?.addEventListener("abort", () => reject(signal.reason));
      this.#expire();
    });
  };

  #expire: () => void = () => {};

  /** An attempt's limit is longer than any pause, and passes only when the back end says nothing. */
  #after = (delayMs: number, callback: () => void): () => void => {
    if (delayMs >= 8_000) {
      this.#expire = callback;
      return () => this.#expire = () => {};
    }
    this.pauses.push(delayMs);
    this.onPause();
    queueMicrotask(callback);
    return () => {};
  };
}

/**
 * What an exchange with a back end means.
 *
 * @module
 */
import type { z } from "zod";
import type { Exchange } from "./desk_exchange.ts";
import { orderMessage, problemMessage } from "./desk_messages.ts";
import type { Refusal } from "./order_desk.ts";
import { type JsonProblem, readTolerantJson } from "./read_tolerant_json.ts";
import type { ToolErrorType } from "./types.ts";

/** A request that did not end well. */
export interface DeskFailure {
  readonly kind: "failed";
  readonly type: ToolErrorType;
  /** What is the matter and what to do: the second half of an error message. */
  readonly why: string;
  /** Whether a write may have been carried out all the same. */
  readonly mayHaveHappened: boolean;
  /** Whether the same request, under the same key, may fare better soon. */
  readonly retry: boolean;
  /** The `Retry-After` of an answer that asks for patience. */
  readonly retryAfter?: string | null;
  readonly cause?: unknown;
}

/** What an exchange means. */
export type Verdict<T> =
  | { readonly kind: "done"; readonly value: T }
  | { readonly kind: "refused"; readonly refusal: Refusal }
  | DeskFailure;

/** What a request expects. */
export interface Expectation<T> {
  /** The shape of an answer of success. */
  readonly answer: z.ZodType<T>;
  /** The refusals that the request may meet. */
  readonly refusals: readonly Refusal["refused"][];
  /** The order that the request is about. */
  readonly orderId?: string | undefined;
  /** Take nothing but I-JSON. */
  readonly strictJson: boolean;
  /** Is told how an answer was read otherwise than it was written. */
  readonly onJsonProblems: (problems: readonly JsonProblem[]) => void;
}

type Answer = Extract<Exchange, { kind: "answered" }>;

/** What a status means by itself: type, what to do, and whether it leaves open if a write was carried out. */
const BY_STATUS: Readonly<Record<number, readonly [ToolErrorType, string, "open"?]>> = {
  400: ["invalid_input", "Compare the request with docs/desk.md"],
  401: ["unavailable", "Check HANDRAIL_DESK_TOKEN"],
  403: ["unavailable", "Check what HANDRAIL_DESK_TOKEN may do"],
  404: ["internal", "Check the path in HANDRAIL_DESK_URL"],
  // It may be `in_progress` from a desk whose words were lost.
  409: ["internal", "Look at the desk's log", "open"],
  422: ["invalid_input", "Compare the request with docs/desk.md"],
  429: ["rate_limited", "Try again later"],
  502: ["unavailable", "Look at the gateway before the desk", "open"],
  503: ["unavailable", "Try again later", "open"],
  504: ["unavailable", "Look at the gateway before the desk", "open"],
};
const RETRIED = [429, 502, 503, 504];

/**
 * Judges an exchange. A write counts as possibly carried out whenever nothing says that it was not.
 *
 * @param exchanged What came of the request.
 * @param expectation See {@linkcode Expectation}.
 *
 * @example
 * ```ts
 * deskVerdict({ kind: "timed_out" }, expectation).kind; // "failed"
 * ```
 */
export function deskVerdict<T>(exchanged: Exchange, expectation: Expectation<T>): Verdict<T> {
  switch (exchanged.kind) {
    case "timed_out":
      return failed("timeout", "the desk did not answer in time. Look at the desk", {
        open: true,
        retry: true,
      });
    case "lost":
      return failed("network", "the connection broke before the answer was there. Look at the desk", {
        open: true,
        retry: true,
        cause: exchanged.cause,
      });
    case "not_sent":
      return failed("network", "the desk cannot be reached. Check HANDRAIL_DESK_URL and that the desk runs", {
        retry: true,
        cause: exchanged.cause,
      });
    case "too_large":
      return failed(
        "internal",
        `the answer (${exchanged.status}) is too large. Let the desk answer in brief`,
        {
          open: exchanged.status < 400 || exchanged.status >= 500,
        },
      );
    case "answered":
      if (exchanged.status >= 400) return judgeProblem(exchanged, expectation);
      return exchanged.status >= 300 ? judgeRedirection(exchanged) : judgeSuccess(exchanged, expectation);
  }
}

function judgeSuccess<T>({ body }: Answer, expectation: Expectation<T>): Verdict<T> {
  let value: unknown;
  try {
    value = readBody(body, expectation);
  } catch (cause) {
    // It may be a good answer that was cut short: the same key brings it again.
    const why = `the answer cannot be read (${(cause as Error).message}). Look at the desk`;
    return failed("internal", why, { open: true, retry: true, cause });
  }
  const parsed = expectation.answer.safeParse(value);
  return parsed.success ? { kind: "done", value: parsed.data } : misshapen(parsed.error, { open: true });
}

/** Only 307 and 308 say that nothing was done yet; the others may follow a write that was. */
function judgeRedirection({ status }: Answer): DeskFailure {
  const why = `the desk redirects (${status}). Put the final address into HANDRAIL_DESK_URL`;
  return failed("internal", why, { open: status !== 307 && status !== 308 });
}

function judgeProblem<T>(answer: Answer, expectation: Expectation<T>): Verdict<T> {
  const { status, retryAfter } = answer;
  const { code, order } = readProblem(answer, expectation);
  const refused = expectation.refusals.find((known) => known === code && status < 500);
  if (refused) return refusalOf(refused, order, expectation);
  if (code === "in_progress") {
    return failed("in_progress", "the desk still works on it. Look at the desk", { open: true, retry: true });
  }
  if (code === "not_found" && status < 500) {
    return failed("not_found", "the desk has nothing of that name. Check the number", {});
  }
  const [type, advice, open] = BY_STATUS[status] ??
    (status >= 500 ? ["internal", "Look at the desk's log", "open"] : ["internal", "Look at the desk's log"]);
  return failed(type as ToolErrorType, `the desk answered ${status}. ${advice}`, {
    // A gateway's 503 says nothing about the desk behind it; the desk's own code does.
    open: open === "open" && code !== "unavailable",
    retry: RETRIED.includes(status),
    retryAfter,
  });
}

function refusalOf(
  refused: Refusal["refused"],
  order: unknown,
  { orderId }: Expectation<unknown>,
): Verdict<never> {
  if (refused === "not_found") return { kind: "refused", refusal: { refused } };
  const parsed = orderMessage(orderId).safeParse(order);
  if (!parsed.success) return misshapen(parsed.error, {});
  return { kind: "refused", refusal: { refused, order: parsed.data } };
}

function readProblem(
  { body }: Answer,
  expectation: Expectation<unknown>,
): { code?: string; order?: unknown } {
  try {
    return problemMessage.parse(readBody(body, expectation));
  } catch {
    // A gateway's page, or nothing at all: the status has to do.
    return {};
  }
}

function readBody(body: Uint8Array, { strictJson, onJsonProblems }: Expectation<unknown>): unknown {
  const { value, problems } = readTolerantJson(body, { strict: strictJson });
  if (problems.length > 0) onJsonProblems(problems);
  return value;
}

/** The fields are named in `cause`, whose issues the friendly-errors shell shows; never a value. */
function misshapen(cause: z.ZodError, { open }: { readonly open?: boolean }): DeskFailure {
  const fields = cause.issues.map(({ path }) => path.join(".") || "(all of it)").join(", ");
  const why = `the answer does not fit docs/desk-openapi.json at ${fields}. Mend the desk`;
  return failed("internal", why, { ...(open && { open }), cause });
}

function failed(
  type: ToolErrorType,
  why: string,
  details: {
    readonly open?: boolean;
    readonly retry?: boolean;
    readonly retryAfter?: string | null;
    readonly cause?: unknown;
  },
): DeskFailure {
  const { open = false, retry = false, ...rest } = details;
  return { kind: "failed", type, why, mayHaveHappened: open, retry, ...rest };
}

/**
 * Names what went wrong between us and a model.
 *
 * @module
 */
import { APICallError, LoadAPIKeyError, NoSuchModelError } from "@ai-sdk/provider";
import type { ErrorFields } from "./agent_event.ts";

/** A setting that a model needs and that is missing; thrown before anything is sent. */
export class MissingKeyError extends Error {
  override readonly name = "MissingKeyError";
}

/**
 * Turns an error of the AI SDK, of `fetch` or of our own into a code, a sentence and a hint.
 *
 * @param error Whatever was thrown or streamed.
 * @returns The fields of an `error` event. Response bodies and stacks are left out.
 *
 * @example
 * ```ts
 * classifyError(new TypeError("fetch failed", { cause: "…" })).code; // "network"
 * ```
 */
export function classifyError(error: unknown): ErrorFields {
  const last = lastOf(error);
  if (last instanceof MissingKeyError || LoadAPIKeyError.isInstance(last)) {
    return { code: "auth", message: last.message, retryable: false };
  }
  if (NoSuchModelError.isInstance(last)) {
    return { code: "model_unavailable", message: last.message, retryable: false };
  }
  if (APICallError.isInstance(last)) return ofApiCall(last);
  if (isNetwork(last)) return ofNetwork(last);
  const message = last instanceof Error ? last.message : String(last);
  if (last instanceof Error && /terminated|premature|aborted|EOF|stream/i.test(message)) {
    return {
      code: "stream_disconnected",
      message: `The model's answer broke off: ${message}`,
      retryable: true,
    };
  }
  return { code: "internal", message, retryable: false };
}

/** The AI SDK's own repetitions give the last error in one of theirs, whose class only the whole SDK has. */
function lastOf(error: unknown): unknown {
  return error instanceof Error && error.name === "AI_RetryError" && "lastError" in error
    ? error.lastError
    : error;
}

function ofApiCall(error: APICallError): ErrorFields {
  const { statusCode: status } = error;
  const where = new URL(error.url).host;
  if (status === undefined) return ofNetwork(error);
  const fields = {
    http_status: status,
    message: `Cannot use the model: ${where} answered ${status}, ${error.message}`,
  };
  if (status === 401 || status === 403) {
    return { code: "auth", ...fields, hint: "Check the API key and what it may use", retryable: false };
  }
  const words = `${error.message} ${error.responseBody ?? ""}`;
  // Some vendors answer 429 to an account without money, and that does not pass.
  const isEmpty = status === 429 &&
    /insufficient_quota|insufficient balance|arrears|余额不足|欠费/i.test(words);
  if (status === 402 || isEmpty) {
    return { code: "quota", ...fields, hint: "Check the account's balance", retryable: false };
  }
  if (status === 404) {
    return {
      code: "model_unavailable",
      ...fields,
      hint: "Check the model's name and the base URL",
      retryable: false,
    };
  }
  if (status === 429) {
    return { code: "rate_limited", ...fields, hint: "Wait, then try again", retryable: true };
  }
  if (status >= 500) {
    return { code: "model_unavailable", ...fields, hint: "Try again later", retryable: true };
  }
  const tooLong = /context|token limit|too long|maximum.*length/i.test(words);
  return { code: tooLong ? "context_overflow" : "bad_request", ...fields, retryable: false };
}

function isNetwork(error: unknown): error is Error {
  return error instanceof TypeError &&
    (error.cause !== undefined || /fetch|connect|network/i.test(error.message));
}

function ofNetwork(error: Error): ErrorFields {
  const reason = reasonOf(error);
  if (/certificate|UnknownIssuer|self.signed|TLS/i.test(reason)) {
    return {
      code: "tls",
      message: `Cannot reach the model: ${reason}`,
      hint: "Name your certificate authority in DENO_CERT, or set DENO_TLS_CA_STORE=system",
      retryable: false,
    };
  }
  return {
    code: "network",
    message: `Cannot reach the model: ${reason}`,
    hint: "Check the base URL, the network and the proxy; unset HANDRAIL_MODEL to work offline",
    // Deno and browsers refuse some ports for good.
    retryable: !/port \d+ (?:is|are) blocked/i.test(reason),
  };
}

/** The innermost cause says what happened; the outer messages say only "fetch failed". */
function reasonOf(error: Error): string {
  let innermost: Error = error;
  while (innermost.cause instanceof Error) innermost = innermost.cause;
  return innermost.message;
}

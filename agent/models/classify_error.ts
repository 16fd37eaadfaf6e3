/**
 * Names what went wrong between us and a model.
 *
 * @module
 */
import {
  APICallError,
  JSONParseError,
  LoadAPIKeyError,
  NoSuchModelError,
  TypeValidationError,
} from "@ai-sdk/provider";
import { BilingualError } from "../../kb/bilingual_error.ts";
import type { ErrorFields } from "../agent_event.ts";
import { ModelSilentError } from "./limit_silence.ts";
import { WebPageError } from "./refuse_web_pages.ts";
import { retryAfter } from "./retry_after.ts";

/** A setting that a model needs and that is missing; thrown before anything is sent. */
export class MissingKeyError extends BilingualError {
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
  if (last instanceof WebPageError) return ofWebPage(last);
  // The AI SDK wraps what is thrown while it reads.
  const cause = innermost(last);
  if (cause instanceof ModelSilentError) return ofSilence(cause);
  if (isLost(last)) return brokenOff("the connection was lost");
  if (APICallError.isInstance(last)) return ofApiCall(last);
  if (isNetwork(last)) return ofNetwork(last);
  if (isStreamedError(last)) return ofStreamedError(last);
  // Their messages quote the whole piece, and the schema that it does not fit.
  if (TypeValidationError.isInstance(last) || JSONParseError.isInstance(last)) {
    return brokenOff("it holds something that is no piece of an answer");
  }
  const message = last instanceof Error ? last.message : String(last);
  // Some servers begin to answer and then say that it is too long.
  if (TOO_LONG.test(message)) return { ...overflow(), message: `Cannot use the model: ${message}` };
  // The AI SDK's sentence for a stream without an end.
  if (/without a finish reason/i.test(message)) return brokenOff("it ended too early");
  if (last instanceof Error && /terminated|premature|aborted|EOF|stream/i.test(message)) {
    return brokenOff(message);
  }
  return { code: "internal", message, retryable: false };
}

function brokenOff(message: string): ErrorFields {
  return {
    code: "stream_disconnected",
    message: `The model's answer broke off: ${message}`,
    hint: "Ask again (/retry)",
    retryable: true,
  };
}

function ofSilence({ message }: ModelSilentError): ErrorFields {
  return {
    code: "timeout",
    message: `Cannot use the model: ${message}`,
    hint: "Ask again (/retry), or allow a longer wait with HANDRAIL_MODEL_WAIT_MS",
    retryable: true,
  };
}

function ofWebPage({ message }: WebPageError): ErrorFields {
  return {
    code: "model_unavailable",
    message: `Cannot use the model: ${message}`,
    hint: "Check the base URL, which often ends in /v1, and whether the network wants you to sign in",
    retryable: false,
  };
}

/** The AI SDK's own repetitions give the last error in one of theirs, whose class only the whole SDK has. */
function lastOf(error: unknown): unknown {
  return error instanceof Error && error.name === "AI_RetryError" && "lastError" in error
    ? error.lastError
    : error;
}

function ofApiCall(error: APICallError): ErrorFields {
  const { statusCode: status } = error;
  if (status === undefined) return ofNetwork(error);
  // The answer had begun, and could not be read on.
  if (status < 300) return brokenOff(reasonOf(error));
  const where = new URL(error.url).host;
  const said = vendorMessage(error.responseBody) ?? error.message;
  const wait = retryAfter(error.responseHeaders ?? {});
  return {
    ...ofStatus(status, `${said} ${error.responseBody ?? ""}`),
    http_status: status,
    ...(wait !== undefined && { retry_after_ms: wait }),
    message: `Cannot use the model: ${where} answered ${status}, ${said}`,
  };
}

const PROXY_HINT =
  "Check HTTP_PROXY, HTTPS_PROXY and NO_PROXY, or network in handrail.json, and the user and password in them";

const REDIRECT_HINT =
  "It sends its callers elsewhere. Give that address, if you trust it: a key is not sent on";

type Judgement = Pick<ErrorFields, "code" | "hint" | "retryable">;

/** Vendors answer an account without money with 400, 402, 403 or 429, and a refused text with 400 or 403. */
const EMPTY_ACCOUNT =
  /insufficient[ _](?:quota|balance|credit)|exceeded_current_quota|credit balance|available credits|usage limit|arrear|余额不足|欠费/i;
const REFUSED_TEXT =
  /content.?filter|inspection_failed|moderat|usage guidelines|high risk|exists risk|inappropriate|敏感内容/i;
/** Something that took too long is another trouble. */
const TOO_LONG =
  /context[ _-]?(?:length|window|size|limit)|token limit|(?<!\bt[ao]k(?:es?|en|ing)? |\btook )too long|maximum.*length|input length|input token count|超长|长度超/i;

function ofStatus(status: number, words: string): Judgement {
  if (status < 400) return { code: "bad_request", hint: REDIRECT_HINT, retryable: false };
  if (status === 402 || (status < 500 && EMPTY_ACCOUNT.test(words))) {
    return { code: "quota", hint: "Check the account's balance", retryable: false };
  }
  if ((status === 400 || status === 403) && REFUSED_TEXT.test(words)) {
    return { code: "bad_request", hint: "The vendor refuses the text: say it differently", retryable: false };
  }
  if (status === 401 || status === 403) {
    return { code: "auth", hint: "Check the API key and what it may use", retryable: false };
  }
  if (status === 404) {
    return { code: "model_unavailable", hint: "Check the model's name and the base URL", retryable: false };
  }
  if (status === 407) return { code: "proxy", hint: PROXY_HINT, retryable: false };
  if (status === 429) return { code: "rate_limited", hint: "Wait, then try again", retryable: true };
  if (status >= 500) return { code: "model_unavailable", hint: "Try again later", retryable: true };
  if (TOO_LONG.test(words)) return overflow();
  return { code: "bad_request", retryable: false };
}

/** Longer sentences are no sentences. */
const MESSAGE_LENGTH = 500;

/** `{error: {message}}`, `{error}`, `{message}`, `{msg}` or `{detail}`: the sentence, wherever a vendor puts it. */
function vendorMessage(body: string | undefined): string | undefined {
  try {
    const { error, message, msg, detail } = Object(JSON.parse(body ?? "")) as Record<string, unknown>;
    const listed = [detail, Object(message).detail].flatMap(faultsOf);
    const said = [Object(error).message, error, message, msg, detail, ...listed].find((text) =>
      typeof text === "string"
    );
    return typeof said === "string" && said !== "" ? said.slice(0, MESSAGE_LENGTH).toWellFormed() : undefined;
  } catch {
    return undefined;
  }
}

/** What FastAPI's servers (vLLM, Mistral) say of a field: `[{loc: ["body", "top_k"], msg}]`. Not its value, beside it. */
function faultsOf(detail: unknown): string[] {
  if (!Array.isArray(detail)) return [];
  return detail.flatMap((fault: unknown) => {
    const { loc, msg } = Object(fault) as Record<string, unknown>;
    return typeof msg === "string" && Array.isArray(loc) ? [`${msg}: ${loc.join(".")}`] : [];
  });
}

/** What a vendor sends in the middle of an answer. */
interface StreamedError {
  readonly message: string;
  readonly type?: unknown;
  readonly code?: unknown;
  readonly statusCode?: unknown;
}

/** The AI SDK keeps the class for itself. */
function isStreamedError(error: unknown): error is StreamedError {
  const { name, message } = Object(error) as { name?: unknown; message?: unknown };
  return typeof message === "string" && (!(error instanceof Error) || name === "AI_StreamProviderError");
}

function ofStreamedError({ message, type, code, statusCode }: StreamedError): ErrorFields {
  const words = `${message} ${type} ${code}`;
  const given = Number(statusCode ?? code);
  // Some codes are numbers of the vendor's own.
  const isStatus = given >= 400 && given < 600;
  const status = isStatus ? given : /rate.?limit/i.test(words) ? 429 : 500;
  const said = message.slice(0, MESSAGE_LENGTH).toWellFormed();
  if (TOO_LONG.test(words)) return { ...overflow(), message: `Cannot use the model: ${said}` };
  return { ...ofStatus(status, words), message: `The model's answer broke off: ${said}` };
}

/** What can be done about a request that is too long. */
function overflow(): Judgement {
  return {
    code: "context_overflow",
    hint: "Begin a new session (/new), ask for less at once, or take a model with a larger window",
    retryable: false,
  };
}

/** The runtime's sentence for an answer that had begun. */
function isLost(error: unknown): boolean {
  return error instanceof Error && /reading a body/i.test(reasonOf(error));
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
      hint: "Name your certificate authority in DENO_CERT or network.caFile, or set DENO_TLS_CA_STORE=system",
      retryable: false,
    };
  }
  if (/\bproxy\b|tunnel/i.test(reason)) {
    return {
      code: "proxy",
      message: `Cannot reach the model: ${reason}`,
      hint: PROXY_HINT,
      // A proxy that refuses goes on refusing.
      retryable: /unreachable/i.test(reason),
    };
  }
  return {
    code: "network",
    message: `Cannot reach the model: ${reason}`,
    hint: "Check the base URL, the network and the proxy; HANDRAIL_MODEL=offline works offline",
    // Deno and browsers refuse some ports for good.
    retryable: !/port \d+ (?:is|are) blocked/i.test(reason),
  };
}

/** The innermost cause says what happened; the outer messages say only "fetch failed". */
function reasonOf(error: Error): string {
  return (innermost(error) as Error).message;
}

function innermost(error: unknown): unknown {
  let inner = error;
  while (inner instanceof Error && inner.cause instanceof Error) inner = inner.cause;
  return inner;
}

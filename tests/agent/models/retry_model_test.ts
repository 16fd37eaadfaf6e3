import { assert, assertEquals, assertRejects } from "@std/assert";
import { APICallError, type LanguageModelMiddleware } from "ai";
import { type Retry, retryModel } from "../../../agent/models/retry_model.ts";
import { FakeClock } from "../../_support/fake_clock.ts";
import { flushMicrotasks } from "../../_support/flush_microtasks.ts";

function apiError(
  statusCode: number,
  responseHeaders: Record<string, string> = {},
  responseBody = "",
): APICallError {
  return new APICallError({
    message: "no",
    url: "https://models.example.com/v1/chat/completions",
    requestBodyValues: {},
    statusCode,
    responseHeaders,
    responseBody,
  });
}

type Wrapped = Parameters<NonNullable<LanguageModelMiddleware["wrapStream"]>>[0];

/** Fails as the list says, then answers; moves the clock whenever somebody waits. */
async function ask(
  failures: unknown[],
  abort?: AbortController,
): Promise<{ tries: number; retries: Retry[] }> {
  const clock = new FakeClock();
  const retries: Retry[] = [];
  let tries = 0;
  const middleware = retryModel({ maxRetries: 2, clock, onRetry: (retry) => retries.push(retry) });
  const doStream = () => {
    tries++;
    return failures.length > 0
      ? Promise.reject(failures.shift())
      : Promise.resolve({ stream: new ReadableStream() });
  };
  const params = { prompt: [], ...(abort && { abortSignal: abort.signal }) };
  const asked = Promise.resolve(middleware.wrapStream?.({ doStream, params } as unknown as Wrapped));
  asked.catch(() => {});
  for (let round = 0; round < 5; round++) {
    await flushMicrotasks();
    if (abort && clock.pendingTimers > 0) abort.abort(new DOMException("stop", "AbortError"));
    else clock.advance(60_000);
  }
  assertEquals(clock.pendingTimers, 0);
  await asked.catch((error) => {
    throw Object.assign(error, { tries, retries });
  });
  return { tries, retries };
}

Deno.test("retryModel() asks again after what passes, and waits longer each time", async () => {
  const network = new TypeError("fetch failed", { cause: new Error("connection reset") });
  for (const failure of [apiError(429), apiError(500), apiError(503), network]) {
    const { tries, retries } = await ask([failure, failure]);
    assertEquals(tries, 3);
    assertEquals(retries.map(({ attempt, delayMs }) => [attempt, delayMs]), [[1, 1_000], [2, 2_000]]);
  }
});

Deno.test("retryModel() gives up with the last error", async () => {
  const error = await assertRejects(() => ask([apiError(500), apiError(503), apiError(429)]), APICallError);
  assertEquals([error.statusCode, (error as unknown as { tries: number }).tries], [429, 3]);
});

Deno.test("retryModel() does not repeat what does not mend itself (T40)", async () => {
  const tls = new TypeError("fetch failed", { cause: new Error("invalid peer certificate: UnknownIssuer") });
  const wrapped = new APICallError({
    message: "Cannot connect to API",
    url: "https://models.example.com",
    requestBodyValues: {},
    cause: new Error("invalid peer certificate: Expired"),
    isRetryable: true,
  });
  const empty = apiError(429, {}, '{"error":{"code":"insufficient_quota"}}');
  const zhipu = apiError(429, {}, '{"error":{"code":"1113","message":"您的账户已欠费"}}');
  for (
    const failure of [apiError(400), apiError(401), apiError(403), apiError(404), tls, wrapped, empty, zhipu]
  ) {
    const error = await assertRejects(() => ask([failure]));
    assertEquals((error as unknown as { tries: number }).tries, 1);
  }
});

Deno.test("retryModel() waits as long as the server says, if that is not too long", async () => {
  const cases: [Record<string, string>, number][] = [
    [{ "retry-after": "7" }, 7_000],
    [{ "retry-after-ms": "250", "retry-after": "7" }, 250],
    [{ "retry-after": "Sun, 01 Mar 2026 09:00:05 GMT" }, 5_000],
    [{ "retry-after": "soon" }, 1_000],
  ];
  for (const [headers, delayMs] of cases) {
    assertEquals((await ask([apiError(429, headers)])).retries.map((retry) => retry.delayMs), [delayMs]);
  }
  await assertRejects(() => ask([apiError(429, { "retry-after": "3600" })]), APICallError);
});

Deno.test("retryModel() stops waiting when the turn is cancelled", async () => {
  const error = await assertRejects(() => ask([apiError(503)], new AbortController()));
  assert(error instanceof DOMException);
});

import { assertEquals, assertStringIncludes } from "@std/assert";
import { APICallError, RetryError } from "ai";
import { classifyError, MissingKeyError } from "../../agent/classify_error.ts";

function apiError(statusCode: number | undefined, message = "no", responseBody = ""): APICallError {
  return new APICallError({
    message,
    url: "https://models.example.com/v1/chat/completions",
    requestBodyValues: {},
    responseBody,
    ...(statusCode !== undefined && { statusCode }),
  });
}

Deno.test("classifyError() names what a server answered", () => {
  const cases: [number, string, boolean][] = [
    [400, "bad_request", false],
    [401, "auth", false],
    [402, "quota", false],
    [403, "auth", false],
    [404, "model_unavailable", false],
    [429, "rate_limited", true],
    [500, "model_unavailable", true],
    [503, "model_unavailable", true],
  ];
  for (const [status, code, retryable] of cases) {
    const fields = classifyError(apiError(status));
    assertEquals([fields.code, fields.retryable, fields.http_status], [code, retryable, status]);
    assertStringIncludes(fields.message, "models.example.com");
  }
});

Deno.test("classifyError() tells a context that is too long from another bad request", () => {
  const body = '{"error":{"message":"This model\'s maximum context length is 8192 tokens"}}';
  assertEquals(classifyError(apiError(400, "Bad Request", body)).code, "context_overflow");
});

Deno.test("classifyError() looks through the SDK's retries", () => {
  const errors = [apiError(503), apiError(429)];
  const error = new RetryError({ message: "gave up", reason: "maxRetriesExceeded", errors });
  assertEquals(classifyError(error).code, "rate_limited");
});

Deno.test("classifyError() tells a network from a certificate, by the innermost cause (T40)", () => {
  const refused = new TypeError("fetch failed", { cause: new Error("connect ECONNREFUSED 127.0.0.1:9") });
  assertEquals(classifyError(refused).code, "network");
  assertStringIncludes(classifyError(refused).message, "ECONNREFUSED");
  const tls = new TypeError("fetch failed", { cause: new Error("invalid peer certificate: UnknownIssuer") });
  assertEquals(classifyError(tls).code, "tls");
  assertEquals(classifyError(tls).retryable, false);
  assertStringIncludes(classifyError(tls).hint ?? "", "DENO_CERT");
});

Deno.test("classifyError() knows a missing key, a broken stream, and says internal of the rest", () => {
  assertEquals(classifyError(new MissingKeyError("OPENAI_API_KEY is not set")).code, "auth");
  assertEquals(classifyError(new Error("stream terminated")).code, "stream_disconnected");
  assertEquals(classifyError(new Error("what")).code, "internal");
  assertEquals(classifyError("text").message, "text");
});

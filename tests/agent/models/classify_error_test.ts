import { assertEquals, assertStringIncludes } from "@std/assert";
import { APICallError, RetryError } from "ai";
import { classifyError, MissingKeyError } from "../../../agent/models/classify_error.ts";

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

Deno.test("classifyError() says which field a server does not take, where it tells that in a list (T28)", () => {
  const detail = [{ type: "extra_forbidden", loc: ["body", "top_k"], msg: "Extra inputs are not permitted" }];
  for (const body of [{ detail }, { object: "error", message: { detail } }]) {
    const { message } = classifyError(apiError(422, "Unprocessable", JSON.stringify(body)));
    assertEquals(
      message,
      "Cannot use the model: models.example.com answered 422, Extra inputs are not permitted: body.top_k",
    );
  }
});

Deno.test("classifyError() cuts what a vendor says at 500 characters, and through none of them (T12)", () => {
  const long = `${"x".repeat(499)}😀 and so on`;
  const said = [
    classifyError(apiError(400, "no", JSON.stringify({ error: { message: long } }))).message,
    classifyError({ message: long }).message,
  ];
  for (const message of said) {
    assertEquals(message.endsWith(`${"x".repeat(499)}\ufffd`), true, message);
  }
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
  const missing = new MissingKeyError({ en: "OPENAI_API_KEY is not set", zh: "没有设置 OPENAI_API_KEY" });
  assertEquals(classifyError(missing).code, "auth");
  assertEquals(classifyError(missing).message, "OPENAI_API_KEY is not set");
  assertEquals(classifyError(new Error("stream terminated")).code, "stream_disconnected");
  assertEquals(classifyError(new Error("what")).code, "internal");
  assertEquals(classifyError("text").message, "text");
});

Deno.test("classifyError() names a proxy that refuses, and one that is not there (T40)", () => {
  const refused = new TypeError("fetch failed", {
    cause: new Error("client error (Connect): unsuccessful tunnel"),
  });
  const missing = new TypeError("fetch failed", { cause: new Error("Proxy server unreachable") });
  assertEquals(
    [refused, missing, apiError(407)].map(classifyError).map(({ code, retryable }) => [code, retryable]),
    [
      ["proxy", false],
      ["proxy", true],
      ["proxy", false],
    ],
  );
  assertStringIncludes(classifyError(refused).hint ?? "", "HTTPS_PROXY");
});

Deno.test("classifyError() quotes what the vendor said, wherever it stands in the answer, and no more than that", () => {
  const said = (body: string) => classifyError(apiError(400, "Bad Request", body)).message;
  const head = "Cannot use the model: models.example.com answered 400, ";
  assertEquals(said('{"error":{"message":"No such tool"}}'), `${head}No such tool`);
  assertEquals(said('{"code":"x","error":"No such tool"}'), `${head}No such tool`);
  assertEquals(said('{"object":"error","message":"No such tool"}'), `${head}No such tool`);
  assertEquals(said('{"detail":"No such tool"}'), `${head}No such tool`);
  assertEquals(said('{"detail":[{"msg":"secret"}]}'), `${head}Bad Request`);
  assertEquals(said("<html>secret</html>"), `${head}Bad Request`);
  assertEquals(said(JSON.stringify({ message: "x".repeat(9_000) })).length, head.length + 500);
});

Deno.test("classifyError() takes a connection that is lost within an answer for one that broke off, not for a network", () => {
  const lost = new TypeError("error reading a body from connection");
  for (const error of [lost, new Error("The stream failed", { cause: lost })]) {
    assertEquals(classifyError(error), {
      code: "stream_disconnected",
      message: "The model's answer broke off: the connection was lost",
      hint: "Ask again (/retry)",
      retryable: true,
    });
  }
});

Deno.test("classifyError() takes an answer that could not be read on for one that broke off (T28)", () => {
  const error = apiError(200, "Failed to process successful response");
  assertEquals([classifyError(error).code, classifyError(error).retryable], ["stream_disconnected", true]);
  const streamed = { type: "overloaded_error", message: "Overloaded", statusCode: 529 };
  assertEquals(classifyError(streamed), {
    code: "model_unavailable",
    hint: "Try again later",
    retryable: true,
    message: "The model's answer broke off: Overloaded",
  });
  const limited = { type: "rate_limit_error", message: "Slow down", code: "1302" };
  assertEquals(classifyError(limited).code, "rate_limited");
});

Deno.test("classifyError() does not take a server that took too long for a conversation that is too long", () => {
  const said = (message: string) => classifyError({ message, code: 504 }).code;
  assertEquals(said("The server took too long to respond"), "model_unavailable");
  assertEquals(said("Your request is taking too long"), "model_unavailable");
  assertEquals(said("input is too long for this model"), "context_overflow");
});

import { assertEquals, assertStrictEquals } from "@std/assert";
import * as z from "zod";
import { composeToolShells } from "../../shells/compose_tool_shells.ts";
import { friendlyErrors } from "../../shells/friendly_errors.ts";
import { inputValidation } from "../../shells/input_validation.ts";
import { type Language, ToolCallError, type ToolErrorType } from "../../tools/types.ts";
import { callTool, fakeTool } from "../_support/fake_tool.ts";

const SECRET = "postgres://root:hunter2@10.0.0.7/orders";

/** What the model gets when the tool throws this. */
function answerTo(error: unknown, language: Language = "en", abortSignal?: AbortSignal): Promise<unknown> {
  const tool = fakeTool(() => Promise.reject(error));
  return callTool(friendlyErrors({ language: () => language })(tool, { name: "order_refund" }), {}, {
    ...(abortSignal && { abortSignal }),
  });
}

async function typeOfAnswerTo(error: unknown, abortSignal?: AbortSignal): Promise<unknown> {
  return (await answerTo(error, "en", abortSignal) as { error_type?: unknown }).error_type;
}

/** Every type with what the model must know of it: may it try again? */
const RECOVERABLE: Record<ToolErrorType, boolean> = {
  invalid_input: false,
  not_found: false,
  denied: false,
  cancelled: false,
  timeout: true,
  network: true,
  rate_limited: true,
  unavailable: true,
  circuit_open: true,
  in_progress: true,
  unknown_outcome: false,
  loop: false,
  internal: false,
};

for (const language of ["en", "zh"] as const) {
  Deno.test(`friendlyErrors() has words for every type of error in ${language}`, async () => {
    const messages = new Set<unknown>();
    const suggestions: string[] = [];
    for (const [type, recoverable] of Object.entries(RECOVERABLE) as [ToolErrorType, boolean][]) {
      const answer = await answerTo(new ToolCallError(type, SECRET), language) as Record<string, unknown>;
      assertEquals(Object.keys(answer), ["status", "error_type", "message", "recoverable", "suggestion"]);
      assertEquals([answer.status, answer.error_type, answer.recoverable], ["error", type, recoverable]);
      assertEquals(JSON.stringify(answer).includes("hunter2"), false);
      const hasHan = /\p{Script=Han}/u;
      assertEquals([answer.message, answer.suggestion].map((text) => hasHan.test(String(text))), [
        language === "zh",
        language === "zh",
      ]);
      messages.add(answer.message);
      suggestions.push(String(answer.suggestion));
    }
    assertEquals(messages.size, 13);
    assertEquals(suggestions.filter((suggestion) => suggestion.length < 5), []);
  });
}

Deno.test("friendlyErrors() answers in whole sentences", async () => {
  assertEquals(await answerTo(new ToolCallError("timeout", "x"), "en"), {
    status: "error",
    error_type: "timeout",
    message: "order_refund did not finish: no answer in time.",
    recoverable: true,
    suggestion: "Try once more later; if that fails, hand over to a person.",
  });
  assertEquals(await answerTo(new ToolCallError("unknown_outcome", "x"), "zh"), {
    status: "error",
    error_type: "unknown_outcome",
    message: "工具 order_refund 没有完成：不知道操作是否已经生效。",
    recoverable: false,
    suggestion: "绝对不要重试；告诉用户结果未知，请人工核实。",
  });
});

Deno.test("friendlyErrors() lets no stack, message or field of an unknown error reach the model", async () => {
  const unknown = [
    new Error(SECRET),
    new RangeError(SECRET, { cause: new Error(SECRET) }),
    Object.assign(new Error(SECRET), {
      reason: SECRET,
      type: "denied",
      issues: [{ path: [], message: SECRET }],
    }),
    new ToolCallError("internal", SECRET, { cause: new Error(SECRET) }),
    { message: SECRET, type: "timeout" },
    SECRET,
    null,
    undefined,
    0,
    Symbol(SECRET),
  ];
  for (const error of unknown) {
    for (const language of ["en", "zh"] as const) {
      const answer = await answerTo(error, language);
      const text = JSON.stringify(answer);
      assertEquals(["hunter2", "friendly_errors", "at ", ".ts:"].filter((part) => text.includes(part)), []);
      assertEquals((answer as { error_type?: unknown }).error_type, "internal");
    }
  }
});

Deno.test("friendlyErrors() brings the reason of a denial to the model verbatim (T24)", async () => {
  const reason = '先别退 — 客户说 "明天" <b>再说</b>; 等 1 天';
  const denied = new ToolCallError("denied", "Cannot run order_refund: denied by user", { reason });
  assertEquals(
    (await answerTo(denied, "zh") as { message: string }).message,
    '工具 order_refund 没有完成：这次操作没有得到允许（先别退 — 客户说 "明天" <b>再说</b>; 等 1 天）。',
  );
});

Deno.test("friendlyErrors() tells network failures, aborts and time-outs of the platform apart", async () => {
  assertEquals(await typeOfAnswerTo(new DOMException("x", "AbortError")), "cancelled");
  assertEquals(await typeOfAnswerTo(new DOMException("x", "TimeoutError")), "timeout");
  assertEquals(await typeOfAnswerTo(new TypeError("fetch failed", { cause: new Error("x") })), "network");
  assertEquals(await typeOfAnswerTo(new TypeError("x is not a function")), "internal");
  assertEquals(await typeOfAnswerTo(new Deno.errors.ConnectionRefused("x")), "network");
  assertEquals(await typeOfAnswerTo(new Deno.errors.ConnectionReset("x")), "network");
  assertEquals(await typeOfAnswerTo(new Deno.errors.BrokenPipe("x")), "network");
  assertEquals(await typeOfAnswerTo(new Deno.errors.NotFound("x")), "internal");
});

Deno.test("friendlyErrors() calls it cancelled when the caller's own reason comes back, whatever it is", async () => {
  for (const reason of [new Error("the user left"), "the user left", 7]) {
    assertEquals(await typeOfAnswerTo(reason, AbortSignal.abort(reason)), "cancelled");
  }
  assertEquals(await typeOfAnswerTo(new Error("another"), AbortSignal.abort("gone")), "internal");
  const timedOut = new DOMException("x", "TimeoutError");
  assertEquals(await typeOfAnswerTo(timedOut, AbortSignal.abort(timedOut)), "timeout");
});

Deno.test("friendlyErrors() says field by field what does not fit, and never the value", async () => {
  const tool = {
    ...fakeTool(() => "never"),
    inputSchema: z.object({
      orderId: z.string().regex(/^[A-Z]-\d{4}$/, "must look like A-1024"),
      amount: z.number(),
      lines: z.array(z.object({ sku: z.string() })).optional(),
    }),
  };
  const { order_refund } = composeToolShells({ order_refund: tool }, [
    friendlyErrors({ language: () => "en" }),
    inputValidation(),
  ]);
  assertEquals(
    await callTool(order_refund ?? tool, { orderId: "hunter2", amount: "hunter3", lines: [{ sku: 12345 }] }),
    {
      status: "error",
      error_type: "invalid_input",
      message: "order_refund did not finish: the arguments do not fit (orderId: must look like A-1024; " +
        "amount: must be a number without quotes; lines.0.sku: must be text).",
      recoverable: false,
      suggestion: "Do not retry with the same arguments; ask the user for the right ones.",
    },
  );
  assertEquals(
    (await callTool(order_refund ?? tool, null) as { message?: unknown }).message,
    "order_refund did not finish: the arguments do not fit (input: must be an object).",
  );
});

Deno.test("friendlyErrors() speaks the language of the conversation", async () => {
  const asked: unknown[] = [];
  const shell = friendlyErrors({
    language: (messages) => {
      asked.push(messages);
      return "zh";
    },
  });
  const tool = shell(fakeTool(() => Promise.reject(new Error("x"))), { name: "order_refund" });
  const messages = [{ role: "user" as const, content: "退款" }];
  assertEquals(
    (await callTool(tool, {}, { messages }) as { message?: unknown }).message,
    "工具 order_refund 没有完成：工具内部出错。",
  );
  assertEquals(asked, [[{ role: "user", content: "退款" }]]);
});

Deno.test("friendlyErrors() hands the raw error to the log, with whose it is", async () => {
  const logged: unknown[] = [];
  const shell = friendlyErrors({
    language: () => "en",
    onError: (error, context) => logged.push([error, context]),
  });
  const error = new Error(SECRET);
  const tool = shell(fakeTool(() => Promise.reject(error)), { name: "order_refund" });
  await callTool(tool, {}, { toolCallId: "call-7" });
  assertEquals(logged, [[error, { tool: "order_refund", callId: "call-7" }]]);
  assertStrictEquals((logged[0] as unknown[])[0], error);
});

Deno.test("friendlyErrors() answers although the log fails", async () => {
  const shell = friendlyErrors({
    language: () => "en",
    onError: () => {
      throw new Error("disk full");
    },
  });
  const tool = shell(fakeTool(() => Promise.reject(new ToolCallError("timeout", "x"))), {
    name: "order_refund",
  });
  assertEquals((await callTool(tool, {}) as { error_type?: unknown }).error_type, "timeout");
});

Deno.test("friendlyErrors() passes results unchanged, also those that say error", async () => {
  const result = { status: "error", error_type: "not_found", message: SECRET };
  const logged: unknown[] = [];
  const shell = friendlyErrors({ language: () => "en", onError: (error) => logged.push(error) });
  const tool = shell(fakeTool(() => Promise.resolve(result)), { name: "order_refund" });
  assertStrictEquals(await callTool(tool, {}), result);
  assertEquals(logged, []);
});

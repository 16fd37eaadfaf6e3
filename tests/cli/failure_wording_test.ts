import { assertEquals } from "@std/assert";
import { classifyError } from "../../agent/models/classify_error.ts";
import { ModelSilentError } from "../../agent/models/limit_silence.ts";
import { WebPageError } from "../../agent/models/refuse_web_pages.ts";
import { failureWording } from "../../cli/failure_wording.ts";
import { wordingOf } from "../../cli/wording.ts";
import { APICallError } from "ai";

const [ZH, EN] = [wordingOf("zh"), wordingOf("en")];

function refusal(statusCode: number, said: string, responseHeaders: Record<string, string> = {}) {
  return new APICallError({
    message: said,
    url: "https://models.example.com/v1/chat/completions",
    requestBodyValues: {},
    responseBody: JSON.stringify({ error: { message: said } }),
    statusCode,
    responseHeaders,
  });
}

const chinese = (error: unknown) => failureWording(classifyError(error), ZH);

Deno.test("a model's trouble is told in Chinese, with the vendor's own words in it", () => {
  assertEquals(chinese(refusal(401, "Incorrect API key")), {
    message: "无法使用模型：models.example.com 返回 401：Incorrect API key",
    hint: "请检查 API 密钥以及它的权限",
  });
  assertEquals(chinese(new TypeError("fetch failed", { cause: new Error("Connection refused") })), {
    message: "无法连接模型：Connection refused",
    hint: "请检查地址、网络和代理；HANDRAIL_MODEL=offline 可以离线使用",
  });
  assertEquals(chinese(new Error("stream terminated")), {
    message: "模型的回答中断：stream terminated",
    hint: "请再问一次（/retry）",
  });
});

Deno.test("what one code has several hints for is told by the hint", () => {
  assertEquals(chinese(refusal(404, "no")).hint, "请检查模型名称和地址");
  assertEquals(chinese(refusal(503, "no")).hint, "请稍后再试");
  assertEquals(
    chinese(refusal(302, "Found")).hint,
    "它把请求转往别处。信任那个地址的话，请直接填写：密钥不会转发过去",
  );
  assertEquals(chinese(refusal(400, "content_filter")).hint, "服务商拒绝了这段文字：请换个说法");
});

Deno.test("a web page in place of an answer points at the address", () => {
  const page = new WebPageError("models.example.com answered with a web page, Sign in");
  assertEquals(chinese(page), {
    message: "无法使用模型：models.example.com 返回的是网页：Sign in",
    hint: "请检查地址（通常以 /v1 结尾），以及网络是否需要先登录",
  });
  assertEquals(failureWording(classifyError(page), EN), {
    message: "Cannot use the model: models.example.com answered with a web page, Sign in",
    hint: "Check the base URL, which often ends in /v1, and whether the network wants you to sign in",
  });
});

Deno.test("a stream that ends too early says so, and what to do", () => {
  const early = new Error("Response stream ended without a finish reason.");
  assertEquals(chinese(early), { message: "模型的回答中断：没有说完", hint: "请再问一次（/retry）" });
  assertEquals(failureWording(classifyError(early), EN), {
    message: "The model's answer broke off: it ended too early",
    hint: "Ask again (/retry)",
  });
});

Deno.test("a model that has fallen silent says for how long, and how to wait longer", () => {
  assertEquals(chinese(new ModelSilentError("models.example.com sent nothing for 600 s")), {
    message: "无法使用模型：models.example.com 已有 600 秒没有任何回应",
    hint: "请再问一次（/retry），或用 HANDRAIL_MODEL_WAIT_MS 允许等待更久",
  });
});

Deno.test("how long a server asks to wait is the hint, in seconds, minutes or hours", () => {
  const hint = (after: string, language: "en" | "zh") =>
    failureWording(classifyError(refusal(429, "slow", { "retry-after": after })), wordingOf(language)).hint;
  assertEquals(hint("90", "en"), "Wait 90 s, then try again");
  assertEquals(hint("301", "en"), "Wait 6 min, then try again");
  assertEquals(hint("86400", "en"), "Wait 24 h, then try again");
  assertEquals(hint("0", "en"), "Wait 1 s, then try again");
  assertEquals(hint("600", "zh"), "服务器要求等待 10 分钟，之后再试");
});

Deno.test("what nobody has translated stays as it is", () => {
  const failure = { code: "internal", message: "what", hint: "who knows" };
  assertEquals(failureWording(failure, ZH), { message: "what", hint: "who knows" });
  assertEquals(failureWording({ message: "what" }, EN), { message: "what", hint: undefined });
});

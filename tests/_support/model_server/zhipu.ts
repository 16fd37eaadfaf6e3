/**
 * Zhipu's GLM: thinks aloud in `reasoning_content`, names the role in every piece, sends a call whole, and counts in the
 * last piece. Errors carry a number as text.
 *
 * @module
 */
import { finishOf, pieces, type VendorFault, type VendorFormat } from "./vendor_format.ts";

const ERRORS: Readonly<Record<VendorFault, readonly [status: number, code: string, message: string]>> = {
  key: [401, "1000", "身份验证失败。"],
  balance: [429, "1113", "余额不足或无可用资源包,请充值。"],
  busy: [429, "1302", "您的账户已达到速率限制，请您控制请求频率"],
  overloaded: [503, "1305", "该模型当前访问量过大，请您稍后再试"],
  too_long: [400, "1261", "Prompt 超长"],
  filtered: [
    400,
    "1301",
    "系统检测到输入或生成内容可能包含不安全或敏感内容，请您避免输入易产生敏感内容的提示语，感谢您的配合。",
  ],
  malformed: [400, "1210", "API 调用参数有误，请检查文档。"],
};

/** Its own word for what OpenAI calls a content filter. */
const FINISH: Readonly<Record<string, string>> = { content_filter: "sensitive" };

/** Zhipu's chat completions. */
export const zhipu: VendorFormat = {
  chunks(reply, { model, number }) {
    const base = {
      id: `20260201120000${number}`,
      created: 1_770_000_000,
      object: "chat.completion.chunk",
      model,
    };
    const delta = (fields: object) => ({
      ...base,
      choices: [{ index: 0, delta: { role: "assistant", ...fields } }],
    });
    const tool_calls = (reply.toolCalls ?? []).map((call, index) => ({
      id: `call_-${number}00${index}`,
      index,
      type: "function",
      function: { name: call.name, arguments: call.arguments },
    }));
    const reason = finishOf(reply);
    return [
      ...pieces(reply.reasoning ?? "用户想知道一件事。", 5).map((part) => delta({ reasoning_content: part })),
      ...pieces(reply.text ?? "").map((content) => delta({ content })),
      ...tool_calls.map((call) => delta({ tool_calls: [call] })),
      {
        ...base,
        choices: [{
          index: 0,
          finish_reason: FINISH[reason] ?? reason,
          delta: { role: "assistant", content: "" },
        }],
        usage: {
          prompt_tokens: 100,
          completion_tokens: 20,
          total_tokens: 120,
          prompt_tokens_details: { cached_tokens: 0 },
        },
      },
    ];
  },
  fault(fault, detail) {
    const [status, code, message] = ERRORS[fault];
    return { status, body: { error: { code, message: detail ?? message } } };
  },
};

/**
 * Mistral, as recorded: all calls whole in one piece, without index and type, together with reason and usage.
 *
 * @module
 */
import { finishOf, pieces, type VendorFault, type VendorFormat } from "./vendor_format.ts";

const ERRORS: Readonly<
  Record<VendorFault, readonly [status: number, type: string, code: string | null, message: string]>
> = {
  key: [401, "invalid_request_error", null, "Unauthorized"],
  balance: [402, "billing_error", "1910", "Payment required: the account's balance is used up"],
  busy: [429, "rate_limited", "1300", "Rate limit exceeded"],
  overloaded: [503, "service_unavailable", "3505", "Service unavailable."],
  too_long: [
    400,
    "invalid_request_invalid_args",
    "3051",
    "Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length",
  ],
  filtered: [403, "invalid_request_moderated", "3200", "The request was moderated"],
  malformed: [400, "invalid_request_message_order", "3230", "Unexpected message order"],
};

/** Mistral's chat completions. */
export const mistral: VendorFormat = {
  chunks(reply, { model, number }) {
    const chunk = (delta: object, finish_reason: string | null = null, more: object = {}) => ({
      id: `b3999b8c93e04e11bcbff7bc${number}`,
      object: "chat.completion.chunk",
      created: 1_770_000_000,
      model,
      choices: [{ index: 0, delta, finish_reason, logprobs: null }],
      ...more,
    });
    const usage = { prompt_tokens: 100, total_tokens: 120, completion_tokens: 20 };
    const tool_calls = (reply.toolCalls ?? []).map(({ name, arguments: input }, index) => ({
      id: `id${String(number).padStart(4, "0")}${String(index).padStart(3, "0")}`,
      function: { name, arguments: input },
    }));
    const last = tool_calls.length > 0 ? { content: null, tool_calls } : { content: "" };
    return [
      chunk({ role: "assistant", content: "" }),
      ...pieces(reply.text ?? "").map((content) => chunk({ content })),
      chunk(last, finishOf(reply), { usage }),
    ];
  },
  fault(fault, detail) {
    const [status, type, code, message] = ERRORS[fault];
    // Its gateway refuses a key in a shape of its own.
    if (fault === "key") return { status, body: { detail: detail ?? message } };
    return { status, body: { object: "error", message: detail ?? message, type, param: null, code } };
  },
};

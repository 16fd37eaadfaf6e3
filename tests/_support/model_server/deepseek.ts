/**
 * DeepSeek, as recorded: thinks aloud in `reasoning_content`, one token a piece; the last piece has reason and usage.
 *
 * @module
 */
import { argumentPieces, finishOf, pieces, type VendorFault, type VendorFormat } from "./vendor_format.ts";

const ERRORS: Readonly<
  Record<VendorFault, readonly [status: number, type: string, code: string, message: string]>
> = {
  key: [
    401,
    "authentication_error",
    "invalid_request_error",
    "Authentication Fails, Your api key: ****test is invalid",
  ],
  balance: [402, "unknown_error", "invalid_request_error", "Insufficient Balance"],
  busy: [429, "rate_limit_error", "rate_limit_exceeded", "Rate limit reached"],
  overloaded: [
    503,
    "service_unavailable_error",
    "service_unavailable_error",
    "Service is too busy. We advise users to temporarily switch to alternative providers.",
  ],
  too_long: [
    400,
    "invalid_request_error",
    "invalid_request_error",
    "This model's maximum context length is 131072 tokens. However, you requested 140000 tokens.",
  ],
  filtered: [400, "invalid_request_error", "invalid_request_error", "Content Exists Risk"],
  malformed: [
    400,
    "invalid_request_error",
    "invalid_request_error",
    "Failed to deserialize the JSON body into the target type",
  ],
};

/** DeepSeek's chat completions. */
export const deepseek: VendorFormat = {
  chunks(reply, { model, number }) {
    const chunk = (delta: object, finish_reason: string | null = null, usage: object | null = null) => ({
      id: `cca85624-4056-401f-b220-${number}`,
      object: "chat.completion.chunk",
      created: 1_770_000_000,
      model,
      system_fingerprint: "fp_eaab8d114b_prod0820_fp8_kvcache",
      choices: [{ index: 0, delta, logprobs: null, finish_reason }],
      usage,
    });
    return [
      chunk({ role: "assistant", content: null, reasoning_content: "" }),
      ...pieces(reply.reasoning ?? "Let me think.", 5).map((part) =>
        chunk({ content: null, reasoning_content: part })
      ),
      ...pieces(reply.text ?? "").map((content) => chunk({ content, reasoning_content: null })),
      ...(reply.toolCalls ?? []).flatMap((call, index) => [
        chunk({
          tool_calls: [{
            index,
            id: `call_0${index}_${number}`,
            type: "function",
            function: { name: call.name, arguments: "" },
          }],
        }),
        ...argumentPieces(call.arguments, 3).map((part) =>
          chunk({ tool_calls: [{ index, function: { arguments: part } }] })
        ),
      ]),
      chunk({ content: "", reasoning_content: null }, finishOf(reply), {
        prompt_tokens: 100,
        completion_tokens: 20,
        total_tokens: 120,
        prompt_tokens_details: { cached_tokens: 0 },
        completion_tokens_details: { reasoning_tokens: 9 },
        prompt_cache_hit_tokens: 0,
        prompt_cache_miss_tokens: 100,
      }),
    ];
  },
  fault(fault, detail) {
    const [status, type, code, message] = ERRORS[fault];
    return { status, body: { error: { message: detail ?? message, type, param: null, code } } };
  },
};

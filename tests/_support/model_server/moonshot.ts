/**
 * Moonshot's Kimi: ids such as `kb_query:0`, and usage inside the last choice.
 *
 * @module
 */
import { argumentPieces, finishOf, pieces, type VendorFault, type VendorFormat } from "./vendor_format.ts";

const ERRORS: Readonly<Record<VendorFault, readonly [status: number, type: string, message: string]>> = {
  key: [401, "invalid_authentication_error", "Invalid Authentication"],
  balance: [
    429,
    "exceeded_current_quota_error",
    "Your account is suspended, please check your plan and billing details",
  ],
  busy: [
    429,
    "rate_limit_reached_error",
    "Your account reached max request, please try again after 1 seconds",
  ],
  overloaded: [429, "engine_overloaded_error", "The engine is currently overloaded, please try again later"],
  too_long: [400, "invalid_request_error", "Input token length too long"],
  filtered: [400, "content_filter", "The request was rejected because it was considered high risk"],
  malformed: [400, "invalid_request_error", "Invalid request"],
};

/** Moonshot's chat completions. */
export const moonshot: VendorFormat = {
  chunks(reply, { model, number }) {
    const chunk = (delta: object, finish_reason: string | null = null, more: object = {}) => ({
      id: `chatcmpl-${number}`,
      object: "chat.completion.chunk",
      created: 1_770_000_000,
      model,
      choices: [{ index: 0, delta, finish_reason, ...more }],
      system_fingerprint: "fpv0_ff52a3ef",
    });
    return [
      chunk({ role: "assistant", content: "" }),
      ...pieces(reply.text ?? "").map((content) => chunk({ content })),
      ...(reply.toolCalls ?? []).flatMap((call, index) => [
        chunk({
          tool_calls: [{
            index,
            id: `${call.name}:${number * 10 + index}`,
            type: "function",
            function: { name: call.name, arguments: "" },
          }],
        }),
        ...argumentPieces(call.arguments).map((part) =>
          chunk({ tool_calls: [{ index, function: { arguments: part } }] })
        ),
      ]),
      chunk({}, finishOf(reply), {
        usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
      }),
    ];
  },
  fault(fault, detail) {
    const [status, type, message] = ERRORS[fault];
    return { status, body: { error: { message: detail ?? message, type } } };
  },
};

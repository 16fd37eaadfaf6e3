/**
 * Qwen on DashScope, as recorded: every later piece repeats the id as an empty text, and one more, in another order and
 * without arguments, closes the call.
 *
 * @module
 */
import { argumentPieces, finishOf, pieces, type VendorFault, type VendorFormat } from "./vendor_format.ts";

const ERRORS: Readonly<
  Record<VendorFault, readonly [status: number, type: string, code: string, message: string]>
> = {
  key: [401, "invalid_request_error", "invalid_api_key", "Incorrect API key provided."],
  balance: [
    400,
    "Arrearage",
    "Arrearage",
    "Access denied, please make sure your account is in good standing.",
  ],
  busy: [429, "limit_requests", "limit_requests", "You exceeded your current requests list."],
  overloaded: [
    503,
    "ModelServingError",
    "ModelServingError",
    "Too many requests. Your requests are being throttled due to system capacity limits.",
  ],
  too_long: [
    400,
    "invalid_request_error",
    "invalid_parameter_error",
    "<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 129024]",
  ],
  filtered: [
    400,
    "data_inspection_failed",
    "data_inspection_failed",
    "Input data may contain inappropriate content.",
  ],
  malformed: [
    400,
    "invalid_request_error",
    "invalid_parameter_error",
    "<400> InternalError.Algo.InvalidParameter: The request is malformed.",
  ],
};

/** DashScope's compatible mode. */
export const qwen: VendorFormat = {
  chunks(reply, { model, number }) {
    const chunk = (choices: object[], usage: object | null = null) => ({
      choices,
      object: "chat.completion.chunk",
      usage,
      created: 1_770_000_000,
      system_fingerprint: null,
      model,
      id: `chatcmpl-8e243c57-23b3-9db2-a02e-${number}`,
    });
    const delta = (fields: object) =>
      chunk([{ delta: fields, finish_reason: null, index: 0, logprobs: null }]);
    const calls = reply.toolCalls ?? [];
    return [
      ...(reply.text !== undefined || calls.length === 0 ? [delta({ content: "", role: "assistant" })] : []),
      ...pieces(reply.text ?? "").map((content) => delta({ content })),
      ...calls.flatMap((call, index) => [
        delta({
          content: null,
          tool_calls: [{
            index,
            id: `call_${number}_${index}`,
            type: "function",
            function: { name: call.name, arguments: "" },
          }],
          ...(reply.text === undefined && index === 0 && { role: "assistant" }),
        }),
        ...argumentPieces(call.arguments).map((part) =>
          delta({
            content: null,
            tool_calls: [{ index, id: "", type: "function", function: { arguments: part } }],
          })
        ),
        chunk([{
          delta: { tool_calls: [{ function: { arguments: "" }, index, id: "", type: "function" }] },
          index: 0,
        }]),
      ]),
      chunk([{ finish_reason: finishOf(reply), delta: {}, index: 0, logprobs: null }]),
      chunk([], {
        prompt_tokens: 100,
        completion_tokens: 20,
        total_tokens: 120,
        prompt_tokens_details: { cached_tokens: 0 },
      }),
    ];
  },
  fault(fault, detail) {
    const [status, type, code, message] = ERRORS[fault];
    return {
      status,
      body: {
        error: { message: detail ?? message, type, param: null, code },
        request_id: "5f7e2f8a-8b1a-9d1c-b0f0-000000000000",
      },
    };
  },
};

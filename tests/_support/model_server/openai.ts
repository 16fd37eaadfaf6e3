/**
 * OpenAI, as its documentation has it: id and name first, then the arguments in pieces without an id, usage at the end.
 *
 * @module
 */
import { argumentPieces, finishOf, pieces, type VendorFault, type VendorFormat } from "./vendor_format.ts";

const ERRORS: Readonly<
  Record<VendorFault, readonly [status: number, type: string, code: string | null, message: string]>
> = {
  key: [
    401,
    "invalid_request_error",
    "invalid_api_key",
    "Incorrect API key provided: sk-te**. You can find your API key in your account.",
  ],
  balance: [
    429,
    "insufficient_quota",
    "insufficient_quota",
    "You exceeded your current quota, please check your plan and billing details.",
  ],
  busy: [
    429,
    "requests",
    "rate_limit_exceeded",
    "Rate limit reached for requests per min (RPM): Limit 3, Used 3, Requested 1.",
  ],
  overloaded: [503, "server_error", null, "The server is currently overloaded with other requests."],
  too_long: [
    400,
    "invalid_request_error",
    "context_length_exceeded",
    "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.",
  ],
  filtered: [
    400,
    "invalid_request_error",
    "content_filter",
    "The response was filtered due to the prompt triggering the content management policy.",
  ],
  malformed: [400, "invalid_request_error", null, "Invalid request."],
};

/** OpenAI's chat completions. */
export const openai: VendorFormat = {
  chunks(reply, { model, number }) {
    const base = {
      id: `chatcmpl-${number}`,
      object: "chat.completion.chunk",
      created: 1_770_000_000,
      model,
      service_tier: "default",
      system_fingerprint: "fp_560af6e559",
    };
    const delta = (fields: object, finish_reason: string | null = null) => ({
      ...base,
      choices: [{ index: 0, delta: fields, logprobs: null, finish_reason }],
      usage: null,
    });
    return [
      delta({ role: "assistant", content: reply.text === undefined ? null : "", refusal: null }),
      ...pieces(reply.text ?? "").map((content) => delta({ content })),
      ...(reply.toolCalls ?? []).flatMap((call, index) => [
        delta({
          tool_calls: [{
            index,
            id: `call_${number}_${index}`,
            type: "function",
            function: { name: call.name, arguments: "" },
          }],
        }),
        ...argumentPieces(call.arguments).map((part) =>
          delta({ tool_calls: [{ index, function: { arguments: part } }] })
        ),
      ]),
      delta({}, finishOf(reply)),
      {
        ...base,
        choices: [],
        usage: {
          prompt_tokens: 100,
          completion_tokens: 20,
          total_tokens: 120,
          prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
          completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 0 },
        },
      },
    ];
  },
  fault(fault, detail) {
    const [status, type, code, message] = ERRORS[fault];
    return {
      status,
      body: { error: { message: detail ?? message, type, param: null, code } },
      ...(fault === "busy" && { headers: { "retry-after": "1", "retry-after-ms": "1" } }),
    };
  },
};

/**
 * xAI, as recorded: keys that are null are left out, a whole call comes in one piece, and errors are a plain text.
 *
 * @module
 */
import { finishOf, pieces, type VendorFault, type VendorFormat } from "./vendor_format.ts";

const ERRORS: Readonly<Record<VendorFault, readonly [status: number, code: string, error: string]>> = {
  key: [401, "Unauthorized", "Incorrect API key provided: te***ey."],
  balance: [
    403,
    "The caller does not have permission to execute the specified operation",
    "Your team has either used all available credits or reached its monthly spending limit.",
  ],
  busy: [429, "Some resource has been exhausted", "Too many requests for team."],
  overloaded: [
    503,
    "The service is currently unavailable",
    "Service temporarily unavailable. The model is at capacity and currently cannot serve this request.",
  ],
  too_long: [
    400,
    "Client specified an invalid argument",
    "This model's maximum prompt length is 131072 but the request contains 140000 tokens.",
  ],
  filtered: [
    403,
    "The caller does not have permission to execute the specified operation",
    "Content violates usage guidelines.",
  ],
  malformed: [400, "Client specified an invalid argument", "Invalid request content."],
};

/** xAI's chat completions. */
export const xai: VendorFormat = {
  chunks(reply, { model, number }) {
    const chunk = (choices: object[], more: object = {}) => ({
      id: `7027d986-3c59-a37a-9a5f-${number}`,
      object: "chat.completion.chunk",
      created: 1_770_000_000,
      model,
      choices,
      ...more,
      system_fingerprint: "fp_2a885414fb",
    });
    const delta = (fields: object) => chunk([{ index: 0, delta: fields }]);
    const thoughts = pieces(reply.reasoning ?? "Let me think.", 5);
    return [
      ...thoughts.map((part, at) =>
        delta({ reasoning_content: part, ...(at === 0 && { role: "assistant" }) })
      ),
      ...pieces(reply.text ?? "").map((content) => delta({ content })),
      ...(reply.toolCalls ?? []).map((call, index) =>
        delta({
          tool_calls: [{
            id: `call_${number}000${index}`,
            function: { name: call.name, arguments: call.arguments },
            index,
            type: "function",
          }],
        })
      ),
      chunk([{ index: 0, delta: {}, finish_reason: finishOf(reply) }]),
      chunk([], {
        usage: {
          prompt_tokens: 100,
          completion_tokens: 20,
          total_tokens: 129,
          prompt_tokens_details: { text_tokens: 100, audio_tokens: 0, image_tokens: 0, cached_tokens: 0 },
          completion_tokens_details: {
            reasoning_tokens: 9,
            audio_tokens: 0,
            accepted_prediction_tokens: 0,
            rejected_prediction_tokens: 0,
          },
          num_sources_used: 0,
          cost_in_usd_ticks: 1_497_500,
        },
      }),
    ];
  },
  fault(fault, detail) {
    const [status, code, error] = ERRORS[fault];
    return { status, body: { code, error: detail ?? error } };
  },
};

/**
 * OpenRouter: comments while it waits for a vendor, `reasoning` beside `reasoning_details`, the cost in the usage.
 *
 * @module
 */
import { argumentPieces, finishOf, pieces, type VendorFault, type VendorFormat } from "./vendor_format.ts";

const COMMENT = ": OPENROUTER PROCESSING";

const ERRORS: Readonly<Record<VendorFault, readonly [status: number, message: string]>> = {
  key: [401, "No auth credentials found"],
  balance: [402, "Insufficient credits. Add more using your account's settings."],
  busy: [429, "Rate limit exceeded: free-models-per-min."],
  overloaded: [502, "Provider returned error"],
  too_long: [
    400,
    "This endpoint's maximum context length is 32768 tokens. However, you requested about 40000 tokens.",
  ],
  filtered: [403, "Input was flagged by moderation"],
  malformed: [400, "Input required: specify a valid message"],
};

/** OpenRouter's chat completions. */
export const openrouter: VendorFormat = {
  chunks(reply, { model, number }) {
    const chunk = (fields: object, finish: string | null = null, more: object = {}) => ({
      id: `gen-1770000000-${number}`,
      provider: "Test",
      model,
      object: "chat.completion.chunk",
      created: 1_770_000_000,
      choices: [{
        index: 0,
        delta: { role: "assistant", content: "", ...fields },
        finish_reason: finish,
        native_finish_reason: finish,
        logprobs: null,
      }],
      ...more,
    });
    return [
      COMMENT,
      COMMENT,
      ...pieces(reply.reasoning ?? "Let me think.", 5).map((text) =>
        chunk({
          reasoning: text,
          reasoning_details: [{ type: "reasoning.text", text, format: "unknown", index: 0 }],
        })
      ),
      COMMENT,
      ...pieces(reply.text ?? "").map((content) => chunk({ content })),
      ...(reply.toolCalls ?? []).flatMap((call, index) => [
        chunk({
          content: null,
          tool_calls: [{
            index,
            id: `call_${number}_${index}`,
            type: "function",
            function: { name: call.name, arguments: "" },
          }],
        }),
        ...argumentPieces(call.arguments).map((part) =>
          chunk({ content: null, tool_calls: [{ index, type: "function", function: { arguments: part } }] })
        ),
      ]),
      chunk({}, finishOf(reply)),
      chunk({}, null, {
        usage: {
          prompt_tokens: 100,
          completion_tokens: 20,
          total_tokens: 120,
          cost: 0.0001,
          is_byok: false,
          prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
          completion_tokens_details: { reasoning_tokens: 9, image_tokens: 0 },
        },
      }),
    ];
  },
  failure: ({ model, number }) => ({
    id: `gen-1770000000-${number}`,
    object: "chat.completion.chunk",
    created: 1_770_000_000,
    model,
    provider: "Test",
    error: { code: "server_error", message: "Provider disconnected unexpectedly" },
    choices: [{ index: 0, delta: { content: "" }, finish_reason: "error" }],
  }),
  fault(fault, detail) {
    const [code, message] = ERRORS[fault];
    const metadata = fault === "overloaded" ? { raw: "overloaded", provider_name: "Test" } : undefined;
    return {
      status: code,
      body: {
        error: { message: detail ?? message, code, ...(metadata && { metadata }) },
        user_id: "user_test",
      },
    };
  },
};

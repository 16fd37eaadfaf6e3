/**
 * Anthropic's messages, as recorded: blocks with a beginning, pieces and an end; named events; pings in between.
 *
 * @module
 */
import {
  argumentPieces,
  finishOf,
  type ModelReply,
  pieces,
  type VendorFault,
  type VendorFormat,
} from "./vendor_format.ts";

const ERRORS: Readonly<Record<VendorFault, readonly [status: number, type: string, message: string]>> = {
  key: [401, "authentication_error", "invalid x-api-key"],
  balance: [
    400,
    "invalid_request_error",
    "Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.",
  ],
  busy: [429, "rate_limit_error", "This request would exceed your organization's rate limit."],
  overloaded: [529, "overloaded_error", "Overloaded"],
  too_long: [400, "invalid_request_error", "prompt is too long: 208310 tokens > 200000 maximum"],
  filtered: [400, "invalid_request_error", "Output blocked by content filtering policy"],
  malformed: [400, "invalid_request_error", "messages: Invalid request"],
};

const STOP_REASON: Readonly<Record<NonNullable<ModelReply["finish"]>, string>> = {
  stop: "end_turn",
  tool_calls: "tool_use",
  length: "max_tokens",
  content_filter: "refusal",
};

/** Anthropic's messages. */
export const anthropic: VendorFormat = {
  chunks(reply, { model, number }) {
    const counts = { input_tokens: 100, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
    const blocks = [
      ...(reply.text === undefined ? [] : [{
        content_block: { type: "text", text: "" },
        deltas: pieces(reply.text).map((text) => ({ type: "text_delta", text })),
      }]),
      ...(reply.toolCalls ?? []).map((call, index) => ({
        content_block: { type: "tool_use", id: `toolu_${number}x${index}`, name: call.name, input: {} },
        deltas: ["", ...argumentPieces(call.arguments)].map((partial_json) => ({
          type: "input_json_delta",
          partial_json,
        })),
      })),
    ];
    return [
      {
        type: "message_start",
        message: {
          model,
          id: `msg_${number}`,
          type: "message",
          role: "assistant",
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: {
            ...counts,
            cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
            output_tokens: 1,
            service_tier: "standard",
            inference_geo: "not_available",
          },
        },
      },
      ...blocks.flatMap(({ content_block, deltas }, index) => [
        { type: "content_block_start", index, content_block },
        { type: "ping" },
        ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
        { type: "content_block_stop", index },
      ]),
      {
        type: "message_delta",
        delta: { stop_reason: STOP_REASON[finishOf(reply)], stop_sequence: null },
        usage: { ...counts, output_tokens: 20 },
      },
      { type: "message_stop" },
    ];
  },
  frame: (chunk) => `event: ${(chunk as { type: string }).type}\ndata: ${JSON.stringify(chunk)}`,
  end: null,
  fault(fault, detail) {
    const [status, type, message] = ERRORS[fault];
    return {
      status,
      body: { type: "error", error: { type, message: detail ?? message }, request_id: "req_test" },
      ...(fault === "busy" && { headers: { "retry-after": "1" } }),
    };
  },
};

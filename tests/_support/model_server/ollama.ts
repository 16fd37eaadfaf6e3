/**
 * Ollama's OpenAI endpoint: role and content in every piece, a whole call in one, thinking in `reasoning`.
 *
 * @module
 */
import { finishOf, pieces, type VendorFault, type VendorFormat } from "./vendor_format.ts";

const ERRORS: Readonly<Record<VendorFault, readonly [status: number, type: string, message: string]>> = {
  key: [401, "invalid_request_error", "unauthorized"],
  balance: [429, "rate_limit_error", "you've reached your weekly usage limit, please upgrade to continue"],
  busy: [429, "rate_limit_error", "too many concurrent requests"],
  overloaded: [503, "api_error", "server busy, please try again.  maximum pending requests exceeded"],
  too_long: [400, "invalid_request_error", "the input length exceeds the context length"],
  filtered: [400, "invalid_request_error", "the request was refused"],
  malformed: [400, "invalid_request_error", "invalid message format"],
};

/** Ollama's chat completions. */
export const ollama: VendorFormat = {
  chunks(reply, { model, number }) {
    const base = {
      id: `chatcmpl-${number}`,
      object: "chat.completion.chunk",
      created: 1_770_000_000,
      model,
      system_fingerprint: "fp_ollama",
    };
    const delta = (fields: object, finish_reason: string | null = null) => ({
      ...base,
      choices: [{ index: 0, delta: { role: "assistant", content: "", ...fields }, finish_reason }],
    });
    const tool_calls = (reply.toolCalls ?? []).map((call, index) => ({
      id: `call_${number}x${index}`,
      index,
      type: "function",
      function: { name: call.name, arguments: call.arguments },
    }));
    return [
      ...(reply.reasoning === undefined ? [] : pieces(reply.reasoning, 5)).map((reasoning) =>
        delta({ reasoning })
      ),
      ...pieces(reply.text ?? "").map((content) => delta({ content })),
      ...(tool_calls.length > 0 ? [delta({ tool_calls })] : []),
      delta({}, finishOf(reply)),
      { ...base, choices: [], usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 } },
    ];
  },
  fault(fault, detail) {
    const [status, type, message] = ERRORS[fault];
    return { status, body: { error: { message: detail ?? message, type, param: null, code: null } } };
  },
};

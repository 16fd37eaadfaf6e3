/**
 * A model that says and does anything, well or badly.
 *
 * @module
 */
import type { Answer } from "./model_server.ts";
import type { ModelRequest } from "./model_server/model_request.ts";
import type { ModelCall } from "./model_server/vendor_format.ts";
import type { Random } from "./seeded_random.ts";

/**
 * Picks one.
 *
 * @param choices At least one.
 */
export function pick<T>(random: Random, choices: readonly T[]): T {
  return choices[Math.floor(random() * choices.length)] as T;
}

/** Lets a short time go by. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/**
 * Makes what answers requests: with words, with calls (reads, writes, questions, malformed ones, of tools that there
 * are not), with nothing, with refusals, late, and with streams that break.
 *
 * @param random Decides.
 *
 * @example
 * ```ts
 * await using server = startModelServer({ reply: randomModel(seededRandom(7)) });
 * ```
 */
export function randomModel(random: Random): (request: ModelRequest) => Promise<Answer> {
  return async ({ messages }) => {
    if (random() < 0.3) await pause(random() * 60);
    const dice = random();
    if (dice < 0.06) {
      const status = pick(random, [400, 401, 429, 500, 503]);
      return new Response("no", { status, headers: { "retry-after": "0" } });
    }
    if (dice < 0.1) return { text: "Half an answer that breaks off", cutAfter: 1 + Math.floor(random() * 5) };
    if (dice < 0.13) return { text: "" };
    if (dice < (messages.at(-1)?.role === "tool" ? 0.4 : 0.75)) {
      const toolCalls = Array.from({ length: 1 + Math.floor(random() * 3) }, () => callOf(random));
      return random() < 0.3 ? { text: "稍等。", toolCalls } : { toolCalls };
    }
    const late = random() < 0.3 ? { before: () => pause(random() * 20) } : {};
    return { text: pick(random, ["Done. 好的 😀", "See [1] and [9].", "**ok**"]), ...late };
  };
}

function callOf(random: Random): ModelCall {
  const order = `B-000${1 + Math.floor(random() * 3)}`;
  const item = Math.floor(random() * 2);
  return pick(random, [
    { name: "order_query_status", arguments: '{"orderId":"A-1024"}' },
    { name: "order_query_with_tracking", arguments: '{"orderId":"A-1024"}' },
    { name: "order_refund", arguments: `{"orderId":"${order}","reason":"坏了"}` },
    { name: "order_cancel", arguments: `{"orderId":"${order}","reason":"x"}` },
    // So often, and so alike, that it would be there twice if nobody took care.
    { name: "ticket_create", arguments: `{"subject":"item ${item}","description":"中文 😀"}` },
    { name: "ticket_create", arguments: `{"subject":"item ${item}","description":"中文 😀"}` },
    { name: "kb_query", arguments: '{"query":"年假几天"}' },
    { name: "user_ask", arguments: '{"question":"哪一个？"}' },
    { name: "nosuch_tool", arguments: "{}" },
    { name: "order_query_status", arguments: '{"orderId":' },
    { name: "order_query_status", arguments: '{"orderId":"A-1024"}{"orderId":"B-0001"}' },
    { name: "order_refund", arguments: "{orderId: 'B-0001', reason: 'x'}" },
  ]);
}

/**
 * One conversation that every vendor's model has: a question to the documents, a refund that needs an approval, and the
 * same refund once more.
 *
 * @module
 */
import type { WireEvent } from "./handrail_process.ts";
import type { ModelRequest } from "./model_server/model_request.ts";
import type { ModelReply } from "./model_server/vendor_format.ts";

/** What the person says, in order. */
export const VENDOR_SCENE = {
  question: "出差住宿标准是多少？",
  refund: "给订单 B-0001 退款，商品破损",
} as const;

/**
 * What the model says: a call for each request, and words for each result.
 *
 * @param request What the agent sent.
 */
export function vendorReply({ messages }: ModelRequest): ModelReply {
  const last = messages.at(-1);
  const content = last?.content ?? "";
  if (last?.role !== "tool") {
    const [name, input] = content.includes("退款")
      ? ["order_refund", { orderId: "B-0001", reason: "商品破损😀" }]
      : ["kb_query", { query: "出差住宿标准" }];
    return { text: "好的。", toolCalls: [{ name, arguments: JSON.stringify(input) }] };
  }
  const { structured, replayed } = JSON.parse(content);
  if (structured.hits) return { text: `住宿费按标准报销 [${structured.hits[0].no}]。` };
  return { text: replayed ? "这笔退款之前已经办过。" : "已为您退款。" };
}

/** What differs from run to run, or from vendor to vendor by right. */
const VOLATILE = new Set([
  ...["seq", "ts", "session_id", "turn_id", "input_id", "call_id", "message_id", "request_id", "id"],
  ...["duration_ms", "expires_at", "input_sha256", "key", "usage", "resume", "model", "refundedAt", "notice"],
]);

/**
 * The events of turns without ids, times, usage and model; deltas of a text joined, thoughts left out.
 *
 * @param events Lines of JSON mode.
 */
export function vendorlessEvents(events: readonly WireEvent[]): unknown[] {
  const plain: Record<string, unknown>[] = [];
  for (const event of events) {
    // How the session began and that a command was taken is nothing of the model's.
    if (event.type === "session.started" || event.type === "response") continue;
    const last = plain.at(-1);
    if (event.channel === "reasoning") continue;
    if (event.type === "message.delta" && last?.type === "message.delta") {
      last.delta = `${last.delta}${event.delta}`;
    } else plain.push(withoutVolatile(event) as Record<string, unknown>);
  }
  return plain;
}

function titlesOf(hits: readonly { readonly title: string }[]): string[] {
  return hits.map(({ title }) => title);
}

function withoutVolatile(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutVolatile);
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).filter(([name]) => !VOLATILE.has(name));
  // Passages stand between marks that are new each time: which there are is enough.
  return Object.fromEntries(
    fields.map(([name, field]) => [name, name === "hits" ? titlesOf(field) : withoutVolatile(field)]),
  );
}

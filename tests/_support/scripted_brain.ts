/**
 * What a real model would say in the three conversations that the product is judged by.
 *
 * @module
 */
import type { ModelRequest } from "./model_server/model_request.ts";
import type { ModelReply } from "./model_server/vendor_format.ts";

type Script = readonly [pattern: RegExp, tool: string, input: Record<string, unknown>];

const SCRIPT: readonly Script[] = [
  [/A-1024/, "order_query_status", { orderId: "A-1024" }],
  [/出差|business trip/, "kb_query", { query: "出差住宿标准" }],
  [/建个工单/, "ticket_create", { subject: "查不到订单" }],
  [/Create a ticket/, "ticket_create", { subject: "cannot find my order" }],
  [/我的订单|my order/, "agent_ask_to_user", { question: "请问您的订单号是多少？" }],
];

/**
 * Answers by script: a user message gets its tool call, a tool result its words.
 *
 * @param request What the agent sent.
 */
export function scriptedReply({ messages }: ModelRequest): ModelReply {
  const last = messages.at(-1);
  const content = last?.content ?? "";
  if (last?.role === "user") {
    const found = SCRIPT.find(([pattern]) => pattern.test(content));
    return found ? call(found[1], found[2]) : { text: "你好。" };
  }
  const { summary, message, structured } = JSON.parse(content);
  if (structured?.status === "answered") return call("order_query_status", { orderId: structured.answer });
  if (structured?.hits?.length > 0) return { text: `按规定报销 [${structured.hits[0].no}]。` };
  return { text: summary ?? message };
}

function call(name: string, input: Record<string, unknown>): ModelReply {
  return { toolCalls: [{ name, arguments: JSON.stringify(input) }] };
}

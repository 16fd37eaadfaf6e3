import type { LanguageModelV4FunctionTool } from "@ai-sdk/provider";

const ORDER_ID = {
  type: "string",
  pattern: "^[A-Z]-\\d{4}$",
  description:
    "订单号 order number, for example A-1024; if the user did not give it, ask for it and never guess",
} as const;

/** A table shaped like Handrail's own, in the form that its descriptions are rendered in. */
export const HANDRAIL_TOOLS: LanguageModelV4FunctionTool[] = [
  tool(
    "agent_ask_to_user",
    "Ask the user instead of guessing, whenever a detail that another tool needs is missing. 缺少必要信息时先问用户，不要猜。",
    "The conversation already holds the answer. 对话里已有答案时不要再问。",
    ["查一下我那个订单", "Check that order of mine"],
    {
      question: { type: "string", description: "问题 one short question" },
      options: { type: "array", items: { type: "string" }, description: "选项 answers to choose from" },
    },
    ["question"],
  ),
  tool(
    "order_query_status",
    "The user asks for the status of an order: where it is, whether it has shipped, when it arrives. 用户问订单状态：到哪了、发货没有、什么时候送到。",
    "The user wants the logistics history. 要看物流轨迹用 order_query_with_tracking。",
    ["订单 A-1024 到哪了？", "Where is order A-1024?", "Has B-0001 been delivered?"],
    { orderId: ORDER_ID },
    ["orderId"],
  ),
  tool(
    "ticket_create",
    "The user asks to open, file or create a support ticket. 用户要求建工单、提工单、报修、登记问题。",
    "The user wants to talk to a person. 要找人工用 handoff_create。",
    ["帮我建个工单，主题是查不到订单", "Create a ticket, subject: cannot find my order"],
    {
      subject: {
        type: "string",
        minLength: 1,
        maxLength: 200,
        description: "工单主题 subject of the ticket",
      },
      description: { type: "string", maxLength: 4000, description: "问题描述 details beyond the subject" },
      priority: { type: "string", enum: ["low", "normal", "high"], description: "优先级 urgency" },
    },
    ["subject"],
  ),
  tool(
    "kb_query",
    "The user asks about rules, policies, products or how something works. 用户询问制度、政策、规定、流程、产品资料。",
    "The user asks about one order. 具体订单不要查知识库。",
    ["出差住宿标准是多少？", "What is the return policy?"],
    {
      query: { type: "string", minLength: 1, maxLength: 500, description: "查询内容 what to search for" },
      k: { type: "integer", minimum: 1, maximum: 10, default: 5, description: "条数 number of passages" },
    },
    ["query"],
  ),
  tool(
    "order_query_with_tracking",
    "Only when the user explicitly asks for the parcel's logistics history or tracking steps. 仅当用户明确要看物流轨迹、物流记录。",
    "The user only asks where an order is. 只问到哪了，用 order_query_status。",
    ["A-1024 的物流轨迹给我看看", "Show me the tracking history of A-1024"],
    { orderId: ORDER_ID },
    ["orderId"],
  ),
  tool(
    "order_cancel",
    "The user clearly asks to cancel an order and gave its number. 用户明确要求取消某个订单。",
    "The user asks how cancelling works. 只是询问取消规则时用 kb_query。",
    ["取消订单 A-2048", "Cancel order A-2048, I ordered the wrong size"],
    {
      orderId: ORDER_ID,
      reason: { type: "string", maxLength: 500, description: "取消原因 the user's reason" },
    },
    ["orderId"],
  ),
  tool(
    "order_refund",
    "The user clearly asks for the money of one order back. 用户明确要求给某个订单退款。",
    "The user asks about the refund policy. 询问退款政策时用 kb_query。",
    ["把订单 B-0001 退款，原因是坏了", "Refund order B-0001, reason: it is broken"],
    {
      orderId: ORDER_ID,
      amount: { type: "number", exclusiveMinimum: 0, description: "退款金额 amount to pay back" },
      reason: {
        type: "string",
        minLength: 1,
        maxLength: 500,
        description: "退款原因 why; ask if none was given",
      },
    },
    ["orderId", "reason"],
  ),
  tool(
    "handoff_create",
    "The user asks for a human, or the other tools cannot go on. 用户要求转人工、找真人客服。",
    "Another tool can still do what was asked. 其他工具还能处理时不要转人工。",
    ["转人工", "我要找真人客服", "Let me talk to a human agent"],
    {
      reason: {
        type: "string",
        minLength: 1,
        maxLength: 500,
        description: "转人工原因 why a person is needed, one sentence in the user's words",
      },
      transcript: { type: "string", maxLength: 8000, description: "对话摘要 what the person must know" },
    },
    ["reason"],
  ),
];

function tool(
  name: string,
  use: string,
  avoid: string,
  examples: string[],
  properties: NonNullable<Exclude<LanguageModelV4FunctionTool["inputSchema"], boolean>["properties"]>,
  required: string[],
): LanguageModelV4FunctionTool {
  const quoted = examples.map((example) =>
    /\p{Script=Han}/u.test(example) ? `「${example}」` : `"${example}"`
  );
  return {
    type: "function",
    name,
    description: `When to use: ${use}\nWhen not to use: ${avoid}\nExample requests: ${quoted.join(" ")}`,
    inputSchema: { type: "object", properties, required, additionalProperties: false },
  };
}

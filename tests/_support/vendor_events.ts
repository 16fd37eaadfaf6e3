/**
 * What is seen of the vendors' conversation, whoever the vendor.
 *
 * @module
 */

const SAID = [
  { type: "turn.started" },
  { type: "message.delta", channel: "text", delta: "好的。" },
  { type: "message.completed", text: "好的。", citations: [] },
];

function answered(text: string, citations: readonly object[] = []): object[] {
  return [
    { type: "message.delta", channel: "text", delta: text },
    { type: "message.completed", text, citations },
    {
      type: "turn.completed",
      status: "completed",
      stop_reason: "stop",
      text,
      denials: [],
      cost_usd: null,
      steps: 2,
    },
  ];
}

/** What everybody sees of the question. */
export const QUESTION = [
  ...SAID,
  {
    type: "tool.started",
    tool: "kb_query",
    kind: "read",
    title: "kb_query 出差住宿标准",
    input: { query: "出差住宿标准" },
    step: 1,
  },
  {
    type: "tool.completed",
    tool: "kb_query",
    status: "ok",
    attempts: 1,
    circuit: { state: "closed" },
    output: {
      status: "success",
      summary: "找到 5 段相关资料。",
      structured: {
        status: "found",
        query: "出差住宿标准",
        hitCount: 5,
        hits: [
          "灵溪商贸常见问题 › 出差住宿标准",
          "差旅与报销制度 › 住超标了怎么处理",
          "差旅与报销制度 › 请客户吃饭的标准",
          "差旅与报销制度 › 自驾出差怎么补",
          "差旅与报销制度 › 出差申请提前几天提",
        ],
      },
    },
    truncated: false,
  },
  ...answered("住宿费按标准报销 [1]。", [{ no: 1, title: "灵溪商贸常见问题 › 出差住宿标准" }]),
];

const REFUND_STARTED = {
  type: "tool.started",
  tool: "order_refund",
  kind: "write",
  title: "order_refund B-0001",
  input: { orderId: "B-0001", reason: "商品破损😀" },
  step: 1,
};

const REFUNDED = {
  status: "success",
  summary: "订单 B-0001 已退款 899 CNY。",
  structured: { status: "refunded", applied: true, orderId: "B-0001", amount: 899, currency: "CNY" },
};

/** The approval; of a repetition, the choices have one more. */
export function approved(repeat: boolean): object[] {
  const kinds = ["allow_once", "allow_session", ...(repeat ? ["run_again"] : []), "deny"];
  return [
    {
      type: "approval.requested",
      tool: "order_refund",
      reason: "high_risk",
      risk: "high",
      input: { orderId: "B-0001", reason: "商品破损😀" },
      repeat,
      options: kinds.map((kind) => ({ kind })),
      default: "deny",
    },
    { type: "approval.resolved", decision: "allow", scope: "once", by: "client" },
  ];
}

/** What everybody sees of the refund. */
export function refund(store: "memory" | "kv", approval: readonly object[]): object[] {
  return [
    ...SAID,
    REFUND_STARTED,
    ...approval,
    {
      type: "tool.completed",
      tool: "order_refund",
      status: "ok",
      attempts: 1,
      idempotency: { hit: false, store },
      circuit: { state: "closed" },
      output: REFUNDED,
      truncated: false,
    },
    ...answered("已为您退款。"),
  ];
}

/** What everybody sees of the refund that had been made. */
export function repeated(store: "memory" | "kv", approval: readonly object[]): object[] {
  return [
    ...SAID,
    REFUND_STARTED,
    ...approval,
    {
      type: "tool.completed",
      tool: "order_refund",
      status: "ok",
      attempts: 0,
      idempotency: { hit: true, store },
      output: { ...REFUNDED, replayed: true },
      truncated: false,
    },
    ...answered("这笔退款之前已经办过。"),
  ];
}

/** What everybody sees at a terminal, below the greeting. */
export const SCREEN = [
  "› 出差住宿标准是多少？",
  "好的。",
  "⚙ kb_query ✓ 完成 N ms",
  "住宿费按标准报销 [1]。",
  "› 给订单 B-0001 退款，商品破损",
  "好的。",
  "⚙ order_refund",
  "需要审批：order_refund",
  "{",
  '  "orderId": "B-0001",',
  '  "reason": "商品破损😀"',
  "}",
  "✔ 允许这次调用吗？ 允许一次",
  "⚙ order_refund ✓ 完成 N ms",
  "已为您退款。",
  "› 给订单 B-0001 退款，商品破损",
  "好的。",
  "⚙ order_refund",
  "需要审批：order_refund",
  "{",
  '  "orderId": "B-0001",',
  '  "reason": "商品破损😀"',
  "}",
  "同样的调用之前做过：允许只会返回那次的结果，不会再执行。",
  "✔ 允许这次调用吗？ 允许一次",
  "⚙ order_refund ✓ 完成 · ↺ 之前已执行，没有重复 N ms",
  "这笔退款之前已经办过。",
  "›",
];

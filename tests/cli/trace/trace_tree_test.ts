import { assertEquals } from "@std/assert";
import type { AgentEvent, AgentEventOf } from "../../../agent/agent_event.ts";
import { TraceTree } from "../../../cli/trace/trace_tree.ts";
import { UNKNOWN } from "../../_support/token_counts.ts";

function started(
  call_id: string,
  step: number,
  input: unknown = { q: call_id },
): AgentEventOf<"tool.started"> {
  const tool = `tool_${call_id}`;
  return { type: "tool.started", turn_id: "t", call_id, tool, kind: "read", title: tool, input, step };
}

function completed(
  call_id: string,
  more: Partial<AgentEventOf<"tool.completed">> = {},
): AgentEventOf<"tool.completed"> {
  return {
    type: "tool.completed",
    turn_id: "t",
    call_id,
    tool: `tool_${call_id}`,
    status: "ok",
    output: null,
    truncated: false,
    duration_ms: 3.6,
    attempts: 1,
    ...more,
  };
}

const ENDED: AgentEvent = {
  type: "turn.completed",
  turn_id: "trn_1",
  status: "completed",
  stop_reason: "stop",
  text: "",
  denials: [],
  usage: { turn: UNKNOWN, session: UNKNOWN, last_call: UNKNOWN, context_window: null },
  cost_usd: null,
  steps: 3,
  duration_ms: 41.5,
};

function draw(...events: AgentEvent[]): string[] {
  const tree = new TraceTree({ width: 72, language: "en", color: false });
  for (const event of events) tree.add(event);
  return tree.draw().split("\n");
}

Deno.test("TraceTree draws steps, calls, arguments, outcomes and latencies, and marks what went off first", () => {
  assertEquals(
    draw(
      { type: "turn.started", turn_id: "trn_1" },
      started("a", 1),
      started("b", 1, { subject: "查不到订单" }),
      completed("b", {
        status: "denied",
        error: { code: "denied", message: "Not now.", recoverable: false },
      }),
      completed("a"),
      started("c", 2, {}),
      completed("c", { idempotency: { key: "k", hit: true, store: "memory" } }),
      ENDED,
    ),
    [
      "completed · 3 steps · 42 ms · trn_1",
      "├─ step 1",
      '│  ├─ tool_a {"q":"a"}                       ✓ ok         4 ms █████████',
      '│  └─ ▶ tool_b {"subject":"查不到订单"}      ✗ denied     4 ms █████████',
      "│     ▲ went off here: the call was denied",
      "│       Not now.",
      "└─ step 2",
      "   └─ tool_c {}                              ✓ ok ↺       4 ms █████████",
    ],
  );
});

Deno.test("TraceTree marks a call that was mended, and one that was made before", () => {
  const last = (...events: AgentEvent[]) => draw(...events, ENDED).at(-1);
  assertEquals(
    last(started("a", 1), completed("a", { repair: "ambiguous" })),
    "      ▲ went off here: the call came malformed",
  );
  const again = { ...started("b", 2, { q: "a" }), tool: "tool_a" };
  assertEquals(
    last(started("a", 1), completed("a"), again, completed("b")),
    "      ▲ went off here: an equal call was made before",
  );
});

Deno.test("TraceTree draws a turn without calls, and one that has not ended", () => {
  assertEquals(draw(ENDED), ["completed · 3 steps · 42 ms · trn_1"]);
  assertEquals(draw(), ["running"]);
  assertEquals(draw(started("a", 1)).slice(0, 2), ["running", "└─ step 1"]);
});

Deno.test("TraceTree says in the reader's language how a turn ended, before anything that a narrow window cuts off", () => {
  const heads = (["completed", "failed", "cancelled", "blocked", "limit"] as const).map((status) => {
    const tree = new TraceTree({ width: 40, language: "zh", color: false });
    tree.add({ ...ENDED, status, turn_id: "trn_e511f768bbd246a4ba07" });
    return tree.draw();
  });
  assertEquals(heads, [
    "已完成 · 3 步 · 42 ms · trn_e511f768bbd…",
    "失败 · 3 步 · 42 ms · trn_e511f768bbd24…",
    "已取消 · 3 步 · 42 ms · trn_e511f768bbd…",
    "未获批准 · 3 步 · 42 ms · trn_e511f768b…",
    "达到上限 · 3 步 · 42 ms · trn_e511f768b…",
  ]);
});

Deno.test("TraceTree keeps an input that is nothing at all", () => {
  assertEquals(draw({ ...started("a", 1), input: undefined }).at(-1)?.includes("tool_a"), true);
});

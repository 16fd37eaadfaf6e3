import { assertEquals, assertStrictEquals } from "@std/assert";
import type { AgentEvent } from "../../agent/agent_event.ts";
import { maskEvent } from "../../agent/mask_event.ts";
import { UNKNOWN } from "../_support/token_counts.ts";

const hide = (text: string) => text.replaceAll("13800138000", "<phone>");
const PHONE = "13800138000";
/** An id that happens to hold the digits. */
const ID = `call_${PHONE}`;

Deno.test("maskEvent() masks what was said, given and returned, and no id", () => {
  const started: AgentEvent = {
    type: "tool.started",
    turn_id: ID,
    call_id: ID,
    tool: "ticket_create",
    kind: "write",
    title: `ticket_create ${PHONE}`,
    input: { phone: PHONE },
    step: 1,
  };
  assertEquals(maskEvent(started, hide), {
    ...started,
    title: "ticket_create <phone>",
    input: { phone: "<phone>" },
  });
  const asked: AgentEvent = {
    type: "question.asked",
    turn_id: ID,
    request_id: ID,
    question: `是 ${PHONE} 吗？`,
    options: [PHONE, "no"],
  };
  assertEquals(maskEvent(asked, hide), { ...asked, question: "是 <phone> 吗？", options: ["<phone>", "no"] });
});

Deno.test("maskEvent() masks the end of a turn", () => {
  const event: AgentEvent = {
    type: "turn.completed",
    turn_id: ID,
    status: "failed",
    stop_reason: "failed",
    text: PHONE,
    error: { code: "internal", message: `bad ${PHONE}`, retryable: false },
    denials: [{ call_id: ID, tool: "t", by: "user", reason: PHONE }, { call_id: ID, tool: "t", by: "user" }],
    usage: { turn: UNKNOWN, session: UNKNOWN, last_call: UNKNOWN, context_window: null },
    cost_usd: null,
    steps: 1,
    duration_ms: 1,
  };
  assertEquals(maskEvent(event, hide), {
    ...event,
    text: "<phone>",
    error: { code: "internal", message: "bad <phone>", retryable: false },
    denials: [{ call_id: ID, tool: "t", by: "user", reason: "<phone>" }, {
      call_id: ID,
      tool: "t",
      by: "user",
    }],
  });
});

Deno.test("maskEvent() shows whoever decides what is real", () => {
  const event: AgentEvent = {
    type: "approval.requested",
    turn_id: "trn_1",
    request_id: "apr_1",
    call_id: "c1",
    tool: "ticket_create",
    reason: "configured",
    risk: "low",
    input: { phone: PHONE },
    repeat: false,
    input_sha256: "00",
    options: [],
    expires_at: "2026-03-01T09:05:00.000Z",
    default: "deny",
  };
  assertStrictEquals(maskEvent(event, hide), event);
});

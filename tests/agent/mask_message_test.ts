import { assertEquals } from "@std/assert";
import type { ModelMessage } from "ai";
import { maskMessage } from "../../agent/mask_message.ts";

const hide = (text: string) => text.replaceAll("13800138000", "<phone>");
const PHONE = "13800138000";
/** An id that happens to hold the digits. */
const ID = `call_${PHONE}`;

Deno.test("maskMessage() masks texts, inputs and outputs, and no id", () => {
  const messages: ModelMessage[] = [
    { role: "user", content: `我的电话 ${PHONE}` },
    {
      role: "assistant",
      content: [
        { type: "reasoning", text: PHONE },
        { type: "text", text: PHONE },
        { type: "tool-call", toolCallId: ID, toolName: "t", input: { phone: PHONE } },
      ],
    },
    {
      role: "tool",
      content: [{
        type: "tool-result",
        toolCallId: ID,
        toolName: "t",
        output: { type: "json", value: [PHONE] },
      }],
    },
  ];
  assertEquals(messages.map((message) => maskMessage(message, hide)), [
    { role: "user", content: "我的电话 <phone>" },
    {
      role: "assistant",
      content: [
        { type: "reasoning", text: "<phone>" },
        { type: "text", text: "<phone>" },
        { type: "tool-call", toolCallId: ID, toolName: "t", input: { phone: "<phone>" } },
      ],
    },
    {
      role: "tool",
      content: [{
        type: "tool-result",
        toolCallId: ID,
        toolName: "t",
        output: { type: "json", value: ["<phone>"] },
      }],
    },
  ]);
});

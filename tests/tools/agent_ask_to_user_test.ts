import { assertEquals, assertRejects } from "@std/assert";
import { agentAskToUser, type UserAnswer } from "../../tools/agent_ask_to_user.ts";
import { ToolCallError } from "../../tools/types.ts";
import { callTool, said } from "../_support/call_tool.ts";

function toolThatHears(answer: UserAnswer) {
  const asked: unknown[] = [];
  const questions = {
    ask(...question: unknown[]) {
      asked.push(question);
      return Promise.resolve(answer);
    },
  };
  return { asked, tool: agentAskToUser({ questions, language: "en" }) };
}

Deno.test("agent_ask_to_user gives the person's answer to the model", async () => {
  const { tool } = toolThatHears({ answered: true, text: "A-1024" });
  const input = { question: "Which order?" };
  assertEquals(await callTool(tool, input, { messages: said("Check that order of mine") }), {
    status: "success",
    summary: "The user answered: A-1024",
    structured: { status: "answered", question: "Which order?", answer: "A-1024" },
  });
  const inChinese = await callTool(tool, input, { messages: said("查一下我那个订单") });
  assertEquals(inChinese.summary, "用户回答：A-1024");
});

Deno.test("agent_ask_to_user says that nobody can answer, and what to do then", async () => {
  const { tool } = toolThatHears({ answered: false, why: "no terminal" });
  const input = { question: "Which order?" };
  assertEquals(await callTool(tool, input, { messages: said("Check that order of mine") }), {
    status: "success",
    summary: "Nobody can answer: no terminal. Put the question into the final reply.",
    structured: { status: "no_human", question: "Which order?", why: "no terminal" },
  });
  const inChinese = await callTool(tool, input, { messages: said("查一下我那个订单") });
  assertEquals(inChinese.summary, "没有人能回答：no terminal。请把问题写进最后的回复。");
});

Deno.test("agent_ask_to_user puts question, options and signal to the person", async () => {
  const { tool, asked } = toolThatHears({ answered: true, text: "A-1024" });
  const { signal } = new AbortController();
  await callTool(tool, { question: "Which?", options: ["A-1024", "A-2048"] }, { abortSignal: signal });
  await callTool(tool, { question: "Which?" });
  assertEquals(asked, [
    [{ question: "Which?", options: ["A-1024", "A-2048"] }, signal],
    [{ question: "Which?" }, undefined],
  ]);
});

Deno.test("agent_ask_to_user passes on that the question was called off", async () => {
  const questions = { ask: () => Promise.reject(new DOMException("turn ended", "AbortError")) };
  const tool = agentAskToUser({ questions, language: "en" });
  await assertRejects(() => callTool(tool, { question: "Which?" }), DOMException, "turn ended");
});

Deno.test("agent_ask_to_user is cancelled with the turn, and does not claim that nobody answered", async () => {
  const { tool } = toolThatHears({ answered: false, why: "the turn was cancelled" });
  const abortSignal = AbortSignal.abort();
  const error = await assertRejects(
    () => callTool(tool, { question: "Which?" }, { abortSignal }),
    ToolCallError,
  );
  assertEquals(error.type, "cancelled");
});

Deno.test("agent_ask_to_user is an interactive core read", () => {
  const { tool } = toolThatHears({ answered: true, text: "" });
  assertEquals(tool.traits, {
    kind: "read",
    risk: "low",
    priority: "core",
    aliases: [],
    repeat: "share",
    interactive: true,
  });
});

import { assertEquals, assertStringIncludes } from "@std/assert";
import { modelAt } from "../_support/model_at.ts";
import { startModelServer } from "../_support/model_server.ts";
import { terminalTest } from "../_support/terminal_test.ts";

const CHINESE = { LANG: "zh_CN.UTF-8", AGENT_CONFIRM_TOOLS: "createTicket" };
const TICKET = "帮我建个工单，主题是查不到订单";

terminalTest("chat keeps what is typed while a prompt closes", async ({ start }) => {
  await using terminal = await start({ env: CHINESE });
  await terminal.type(TICKET, "Enter");
  await terminal.shows("本会话内都允许");
  // All at once: the keys behind Enter are the next line, not the prompt's.
  await terminal.type("Enter", "订单 A-1024 到哪了？", "Enter");
  await terminal.shows("预计 2 天后送达。");
});

terminalTest(
  "chat takes a paste of many lines as one message in a terminal without paste marks, too (T38)",
  async ({ start }) => {
    await using terminal = await start();
    await terminal.prompts();
    await terminal.paste("Where is\n\norder A-1024?", { marks: false });
    await terminal.shows("› Where is↵↵order A-1024?");
    await terminal.type("Enter");
    await terminal.shows("Order A-1024 is shipped and should arrive in 2 days.");
  },
);

terminalTest("chat leaves behind a turn in which Ctrl-D was typed", async ({ start }) => {
  const { promise: typed, resolve: answer } = Promise.withResolvers<void>();
  await using server = startModelServer({ reply: () => typed.then(() => ({ text: "Here it is." })) });
  await using terminal = await start({ env: { ...modelAt(server.url) } });
  await terminal.prompts();
  await terminal.type("Where is it?", "Enter");
  await terminal.shows("thinking");
  await terminal.type("C-d");
  answer();
  await terminal.shows("Here it is.");
  await terminal.shows("exit 0");
});

terminalTest("chat says behind Ctrl-C how to leave, and prompts below that", async ({ start }) => {
  await using terminal = await start();
  await terminal.prompts();
  await terminal.type("C-c");
  await terminal.shows("\nPress Ctrl-C again, or Ctrl-D, to leave.\n›");
  await terminal.type("Where is order A-1024?", "Enter");
  await terminal.shows("should arrive in 2 days.");
  await terminal.prompts();
  await terminal.type("C-c");
  await terminal.shows("to leave.", 2);
  await terminal.type("C-c");
  await terminal.shows("exit 130");
});

terminalTest("chat takes what is pasted while a turn runs as one message (T38)", async ({ start }) => {
  const { promise: pasted, resolve: answer } = Promise.withResolvers<void>();
  await using server = startModelServer({ reply: () => pasted.then(() => ({ text: "Here it is." })) });
  await using terminal = await start({ env: { ...modelAt(server.url) } });
  await terminal.prompts();
  await terminal.type("Where is it?", "Enter");
  await terminal.shows("thinking");
  await terminal.paste("line one\nline two\nline three\n");
  await terminal.shows("line three");
  answer();
  await terminal.shows("› line one↵line two↵line three↵");
  await terminal.type("Enter");
  await terminal.shows("Here it is.", 2);
  await terminal.prompts();
  assertEquals(server.requests.map(({ messages }) => messages.at(-1)?.content), [
    "Where is it?",
    "line one\nline two\nline three",
  ]);
});

terminalTest(
  "an answer to a question is edited by whole Han characters, and a paste of many lines is one answer (T37, T38)",
  async ({ start }) => {
    await using server = startModelServer({
      reply: ({ messages }) =>
        messages.at(-1)?.role === "tool"
          ? { text: "Thanks." }
          : { toolCalls: [{ name: "agent_ask_to_user", arguments: '{"question":"Why?"}' }] },
    });
    await using terminal = await start({ env: { ...modelAt(server.url) } });
    await terminal.prompts();
    await terminal.type("Refund it", "Enter");
    await terminal.shows("? Why?");
    await terminal.prompts();
    await terminal.type("坏掉了", "BSpace", "BSpace", "了：");
    await terminal.paste("one\ntwo");
    await terminal.shows("› 坏了：one↵two");
    await terminal.type("Enter");
    await terminal.shows("Thanks.");
    await terminal.prompts();
    assertStringIncludes(JSON.stringify(server.requests.at(-1)?.messages.at(-1)), "坏了：one\\\\ntwo");
  },
);

terminalTest(
  "Ctrl-C and Ctrl-D at a question end the turn, not the conversation (T31)",
  async ({ start }) => {
    await using terminal = await start({ env: CHINESE });
    for (const key of ["C-c", "C-d"]) {
      await terminal.prompts();
      await terminal.type("我的订单到哪了", "Enter");
      await terminal.shows("? 请问您的订单号是多少？", key === "C-c" ? 1 : 2);
      await terminal.prompts();
      await terminal.type(key);
      await terminal.shows("已取消。", key === "C-c" ? 1 : 2);
    }
    await terminal.prompts();
    await terminal.type("C-d");
    await terminal.shows("exit 0");
  },
);

terminalTest(
  "a signal from outside at an approval ends the turn or the program, with its own exit code (T29, T31)",
  async ({ start }) => {
    for (const [signal, code] of [["SIGTERM", 143], ["SIGHUP", 129]] as const) {
      await using terminal = await start({ env: CHINESE });
      await terminal.prompts();
      await terminal.type(TICKET, "Enter");
      await terminal.shows("本会话内都允许");
      await terminal.signal("SIGINT");
      await terminal.shows("已取消。");
      await terminal.prompts();
      await terminal.type(TICKET, "Enter");
      await terminal.shows("本会话内都允许", 2);
      await terminal.signal(signal);
      await terminal.shows(`exit ${code}`);
    }
  },
);

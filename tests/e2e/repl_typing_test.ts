import { startModelServer } from "../_support/model_server.ts";
import { tempFolder } from "../_support/temp_folder.ts";
import { hasTmux, Terminal } from "../_support/terminal.ts";

const ignore = !hasTmux();

const ENGLISH = { LANG: "en_US.UTF-8" };
const CHINESE = { LANG: "zh_CN.UTF-8", AGENT_CONFIRM_TOOLS: "createTicket" };
const TICKET = "帮我建个工单，主题是查不到订单";

Deno.test({
  name: "chat keeps what is typed while a prompt closes",
  ignore,
  fn: async () => {
    await using folder = await tempFolder();
    await using terminal = await Terminal.start(["chat"], { home: folder.path, env: CHINESE });
    await terminal.type(TICKET, "Enter");
    await terminal.shows("本会话内都允许");
    // All at once: the keys behind Enter are the next line, not the prompt's.
    await terminal.type("Enter", "订单 A-1024 到哪了？", "Enter");
    await terminal.shows("预计 2 天后送达。");
  },
});

Deno.test({
  name: "chat takes a paste of many lines as one message in a terminal without paste marks, too (T38)",
  ignore,
  fn: async () => {
    await using folder = await tempFolder();
    await using terminal = await Terminal.start(["chat"], { home: folder.path, env: ENGLISH });
    await terminal.prompts();
    await terminal.paste("Where is\n\norder A-1024?", { marks: false });
    await terminal.shows("› Where is↵↵order A-1024?");
    await terminal.type("Enter");
    await terminal.shows("Order A-1024 is shipped and should arrive in 2 days.");
  },
});

Deno.test({
  name: "chat leaves behind a turn in which Ctrl-D was typed",
  ignore,
  fn: async () => {
    await using folder = await tempFolder();
    const { promise: typed, resolve: answer } = Promise.withResolvers<void>();
    await using server = startModelServer({ reply: () => typed.then(() => ({ text: "Here it is." })) });
    await using terminal = await Terminal.start(["chat"], {
      home: folder.path,
      env: { ...ENGLISH, HANDRAIL_MODEL: "openai:test", OPENAI_API_KEY: "k", OPENAI_BASE_URL: server.url },
    });
    await terminal.prompts();
    await terminal.type("Where is it?", "Enter");
    await terminal.shows("thinking");
    await terminal.type("C-d");
    answer();
    await terminal.shows("Here it is.");
    await terminal.shows("exit 0");
  },
});

Deno.test({
  name: "chat says behind Ctrl-C how to leave, and prompts below that",
  ignore,
  fn: async () => {
    await using folder = await tempFolder();
    await using terminal = await Terminal.start(["chat"], { home: folder.path, env: ENGLISH });
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
  },
});

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { runHandrail } from "../_support/handrail_process.ts";
import { modelAt } from "../_support/model_at.ts";
import { startModelServer } from "../_support/model_server.ts";
import { tempFolder } from "../_support/temp_folder.ts";
import { terminalTest } from "../_support/terminal_test.ts";

const ENGLISH = { LANG: "en_US.UTF-8" };
const CHINESE = { LANG: "zh_CN.UTF-8" };

const ANSWER = `## 退款规则

**注意：**退款由\`order_refund\`办理，三到五个工作日之内原路退回。[1]

- 七天之内：无理由
- 七天之后：*需要原因*

| 金额 | 审批 |
| ---: | --- |
| 50 | 不用 |
| 1,000 | 主管 |
`;

/** What the screen shows behind the question, up to the next prompt. */
function answerOn(screen: string): string[] {
  const lines = screen.trimEnd().split("\n").map((line) => line.trimEnd());
  return lines.slice(lines.findIndex((line) => line.startsWith("› 怎么退款")) + 1, -1);
}

terminalTest(
  "chat shows an answer as Markdown, broken between words, with its tokens behind it (T37)",
  async ({ start }) => {
    await using server = startModelServer({ reply: () => ({ text: ANSWER }) });
    await using terminal = await start({
      env: { ...CHINESE, ...modelAt(server.url), NO_COLOR: "1" },
      columns: 40,
    });
    await terminal.prompts();
    await terminal.type("怎么退款", "Enter");
    await terminal.shows("词元");
    await terminal.prompts();
    assertEquals(answerOn(await terminal.screen()), [
      "## 退款规则",
      "",
      "注意：退款由`order_refund`办理，三到五个",
      "工作日之内原路退回。[1]",
      "",
      "• 七天之内：无理由",
      "• 七天之后：需要原因",
      "",
      " 金额  审批",
      "─────  ────",
      "   50  不用",
      "1,000  主管",
      "↑ 100 ↓ 20 词元",
    ]);
  },
);

terminalTest(
  "chat shows the model's own words with --plain, and no tokens with --quiet",
  async ({ start }) => {
    await using server = startModelServer({ reply: () => ({ text: "- **a**" }) });
    await using terminal = await start({
      args: ["chat", "--plain", "--quiet"],
      env: { ...CHINESE, ...modelAt(server.url) },
    });
    await terminal.prompts();
    assert(!(await terminal.screen()).includes("Handrail"));
    await terminal.type("怎么退款", "Enter");
    await terminal.shows("- **a**");
    await terminal.prompts();
    assertEquals(answerOn(await terminal.screen()), ["- **a**"]);
  },
);

Deno.test("a pipe gets an answer as the model wrote it, in chat and in run", async () => {
  await using folder = await tempFolder();
  await using server = startModelServer({ reply: () => ({ text: ANSWER }) });
  const options = { home: folder.path, env: { ...CHINESE, ...modelAt(server.url) } };
  const run = await runHandrail(["run", "怎么退款"], options);
  assertEquals([run.stdout, run.stderr.includes("词元")], [`${ANSWER}\n`, false]);
  assertEquals((await runHandrail(["chat"], { ...options, input: "怎么退款\n" })).stdout, `${ANSWER}\n`);
});

terminalTest(
  "chat shows that it waits for the model, and takes that away before the answer",
  async ({ start }) => {
    const { promise: seen, resolve: answer } = Promise.withResolvers<void>();
    await using server = startModelServer({ reply: () => seen.then(() => ({ text: "三到五天" })) });
    await using terminal = await start({ env: { ...CHINESE, ...modelAt(server.url) } });
    await terminal.prompts();
    await terminal.type("怎么退款", "Enter");
    await terminal.shows("思考中");
    answer();
    await terminal.shows("词元");
    await terminal.prompts();
    assertEquals(answerOn(await terminal.screen()), ["三到五天", "↑ 100 ↓ 20 词元"]);
  },
);

terminalTest(
  "chat says what to try the first time, in the reader's language, and never again",
  async ({ start }) => {
    {
      await using terminal = await start({ args: ["chat", "--lang", "zh"] });
      const screen = await terminal.shows("这几行只出现一次。");
      assertStringIncludes(screen, "试试：订单 A-1024 到哪了？ · 年假有几天？ · 帮我建个工单，打印机坏了");
      assertStringIncludes(screen, "现在回答的是 离线小模型（不是语言模型）。");
    }
    await using terminal = await start();
    await terminal.prompts();
    assert(!(await terminal.screen()).includes("These lines come only once."));
  },
);

terminalTest("chat gives a notice of its own line while a call runs", async ({ home, start }) => {
  await using terminal = await start({ env: { HANDRAIL_MODEL_DIR: home, HANDRAIL_EMBEDDER: "local" } });
  await terminal.shows("›");
  await terminal.type("How many days of annual leave do I get?", "Enter");
  await terminal.shows("[1]");
  const screen = await terminal.screen();
  assert(/\nSearching by words only\./.test(screen), screen);
  assert(/\n⚙ kb_query ✓ ok \d+ ms/.test(screen), screen);
});

Deno.test("every command talks in the language of --lang, HANDRAIL_LANG or handrail.json, help included", async () => {
  await using folder = await tempFolder();
  const help = async (args: string[], env: Record<string, string> = {}) =>
    (await runHandrail(args, { home: folder.path, env: { ...ENGLISH, ...env } })).stdout;
  assertStringIncludes(await help(["kb", "--help"]), "documents");
  assertStringIncludes(await help(["kb", "--help", "--lang", "zh"]), "文档");
  assertStringIncludes(await help(["--help"], { HANDRAIL_LANG: "zh" }), "用法");
  await Deno.mkdir(`${folder.path}/.config/handrail`, { recursive: true });
  await Deno.writeTextFile(`${folder.path}/.config/handrail/handrail.json`, '{"ui":{"language":"zh"}}');
  assertStringIncludes(await help(["--help"]), "用法");
  assertStringIncludes(await help(["--help"], { HANDRAIL_LANG: "en" }), "Usage");
});

terminalTest(
  "an approval in a window of 20 columns is drawn over itself, and leaves one line behind (T37)",
  async ({ start }) => {
    await using terminal = await start({ args: ["chat", "--quiet"], columns: 20 });
    await terminal.prompts();
    await terminal.type("Refund order B-0001, it is broken", "Enter");
    await terminal.shows("❯ Deny");
    await terminal.type("Down");
    await terminal.shows("❯ Deny, and say why");
    await terminal.type("Down");
    await terminal.shows("❯ Allow once");
    await terminal.type("Up", "Up", "Enter");
    await terminal.shows("✔ Allow this call?");
    await terminal.prompts();
    assertEquals((await terminal.screen()).split("Allow this call?").length, 2);
  },
);

terminalTest(
  "two calls of one step that ask leave whole lines behind: what the first came to stands below the second prompt",
  async ({ start }) => {
    await using server = startModelServer({
      reply: ({ messages }) =>
        messages.at(-1)?.role === "tool" ? { text: "Both done." } : {
          toolCalls: [
            { name: "order_refund", arguments: '{"orderId":"B-0001","reason":"broken"}' },
            { name: "order_cancel", arguments: '{"orderId":"A-2048","reason":"no need"}' },
          ],
        },
    });
    await using terminal = await start({
      args: ["chat", "--quiet"],
      env: { ...modelAt(server.url), NO_COLOR: "1" },
    });
    await terminal.prompts();
    await terminal.type("Do both", "Enter");
    for (const tool of ["order_refund", "order_cancel"]) {
      await terminal.shows(`Approval needed: ${tool}`);
      await terminal.shows("❯ Deny");
      await terminal.type("Down", "Down");
      await terminal.shows("❯ Allow once");
      await terminal.type("Enter");
    }
    await terminal.shows("Both done.");
    await terminal.prompts();
    const screen = await terminal.screen();
    const lines = screen.slice(screen.indexOf("Approval needed: order_cancel")).trimEnd().split("\n");
    assertEquals(lines.map((line) => line.trimEnd().replace(/\d+ ms$/, "N ms")), [
      "Approval needed: order_cancel",
      "{",
      '  "orderId": "A-2048",',
      '  "reason": "no need"',
      "}",
      "✔ Allow this call? Allow once",
      "⚙ order_refund ✓ ok N ms",
      "⚙ order_cancel ✓ ok N ms",
      "Both done.",
      "›",
    ]);
  },
);

terminalTest(
  "a line is edited in the row before, also where a Han character had no room at that row's end (T37)",
  async ({ start }) => {
    await using terminal = await start({ args: ["chat", "--quiet"], columns: 21 });
    await terminal.prompts();
    await terminal.type("一二三四五六七八九十百");
    await terminal.shows("› 一二三四五六七八九\n十百");
    await terminal.type("Home", "零");
    const screen = await terminal.shows("› 零一二三四五六七八\n九十百");
    assertEquals(screen.split("›").length, 2);
  },
);

terminalTest(
  "a line that is edited after its window was made narrower, or wider, is not left there twice (T37)",
  async ({ start }) => {
    await using terminal = await start({ args: ["chat", "--quiet"], columns: 40 });
    await terminal.prompts();
    await terminal.type("一二三四五六七八九十百千万");
    await terminal.shows("› 一二三四五六七八九十百千万");
    await terminal.resize(20);
    await terminal.shows("› 一二三四五六七八九\n十百千万");
    await terminal.type("Home", "零");
    const narrow = await terminal.shows("› 零一二三四五六七八\n九十百千万");
    assertEquals(narrow.split("›").length, 2);
    await terminal.resize(40);
    await terminal.shows("› 零一二三四五六七八九十百千万");
    await terminal.type("甲");
    const wide = await terminal.shows("› 零甲一二三四五六七八九十百千万");
    assertEquals(wide.split("›").length, 2);
  },
);

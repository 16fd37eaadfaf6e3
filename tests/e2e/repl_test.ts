import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { terminalTest } from "../_support/terminal_test.ts";

const CHINESE = { LANG: "zh_CN.UTF-8", AGENT_CONFIRM_TOOLS: "createTicket" };
const TICKET = "帮我建个工单，主题是查不到订单";

async function ledgerLength(home: string): Promise<number> {
  try {
    const text = await Deno.readTextFile(join(home, ".local/state/handrail/ledger.jsonl"));
    return text.trimEnd().split("\n").length;
  } catch {
    return 0;
  }
}

terminalTest(
  "chat shows calls with outcome and time, and answers in the language of the question",
  async ({ start }) => {
    await using terminal = await start({ env: CHINESE });
    await terminal.shows("输入 /help 看命令");
    await terminal.type("订单 A-1024 到哪了？", "Enter");
    const screen = await terminal.shows("订单 A-1024 已发货，预计 2 天后送达。");
    assert(/⚙ order_query_status ✓ 完成 \d+ ms/.test(screen), screen);
    await terminal.type("Where is order A-2048?", "Enter");
    await terminal.shows("Order A-2048 is being packed and should arrive in 4 days.");
    await terminal.prompts();
    await terminal.type("C-d");
    const last = await terminal.shows("exit 0");
    assertStringIncludes(last, "继续这个会话：handrail --session ses_");
  },
);

terminalTest(
  "chat asks before a guarded call: Enter denies, a choice allows, a repeat is replayed (H13)",
  async ({ home, start }) => {
    await using terminal = await start({ env: CHINESE });
    await terminal.shows("›");

    await terminal.prompts();
    await terminal.type(TICKET, "Enter");
    const asked = await terminal.shows("本会话内都允许");
    assertStringIncludes(asked, '"subject": "查不到订单"');
    assertStringIncludes(asked, "❯ 拒绝");
    await terminal.type("Enter");
    await terminal.shows("✗ 已拒绝");
    assertEquals(await ledgerLength(home), 0);

    await terminal.prompts();
    await terminal.type(TICKET, "Enter");
    await terminal.shows("本会话内都允许");
    await terminal.type("Down", "Down");
    await terminal.shows("❯ 允许一次");
    await terminal.type("Enter");
    const created = await terminal.shows("已创建，主题：查不到订单。");
    const number = /TK-\d{8}-0001/.exec(created)?.[0] ?? "no ticket";
    assertEquals(await ledgerLength(home), 1);

    await terminal.prompts();
    await terminal.type(TICKET, "Enter");
    await terminal.shows("本会话内都允许");
    await terminal.type("Down", "Down", "Enter");
    await terminal.shows("↺ 之前已执行，没有重复");
    await terminal.shows(number, 2);
    assertEquals(await ledgerLength(home), 1);

    await terminal.prompts();
    await terminal.type("/again", "Enter");
    await terminal.shows("作为新请求再执行一次");
    await terminal.shows("本会话内都允许");
    await terminal.type("Down", "Down", "Enter");
    await terminal.shows(number.replace("0001", "0002"));
    assertEquals(await ledgerLength(home), 2);
  },
);

terminalTest("chat tells the model why a call was denied (T24)", async ({ start }) => {
  await using terminal = await start({ env: CHINESE });
  await terminal.type(TICKET, "Enter");
  await terminal.shows("本会话内都允许");
  await terminal.type("Down", "Enter");
  await terminal.shows("为什么拒绝？");
  await terminal.type("先查一下", "Enter");
  await terminal.shows("✗ 已拒绝");
  const screen = await terminal.shows("没有执行：先查一下");
  assert(!screen.includes("TK-"));
});

terminalTest("chat asks for what is missing and goes on in the same turn", async ({ start }) => {
  await using terminal = await start({ args: ["chat", "--trace"], env: CHINESE });
  await terminal.type("我的订单到哪了", "Enter");
  await terminal.shows("? 请问您的订单号是多少？");
  await terminal.type("A-1024", "Enter");
  await terminal.shows("已完成 ·");
  // The tree has more lines than that one.
  await terminal.prompts();
  const screen = await terminal.screen();
  assertStringIncludes(screen, "订单 A-1024 已发货，预计 2 天后送达。");
  assertMatch(screen, /└─ order_query_status {"orderId":"A-1024"} +✓ 完成 +\d+ ms [█▉▊▋▌▍▎▏]/);
  assertStringIncludes(screen, "· 3 步 ·");
});

terminalTest(
  "chat ends the turn on Ctrl-C and lives on; twice in a row between turns it leaves with 130",
  async ({ home, start }) => {
    await using terminal = await start({ env: CHINESE });
    await terminal.type(TICKET, "Enter");
    await terminal.shows("本会话内都允许");
    await terminal.type("C-c");
    await terminal.shows("已取消。");
    await terminal.prompts();
    await terminal.type("我的订单到哪了", "Enter");
    await terminal.shows("? 请问您的订单号是多少？");
    await terminal.type("C-c");
    await terminal.shows("已取消。", 2);
    await terminal.prompts();
    await terminal.type("订单 A-1024 到哪了？", "Enter");
    await terminal.shows("预计 2 天后送达。");
    // Before the prompt is back, Ctrl-C would end the turn that is just ending.
    await terminal.prompts();
    await terminal.type("C-c");
    await terminal.shows("再按一次 Ctrl-C");
    await terminal.type("C-c");
    await terminal.shows("exit 130");
    assertEquals(await ledgerLength(home), 0);
  },
);

terminalTest(
  "chat edits Chinese lines where the cursor stands, and brings them back in a later program (T37)",
  async ({ start }) => {
    {
      await using terminal = await start({ env: CHINESE });
      await terminal.shows("›");
      await terminal.type("订单 A-1024 在哪里", "Left", "Left", "Left");
      await terminal.shows("› 订单 A-1024 在哪里");
      // The prompt's 2 columns, "订单 A-1024 " with 12.
      assertEquals(await terminal.cursorColumn(), 14);
      await terminal.type("现", "Enter");
      await terminal.shows("› 订单 A-1024 现在哪里");
      await terminal.shows("订单 A-1024 已发货，预计 2 天后送达。");
      await terminal.prompts();
      await terminal.type("C-d");
      await terminal.shows("exit 0");
    }
    await using terminal = await start({ env: CHINESE });
    await terminal.shows("›");
    await terminal.type("Up");
    await terminal.shows("› 订单 A-1024 现在哪里");
  },
);

terminalTest(
  "chat takes a paste of many lines as one message, and sends it on Enter only (T38)",
  async ({ start }) => {
    await using terminal = await start();
    await terminal.shows("›");
    await terminal.paste("Where is\norder A-1024?\n");
    const pasted = await terminal.shows("› Where is↵order A-1024?↵");
    assert(!pasted.includes("⚙"), pasted);
    await terminal.type("Enter");
    await terminal.shows("Order A-1024 is shipped and should arrive in 2 days.");
  },
);

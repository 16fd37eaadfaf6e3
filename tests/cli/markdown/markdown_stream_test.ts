import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { textWidth } from "../../../cli/text/text_width.ts";
import { MarkdownStream } from "../../../cli/markdown/markdown_stream.ts";

interface Look {
  readonly columns?: number;
  readonly color?: boolean;
}

/** What is written for a message that comes in these pieces, one entry a piece and one for the end. */
function writes(pieces: readonly string[], { columns = 80, color = false }: Look = {}): string[] {
  const markdown = new MarkdownStream({ columns, color });
  return [...pieces.map((piece) => markdown.push(piece)), markdown.end()];
}

function shown(text: string, look: Look = {}): string {
  return writes([text], look).join("");
}

Deno.test("headings are bold, and keep their marks where there are no styles", () => {
  assertEquals(shown("# Refunds\n", { color: true }), "\x1b[1mRefunds\x1b[0m\n");
  assertEquals(
    shown("## 退款 **规则** ##\n", { color: true }),
    "\x1b[1m退款\x1b[0m\x1b[1m 规则\x1b[0m\n",
  );
  assertEquals(shown("## 退款规则\n"), "## 退款规则\n");
  assertEquals(shown("#1 is no heading\n"), "#1 is no heading\n");
});

Deno.test("bold, italic, code and struck text are styled; without styles, code and struck text keep their marks", () => {
  const source = "**550** 元，*tax* `order_refund` ~~600~~";
  assertEquals(
    shown(source, { color: true }),
    "\x1b[1m550\x1b[0m 元，\x1b[3mtax\x1b[0m \x1b[36morder_refund\x1b[0m \x1b[9m600\x1b[0m\n",
  );
  assertEquals(shown(source), "550 元，tax `order_refund` ~~600~~\n");
});

Deno.test("bold ends beside Chinese punctuation, where CommonMark's rules see none", () => {
  assertEquals(shown("请**注意：**退款**“不可撤销”**吗"), "请注意：退款“不可撤销”吗\n");
});

Deno.test("marks that open nothing are text", () => {
  for (
    const text of [
      "2 * 3 * 4 = 24",
      "order_query_status and a_b_c",
      "**never closed",
      "a ` b",
      "a < b > c",
      "5 ~ 6 ~~ 7",
    ]
  ) {
    assertEquals(shown(text), `${text}\n`);
  }
});

Deno.test("an escaped mark is the mark itself", () => {
  assertEquals(shown("\\*not italic\\* \\# \\a"), "*not italic* # \\a\n");
});

Deno.test("the numbers of sources come through untouched, links tell where they lead", () => {
  assertEquals(shown("5 days. [1] And [2][3], a[0]."), "5 days. [1] And [2][3], a[0].\n");
  assertEquals(
    shown("住宿标准[1]（见[附录](https://e.cn/a_b)）"),
    "住宿标准[1]（见附录 (https://e.cn/a_b)）\n",
  );
  assertEquals(
    shown("[https://e.cn](https://e.cn) <https://e.cn> ![logo](l.png)"),
    "https://e.cn https://e.cn logo (l.png)\n",
  );
});

Deno.test("an address keeps its marks", () => {
  assertEquals(shown("https://e.cn/_a_*b*?c=~~d~~ _here_"), "https://e.cn/_a_*b*?c=~~d~~ here\n");
});

Deno.test("lists have bullets, nest, and tick off", () => {
  assertEquals(
    shown("- 苹果\n  * 红的\n    + 甜的\n1. one\n2) two\n- [ ] open\n- [x] done\n"),
    "• 苹果\n  • 红的\n    • 甜的\n1. one\n2) two\n☐ open\n☑ done\n",
  );
  assertEquals(shown("-5 degrees\n1.5 kg\n2026 年\n+\n"), "-5 degrees\n1.5 kg\n2026 年\n+\n");
});

Deno.test("an item that is broken goes on below its own text", () => {
  assertEquals(
    shown("- The refund takes three to five working days after approval\n", { columns: 40 }),
    "• The refund takes three to five working\n  days after approval\n",
  );
  assertEquals(
    shown("1. 退款审批通过之后，三到五个工作日之内原路退回到您的账户\n", { columns: 40 }),
    "1. 退款审批通过之后，三到五个工作日之内\n   原路退回到您的账户\n",
  );
});

Deno.test("quotes have a bar before every line, also before those that they are broken into", () => {
  assertEquals(
    shown("> 引用一段话，它足够长，需要换行，换行之后仍然有竖线\n>\n> - an item\n", { columns: 40 }),
    "│ 引用一段话，它足够长，需要换行，换行之\n│ 后仍然有竖线\n│\n│ • an item\n",
  );
});

Deno.test("code is never broken and nothing in it is read; its fences are dim", () => {
  const line = `const a = "**x**"; // ${"long ".repeat(20)}end`;
  assertEquals(
    shown(`\`\`\`ts\n${line}\n\n\tif (a) {}\n\`\`\`\nafter`, { columns: 40, color: true }),
    `\x1b[2m\`\`\`ts\x1b[0m\n${line}\n\n    if (a) {}\n\x1b[2m\`\`\`\x1b[0m\nafter\n`,
  );
  assertEquals(shown("~~~\n```\n~~~~\n*a*"), "~~~\n```\n~~~~\na\n");
  assertEquals(shown("> ```\n> *a*\n> ```\n> *b*"), "│ ```\n│ *a*\n│ ```\n│ b\n");
  assertEquals(shown("> ```\n> *a*\n*left*"), "│ ```\n│ *a*\nleft\n");
  assertEquals(shown("```\nnever closed"), "```\nnever closed\n");
  assertEquals(shown("text\n\n    *code*\n    more\n"), "text\n\n    *code*\n    more\n");
});

Deno.test("code that begins behind a bullet ends where it ends, and what follows is no code", () => {
  assertEquals(
    shown("- ```sh\n  a*b*c\n  ```\n\nNext **bold**\n", { color: true }),
    "• \x1b[2m```sh\x1b[0m\n  a*b*c\n\x1b[2m  ```\x1b[0m\n\nNext \x1b[1mbold\x1b[0m\n",
  );
  assertEquals(shown("1. ~~~\n   *a*\n   ~~~\n2. *b*"), "1. ~~~\n   *a*\n   ~~~\n2. b\n");
  assertEquals(shown("> - ```\n>   *a*\n>   ```\n> *b*"), "│ • ```\n│   *a*\n│   ```\n│ b\n");
  assertEquals(shown("- ```a``` *b*"), "• ```a``` b\n");
});

Deno.test("tables are aligned by the columns that characters take", () => {
  assertEquals(
    shown(
      "| 城市 | Price | 备注 |\n| --- | ---: | :-: |\n| 北京 | **550** | a |\n| Chengdu | 70 | 含早餐 |\n",
    ),
    "城市     Price   备注\n───────  ─────  ──────\n北京       550    a\nChengdu     70  含早餐\n",
  );
});

Deno.test("a table that lost its row of dashes is one all the same", () => {
  assertEquals(shown("| a | b |\n| 1 | 2 |\nafter"), "a  b\n─  ─\n1  2\n\nafter\n");
  assertEquals(shown("| only one line |"), "| only one line |\n");
  assertEquals(shown("|x| and\n|y| are\nlengths\n"), "|x| and\n|y| are\nlengths\n");
});

Deno.test("a table stands apart from what is around it", () => {
  assertEquals(shown("before\n| a |\n|---|\n| 1 |\nafter\n"), "before\n\na\n─\n1\n\nafter\n");
});

Deno.test("a table that is wider than the window is shown row by row", () => {
  assertEquals(
    shown(
      "| 城市类别 | Whom it is for |\n|---|---|\n| 一线城市（北京、上海） | everybody else |\n| 其他 | |\n",
      {
        columns: 36,
      },
    ),
    "城市类别：一线城市（北京、上海）\nWhom it is for: everybody else\n\n城市类别：其他\n",
  );
});

Deno.test("a heading or a row of more than ten thousand characters is shown as it is", () => {
  const long = "_a".repeat(5_000);
  const look = { columns: Infinity, color: true };
  assertEquals(shown(`# ${long}_ **b**\n`, look), `\x1b[1m${long}_ **b**\x1b[0m\n`);
  const table = ["| a |", "|---|", `| ${long} **b** |`];
  assertEquals(shown(`${table.join("\n")}\n`, look), `${table.join("\n")}\n`);
});

Deno.test("empty lines are kept as one, and none is left at the ends", () => {
  assertEquals(shown("\n\none\n\n\n\ntwo\n\n"), "one\n\ntwo\n");
  assertEquals(shown("\n \n"), "");
  assertEquals(shown("a\n---\nb\n", { columns: 20 }), "a\n────────────────────\nb\n");
});

Deno.test("lines are broken between words, and Han text where Chinese typesetting allows", () => {
  assertEquals(
    shown("Your paid vacation, or holiday, grows with your career.", { columns: 40 }),
    "Your paid vacation, or holiday, grows\nwith your career.\n",
  );
  // 40 columns hold 20 characters: the comma would be the 21st, and takes the one before it along.
  assertEquals(
    shown("境内出差订酒店宾馆的房间按城市类别凭发票，实报实销", { columns: 40 }),
    "境内出差订酒店宾馆的房间按城市类别凭发\n票，实报实销\n",
  );
});

Deno.test("words appear with the piece that they come in; what may be a mark waits for the next one", () => {
  assertEquals(writes(["Order", " A-10", "24 is **ship", "ped** now", ". [1", "]", " ok"]), [
    "Order",
    " A-10",
    "24 is",
    " shipped now",
    ".",
    "",
    " [1] ok",
    "\n",
  ]);
  assertEquals(writes(["订单", "已发货", "。"]), ["订单", "已发货", "。", "\n"]);
});

Deno.test("a mark is not waited for longer than 400 characters, nor behind its line", () => {
  const [first, second] = writes([`**${"a ".repeat(190)}`, "b ".repeat(20)], { columns: 1000 });
  assertEquals(first, "");
  assert(second?.startsWith("**a a"));
  assertEquals(shown("**a\nb**"), "**a\nb**\n");
});

const MARKS = fc.constantFrom(
  ..."*_`~[]()<>!#|-+>\\\n 1.:",
  "**",
  "~~",
  "```",
  "\n\n",
  "\n- ",
  "\n- ```",
  "\n> ",
  "\n| a | b |\n",
  "|---|---|\n",
  "[1]",
  "[a](b)",
  "https://e.cn/_a_",
  "    ",
);
const WORDS = fc.constantFrom(
  "订单",
  "已发货。",
  "（北京）",
  "order",
  "a",
  "👨‍👩‍👧",
  "e\u0301",
  "🇨🇳",
  "“x”",
  "，",
);
const MESSAGE = fc.array(fc.oneof(MARKS, WORDS), { maxLength: 60 }).map((parts) => parts.join(""));
const CUTS = fc.array(fc.nat({ max: 120 }), { maxLength: 20 });

function cut(text: string, cuts: readonly number[]): string[] {
  const edges = [0, ...cuts.filter((at) => at < text.length).sort((a, b) => a - b), text.length];
  return edges.slice(1).map((edge, at) => text.slice(edges[at], edge));
}

Deno.test("however a message is cut, the same is written (property)", () => {
  fc.assert(
    fc.property(
      MESSAGE,
      CUTS,
      fc.integer({ min: 40, max: 200 }),
      fc.boolean(),
      (text, cuts, columns, color) => {
        assertEquals(writes(cut(text, cuts), { columns, color }).join(""), shown(text, { columns, color }));
        assertEquals(writes([...text], { columns, color }).join(""), shown(text, { columns, color }));
      },
    ),
    { numRuns: 2_000 },
  );
});

Deno.test("no line of words is wider than the window, and no character is lost (property)", () => {
  const words = fc.array(fc.oneof(WORDS, fc.constantFrom(" ", "  ", "working", "understanding")), {
    maxLength: 60,
  });
  fc.assert(
    fc.property(words, fc.integer({ min: 40, max: 200 }), (parts, columns) => {
      // Blanks alone in front would make it code.
      const text = `a ${parts.join(" ")}`;
      const written = shown(text, { columns });
      for (const line of written.split("\n")) assert(textWidth(line) <= columns, line);
      assertEquals(written.replaceAll(/\s/g, ""), text.replaceAll(/\s/g, ""));
    }),
  );
});

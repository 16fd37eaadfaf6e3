import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { htmlSections } from "../../../kb/readers/html_sections.ts";
import { readHtml } from "../../../kb/readers/read_html.ts";
import { decodeHtml } from "../../../kb/readers/decode_html.ts";
import type { Block } from "../../../kb/read_sections.ts";

/** The blocks of a document without headings. */
function blocksOf(html: string): readonly Block[] {
  const { sections } = htmlSections(html);
  assert(sections.length <= 1);
  return sections[0]?.blocks ?? [];
}

function prose(...lines: string[]): Block {
  return { kind: "prose", lines };
}

Deno.test("htmlSections() keeps the path of headings, the title, and what stands before the first heading (K24)", () => {
  const html =
    "<title>差旅 &amp; 报销</title><p>先申请。<h1>标准</h1><h2>酒店</h2><p>500 元。<h2>车票</h2>二等座。";
  assertEquals(htmlSections(html), {
    title: "差旅 & 报销",
    sections: [
      { path: [], blocks: [prose("先申请。")] },
      { path: ["标准"], blocks: [] },
      { path: ["标准", "酒店"], blocks: [prose("500 元。")] },
      { path: ["标准", "车票"], blocks: [prose("二等座。")] },
    ],
  });
});

Deno.test("htmlSections() drops navigation, the page's header and footer, asides, scripts, controls and what is hidden (K24)", () => {
  const html = `<head><style>p{}</style><script>x()</script></head><body><header>Logo<nav>Home</nav></header>
    <div role="navigation">Menu</div><aside>Ads</aside><template>t</template><noscript>no</noscript>
    <p hidden>a</p><p style="color: red; display : none">b</p><p aria-hidden="true">c</p><dialog>d</dialog>
    <form><label>Your name</label><input value="i"><select><option>o</select><button>Go</button></form>
    <svg><title>s</title></svg><!-- comment --><p>Text.</p><footer>ICP 1</footer>`;
  assertEquals(htmlSections(html), {
    sections: [{ path: [], blocks: [prose("Your name"), prose("Text.")] }],
  });
});

Deno.test("htmlSections() keeps the header and footer of an article, and a page's only heading in its header (K24)", () => {
  const html =
    "<header>Logo <h1>Refunds</h1></header><article><header><h2>How</h2></header>Ask.<footer>By Ann</footer></article>";
  assertEquals(htmlSections(html).sections, [
    { path: ["Refunds"], blocks: [] },
    { path: ["Refunds", "How"], blocks: [prose("Ask."), prose("By Ann")] },
  ]);
});

Deno.test("htmlSections() keeps notes within an article and drops the page's margin (K24)", () => {
  const html =
    "<main><aside>Related pages</aside><article>Text.<aside>Mind the date.</aside></article></main>";
  assertEquals(blocksOf(html), [prose("Text."), prose("Mind the date.")]);
});

Deno.test("htmlSections() joins what is inline, breaks at <br> and blocks, and decodes entities", () => {
  assertEquals(blocksOf("one <b>two</b>\n  three&nbsp;&hellip; &#x9000;<br>four<div>five</div>six"), [
    prose("one two three … 退", "four"),
    prose("five"),
    prose("six"),
  ]);
});

Deno.test("htmlSections() takes a line break between Han characters for nothing", () => {
  assertEquals(blocksOf("<p>七个工作\n  日内，\n到账 in\nfull"), [prose("七个工作日内，到账 in full")]);
});

Deno.test("htmlSections() keeps the items of lists on lines, nested ones indented", () => {
  const html =
    "<ol><li>Ask<li>Book<ul><li>train<li>hotel</ul><li hidden>x</li><li>Go</ol><dl><dt>SLA<dd>99 %</dl>";
  assertEquals(blocksOf(html), [
    { kind: "lines", lines: ["1. Ask", "2. Book", "  - train", "  - hotel", "3. Go"] },
    { kind: "lines", lines: ["SLA", "  99 %"] },
  ]);
});

Deno.test("htmlSections() numbers the items of lists as the page does", () => {
  const html = "<ol start=5><li>Ask<li><ul><li>train</ul><li>Go<li value=9>Pay<li>Rest</ol>";
  assertEquals(blocksOf(html), [
    { kind: "lines", lines: ["5. Ask", "  - train", "7. Go", "9. Pay", "10. Rest"] },
  ]);
});

Deno.test("htmlSections() keeps what stands before a nested list apart from what stands behind it", () => {
  assertEquals(blocksOf("<ul><li>Before<ul><li>in</ul>after</ul>"), [
    { kind: "lines", lines: ["- Before", "  after", "  - in"] },
  ]);
});

Deno.test("htmlSections() keeps cells in their columns below one that covers several rows, and says it again (K13)", () => {
  const table =
    "<table><tr><th>城市<th>级别<th>上限<tr><td rowspan=2>上海<td rowspan>经理<td>500<tr><td>员工<td>300" +
    "<tr><td>北京<td rowspan=0 colspan=2>实报<tr><td>成都</table>";
  assertEquals(blocksOf(table), [{
    kind: "table",
    lines: [
      "| 城市 | 级别 | 上限 |",
      "| --- | --- | --- |",
      "| 上海 | 经理 | 500 |",
      "| 上海 | 员工 | 300 |",
      "| 北京 | 实报 |  |",
      "| 成都 | 实报 |  |",
    ],
  }]);
});

Deno.test("htmlSections() makes no mountain of cells that claim to cover whole tables", () => {
  const head = `<table><tr><th>a<th>b<tr>${"<td rowspan=0>0123456789".repeat(100)}`;
  for (const row of ["<tr><td>x", "<tr><td colspan=100>x"]) {
    const html = `${head}${row.repeat(2_000)}</table>`;
    assert((blocksOf(html)[0]?.lines.join("\n").length ?? 0) < 25 * html.length);
  }
});

Deno.test("htmlSections() counts an empty row among those that a cell covers", () => {
  const table = "<table><tr><th>a<th>b<tr><td rowspan=2>x<td>1<tr><td><tr><td>y<td>2</table>";
  assertEquals(blocksOf(table)[0]?.lines.slice(2), ["| x | 1 |", "| y | 2 |"]);
});

Deno.test("htmlSections() joins rows of headings column by column (K13)", () => {
  const table = "<table><thead><tr><th rowspan=2>城市<th colspan=2>上限<tr><th>经理<th>员工</thead>" +
    "<tbody><tr><td>上海<td>500<td>300</table>";
  assertEquals(blocksOf(table), [{
    kind: "table",
    lines: ["| 城市 | 上限 经理 | 员工 |", "| --- | --- | --- |", "| 上海 | 500 | 300 |"],
  }]);
});

Deno.test("htmlSections() says a long cell that covers many rows only once", () => {
  const long = "长".repeat(101);
  const table = `<table><tr><th>a<th>b<tr><td rowspan=9>${long}<td>1<tr><td>2</table>`;
  assertEquals(blocksOf(table)[0]?.lines.slice(2), [`| ${long} | 1 |`, "|  | 2 |"]);
});

Deno.test("htmlSections() reads data tables as tables, and walks through tables that only lay out", () => {
  const data =
    "<table><caption>上限</caption><thead><tr><th colspan=2>城市<th>元</thead><tr><td>北京<td>市区<td>500|600<tr><td>上海</table>";
  assertEquals(blocksOf(data), [
    prose("上限"),
    {
      kind: "table",
      lines: ["| 城市 |  | 元 |", "| --- | --- | --- |", "| 北京 | 市区 | 500\\|600 |", "| 上海 |  |  |"],
    },
  ]);
  assertEquals(blocksOf("<table><tr><td>Menu<td><p>Text.</p></table>"), [prose("Menu"), prose("Text.")]);
  const nested = "<table><tr><td>Side<td><table><tr><th>a<th>b<tr><td>1<td>2</table><tr><td>x<td>y</table>";
  assertEquals(blocksOf(nested).map(({ kind }) => kind), ["prose", "table", "prose", "prose"]);
});

Deno.test("htmlSections() leaves out the anchors of headings and the ways back from footnotes", () => {
  const html =
    '<h2>Refunds<a href="#refunds">¶</a></h2><p>Note. <a href="#ref-1">↑</a> See <a href="#x">below</a>.';
  assertEquals(htmlSections(html).sections, [{ path: ["Refunds"], blocks: [prose("Note. See below.")] }]);
});

Deno.test("htmlSections() keeps preformatted text as it stands", () => {
  assertEquals(blocksOf("<pre>\n\nif x:\n  y  z\n</pre>"), [{ kind: "code", lines: ["if x:", "  y  z"] }]);
});

Deno.test("htmlSections() refuses elements nested deeper than people write, in little time", () => {
  assertThrows(() => htmlSections("<div>".repeat(1_000_000)), Error, "nested more than 512 deep");
});

Deno.test("htmlSections() takes whatever bytes for a page", () => {
  const piece = fc.constantFrom(
    "<p>",
    "</p>",
    "<table>",
    "<tr>",
    "<td>",
    "</table>",
    "<ul>",
    "<li>",
    "<h2>",
    "<br",
    "&am",
    "-->",
    "<!--",
    "字",
    "a ",
    "<svg>",
    "<a href='",
  );
  fc.assert(fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
    for (const { blocks } of htmlSections(pieces.join("")).sections) {
      for (const { lines } of blocks) assert(lines.length > 0 && lines.every((line) => !line.includes("\n")));
    }
  }));
});

/** `<meta charset=gb2312>退款` in GBK. */
const GBK = Uint8Array.of(
  ...new TextEncoder().encode("<meta charset=gb2312>"),
  ...[0xcd, 0xcb, 0xbf, 0xee],
);

Deno.test("decodeHtml() goes by the byte order mark, then by the declaration, then by what fits (K6)", () => {
  assertEquals(decodeHtml(GBK), "<meta charset=gb2312>退款");
  assertEquals(decodeHtml(Uint8Array.of(0xff, 0xfe, 0x00, 0x90, 0x3e, 0x6b)), "退款");
  assertEquals(decodeHtml(Uint8Array.of(0xcd, 0xcb, 0xbf, 0xee)), "退款");
  const big5 = Uint8Array.of(
    ...new TextEncoder().encode('<?xml version="1.0" encoding="big5"?>'),
    0xb0,
    0x68,
  );
  assertEquals(decodeHtml(big5), '<?xml version="1.0" encoding="big5"?>退');
});

Deno.test("decodeHtml() does not believe a declaration that the bytes contradict (K6)", () => {
  const utf8 = (text: string) => new TextEncoder().encode(text);
  assertEquals(decodeHtml(utf8("<meta charset=iso-8859-1>退款")), "<meta charset=iso-8859-1>退款");
  assertEquals(decodeHtml(utf8("<meta charset=utf-16>退款")), "<meta charset=utf-16>退款");
  assertEquals(decodeHtml(utf8("<meta charset=nonsense>退款")), "<meta charset=nonsense>退款");
  const wrong = Uint8Array.of(...utf8("<meta charset=utf-8>"), 0xcd, 0xcb, 0xbf, 0xee);
  assertEquals(decodeHtml(wrong), "<meta charset=utf-8>退款");
  const latin = Uint8Array.of(...utf8("<meta charset=iso-8859-1>caf"), 0xe9);
  assertEquals(decodeHtml(latin), "<meta charset=iso-8859-1>café");
});

Deno.test("readHtml() names the file that it cannot read", () => {
  assertThrows(
    () => readHtml(new TextEncoder().encode("<b>".repeat(600)), "/docs/a.html"),
    Error,
    "Cannot read document: /docs/a.html: its elements are nested more than 512 deep. Save the page anew and ingest again",
  );
});

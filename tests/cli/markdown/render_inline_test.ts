import { assertEquals } from "@std/assert";
import { renderInline } from "../../../cli/markdown/render_inline.ts";
import { dress, markdownStyles } from "../../../cli/markdown/styled_text.ts";

function shown(source: string, color = false): string {
  return renderInline(source, markdownStyles(color)).map(dress).join("");
}

for (
  const [source, plain] of [
    ["**a *b* c**", "a b c"],
    ["***a***", "a"],
    ['`<b> & "`', '`<b> & "`'],
    ["``a`b``", "``a`b``"],
    ["\\< \\& \\*", "< & *"],
    ["[说明](https://e.cn/中文?a=1&b=2)", "说明 (https://e.cn/中文?a=1&b=2)"],
    ["[a\\]b](c)", "a]b (c)"],
    ["[https://e.cn](https://e.cn)", "https://e.cn"],
    ["[a@b.cn](mailto:a@b.cn)", "a@b.cn"],
    ["[](u)", "u"],
    ["[x]()", "x"],
    ["![logo](l.png)", "logo (l.png)"],
    ["<https://e.cn/中>", "https://e.cn/中"],
    ["one<br>two", "one two"],
    ["**a <b>c</b>**", "a <b>c</b>"],
    ["~~600~~", "~~600~~"],
  ] as const
) {
  Deno.test(`renderInline() shows ${JSON.stringify(source)} as ${JSON.stringify(plain)}`, () => {
    assertEquals(shown(source), plain);
  });
}

Deno.test("renderInline() adds styles up, and no style twice", () => {
  assertEquals(shown("**a *b***", true), "\x1b[1ma \x1b[0m\x1b[1m\x1b[3mb\x1b[0m");
  assertEquals(shown("[**b** `c`](u)", true), "\x1b[1mb\x1b[0m \x1b[36mc\x1b[0m\x1b[2m (u)\x1b[0m");
  assertEquals(renderInline("**b**", markdownStyles(true), "\x1b[1m"), [{ text: "b", style: "\x1b[1m" }]);
});

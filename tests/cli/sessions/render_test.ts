import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { renderHtml } from "../../../cli/sessions/render_html.ts";
import { renderMarkdown } from "../../../cli/sessions/render_markdown.ts";
import { renderText } from "../../../cli/sessions/render_text.ts";

Deno.test("a page holds no markup but its own, whatever was said", () => {
  const tags = ["!doctype", "html", "head", "meta", "title", "style", "body", "h1", "pre"];
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const page = renderHtml(text, [{ kind: "user", text }, { kind: "call", tool: text, text }]);
      const found = [...page.matchAll(/<\/?([^\s>]*)/g)].map(([, name = ""]) => name);
      assertEquals(found.filter((name) => !tags.includes(name)), []);
    }),
    { examples: [["</pre><script>alert(1)</script>"]] },
  );
});

Deno.test("a fence in Markdown is longer than any in what it holds", () => {
  assertEquals(
    renderMarkdown("T", [{ kind: "result", tool: "kb_query", text: "a ```` b" }]),
    "# T\n\n**Result** kb_query\n\n`````\na ```` b\n`````\n",
  );
});

Deno.test("a long result is cut off where a transcript is read", () => {
  const text = "字".repeat(301);
  assertEquals(renderText([{ kind: "result", tool: "x", text }]), `  → ${"字".repeat(300)}…\n`);
});

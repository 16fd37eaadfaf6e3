import { assertEquals } from "@std/assert";
import { wrapText } from "../../../cli/markdown/wrap_text.ts";

Deno.test("wrapText() breaks between words, and keeps its own line feeds and indents", () => {
  assertEquals(
    wrapText("Handrail 0.1.0 · model offline · /help for commands", 40),
    "Handrail 0.1.0 · model offline · /help\nfor commands",
  );
  assertEquals(
    wrapText("注意：还没有自己的知识库，问答使用内置示例资料", 40),
    "注意：还没有自己的知识库，问答使用内置示\n例资料",
  );
  assertEquals(
    wrapText("one\n  two which is much too long for this window", 40),
    "one\n  two which is much too long for this\n  window",
  );
  assertEquals(
    wrapText("/help    a list that is longer than the line", 40, 9),
    "/help    a list that is longer than the\n         line",
  );
  assertEquals(
    wrapText("What answers: HANDRAIL_MODEL=openai:gpt-4o-mini", 40),
    "What answers:\nHANDRAIL_MODEL=openai:gpt-4o-mini",
  );
  assertEquals(wrapText("", 40), "");
});

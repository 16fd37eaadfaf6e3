import { assert, assertEquals } from "@std/assert";
import { textWidth } from "../../../cli/text/text_width.ts";
import { commandList } from "../../../cli/repl/command_list.ts";
import { wordingOf } from "../../../cli/wording.ts";

const LIST = {
  commands: "/help\tthis list\n/export [文件]\t把本会话存为 文件.md、文件.html 或 文件.json",
  keys: "Ctrl-D leaves",
};

Deno.test("commandList() gives meanings a column of their own in a wide window", () => {
  assertEquals(
    commandList(LIST, 60),
    "/help           this list\n" +
      "/export [文件]  把本会话存为 文件.md、文件.html 或 文件.json\n" +
      "Ctrl-D leaves",
  );
  assertEquals(
    commandList({ commands: "/a\tone two\n/bcd\tthree", keys: "x" }, 60),
    "/a    one two\n/bcd  three\nx",
  );
});

Deno.test("commandList() puts them behind the command in a narrow one", () => {
  assertEquals(
    commandList(LIST, 40),
    "/help  this list\n/export [文件]  把本会话存为 文件.md、文\n    件.html 或 文件.json\nCtrl-D leaves",
  );
});

Deno.test("commandList() fits the window in both languages", () => {
  for (const language of ["en", "zh"] as const) {
    for (const columns of [40, 59, 60, 80, 200]) {
      for (const line of commandList(wordingOf(language), columns).split("\n")) {
        assert(textWidth(line) <= columns, line);
      }
    }
  }
});

import { assertEquals } from "@std/assert";
import { parseSlashCommand } from "../../../cli/repl/slash_command.ts";

const VALID = [
  "/help",
  "/new",
  "/retry",
  "/again",
  "/model",
  "/tools",
  "/kb",
  "/sessions",
  "/resume",
  "/export",
  "/compact",
  "/approvals",
  "/exit",
];

Deno.test("parseSlashCommand() leaves every line to the model that does not begin with a slash", () => {
  for (const text of ["help", "订单 A-1024 到哪了？", "a /help", "", "\\help"]) {
    assertEquals(parseSlashCommand(text), undefined, text);
  }
});

Deno.test("parseSlashCommand() knows each command, and by a beginning that is its own", () => {
  for (
    const [typed, name] of [
      ["/help", "help"],
      ["/h", "help"],
      ["/new", "new"],
      ["/n", "new"],
      ["/again", "again"],
      ["/ag", "again"],
      ["/tools", "tools"],
      ["/exit", "exit"],
      ["/EXI", "exit"],
      ["/help me please", "help"],
      ["/new\tnow", "new"],
      ["／help", "help"],
      ["／exi", "exit"],
      ["／ｎｅｗ", "new"],
      ["/ＫＢ　年假", "kb"],
      ["/m", "model"],
      ["/kb 年假", "kb"],
    ] as const
  ) {
    assertEquals(parseSlashCommand(typed)?.name, name, typed);
  }
});

Deno.test("parseSlashCommand() keeps an unknown command from the model, and lists the known ones", () => {
  for (const typed of ["/", "/refund", "/helpp", "//", "/constructor", "/退款", "/etc/hosts"]) {
    assertEquals(parseSlashCommand(typed), { name: "unknown", typed, valid: VALID });
  }
  assertEquals(parseSlashCommand("/ help"), { name: "unknown", typed: "/", valid: VALID });
});

Deno.test("parseSlashCommand() lists the commands that a beginning may stand for", () => {
  for (const [typed, valid] of [["/ex", ["/export", "/exit"]], ["/RE", ["/retry", "/resume"]]] as const) {
    assertEquals(parseSlashCommand(typed), { name: "unknown", typed, valid });
  }
});

Deno.test("parseSlashCommand() keeps blanks within quotes and behind backslashes, and takes no apostrophe for a quote", () => {
  for (
    const [rest, operands] of [
      ['"my notes.md"', ["my notes.md"]],
      ["'我的 笔记.md' b", ["我的 笔记.md", "b"]],
      ["my\\ notes.md", ["my notes.md"]],
      ["C:\\notes\\a.md", ["C:\\notes\\a.md"]],
      ["what's the company's rule", ["what's", "the", "company's", "rule"]],
      ['5" disk "a', ['5"', "disk", '"a']],
      ['"" x', ["", "x"]],
      ["'tis", ["'tis"]],
    ] as const
  ) {
    assertEquals(parseSlashCommand(`/export ${rest}`), { name: "export", operands }, rest);
  }
});

Deno.test("parseSlashCommand() reads the words behind a command", () => {
  assertEquals(parseSlashCommand("/approvals  withdraw\torder_refund "), {
    name: "approvals",
    operands: ["withdraw", "order_refund"],
  });
  assertEquals(parseSlashCommand("/help"), { name: "help", operands: [] });
});

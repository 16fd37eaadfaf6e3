import { assertEquals } from "@std/assert";
import { splitStatements } from "../../../agent/offline/split_statements.ts";

Deno.test("splitStatements() keeps a table with the sentence that introduces it", () => {
  assertEquals(
    splitStatements("先申请。每晚上限如下：\n\n| 城市 | 元 |\n| --- | --- |\n| 北京 | 550 |\n\n境外另算。"),
    [
      "先申请。",
      "每晚上限如下：\n| 城市 | 元 |\n| 北京 | 550 |",
      "境外另算。",
    ],
  );
});

Deno.test("splitStatements() finds the pointing sentence further above, and lets a table without one stand alone", () => {
  assertEquals(
    splitStatements("Up to these limits a night. Ask first.\n\n| City | RMB |\n| Beijing | 550 |"),
    [
      "Up to these limits a night.\n| City | RMB |\n| Beijing | 550 |",
      "Ask first.",
    ],
  );
  assertEquals(splitStatements("Ask first.\n| A | 1 |\n| B | 2 |"), ["Ask first.", "| A | 1 |\n| B | 2 |"]);
});

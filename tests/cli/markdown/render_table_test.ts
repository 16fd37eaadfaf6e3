import { assertEquals } from "@std/assert";
import { renderTable } from "../../../cli/markdown/render_table.ts";
import { dress, markdownStyles } from "../../../cli/markdown/styled_text.ts";

function drawn(lines: readonly string[], columns = 80, color = false): string[] | undefined {
  return renderTable(lines, columns, markdownStyles(color))?.map((line) => line.map(dress).join(""));
}

Deno.test("renderTable() aligns by columns, as its row of dashes says", () => {
  assertEquals(
    drawn(["| 左 | 中 | 右 |", "|:--|:-:|--:|", "| a | b | c |", "| 长一点 | 长一点 | 长一点 |"]),
    [
      "左        中        右",
      "──────  ──────  ──────",
      "a         b          c",
      "长一点  长一点  长一点",
    ],
  );
});

Deno.test("renderTable() makes the header bold and the rule dim", () => {
  assertEquals(drawn(["| a |", "|---|", "| 1 |"], 80, true), ["\x1b[1ma\x1b[0m", "\x1b[2m─\x1b[0m", "1"]);
});

Deno.test("renderTable() keeps rows whose cells are missing or too many, and bars that are escaped", () => {
  assertEquals(drawn(["| a | b |", "|---|---|", "| 1 |", "| 2 | 3 | 4 |", "| x \\| y | |"]), [
    "a      b",
    "─────  ─",
    "1",
    "2      3",
    "x | y",
  ]);
});

Deno.test("renderTable() is a record for each row where columns do not fit", () => {
  assertEquals(drawn(["| 城市 | | Rate |", "|---|---|---|", "| 北京 | x | 550 |", "| 其他 | | 320 |"], 12), [
    "城市：北京",
    "x",
    "Rate: 550",
    "",
    "城市：其他",
    "Rate: 320",
  ]);
});

Deno.test("renderTable() knows what is no table", () => {
  assertEquals(drawn(["| a | b |"]), undefined);
  assertEquals(drawn(["| a", "| b"]), undefined);
  assertEquals(drawn(["| a | b |", "| c |", "| d"]), undefined);
});

import { assertEquals } from "@std/assert";
import { LineWrapper } from "../../../cli/markdown/line_wrapper.ts";

/** What is written for a line that comes in these pieces, piece by piece. */
function writes(pieces: readonly string[], columns = 40): string[] {
  const wrapper = new LineWrapper(columns);
  wrapper.begin([], 0);
  return [...pieces.map((text) => wrapper.put({ text, style: "" })), wrapper.end()];
}

Deno.test("a word far from the edge appears letter by letter", () => {
  assertEquals(writes(["Or", "der", " A", "-10"]), ["Or", "der", " A", "-10", "\n"]);
});

Deno.test("a word near the edge appears once it is known to fit, or where it does not (T37)", () => {
  assertEquals(writes(["Twenty-five columns here ", "depart", "ment ", "of ", "finance"]), [
    "Twenty-five columns here",
    "",
    " department",
    " of",
    "\nfinance",
    "\n",
  ]);
});

Deno.test("a word longer than the window runs over its edge without a line feed", () => {
  const address = `https://e.cn/${"a".repeat(50)}`;
  assertEquals(writes([`see ${address} now`]).join(""), `see ${address} now\n`);
});

Deno.test("no Chinese line begins with a comma or ends with an opening bracket (T37)", () => {
  assertEquals(
    writes(["境内出差订酒店宾馆的房间按城市类别凭发票，实报实销"]).join(""),
    "境内出差订酒店宾馆的房间按城市类别凭发\n票，实报实销\n",
  );
  assertEquals(
    writes(["境内出差订酒店宾馆的房间按城市类别实报（含税）"]).join(""),
    "境内出差订酒店宾馆的房间按城市类别实报\n（含税）\n",
  );
});

Deno.test("a character of two columns never stands across the edge (T37)", () => {
  // 39 columns: the twentieth character would be half outside.
  assertEquals(writes(["中".repeat(21)], 39).join(""), `${"中".repeat(19)}\n中中\n`);
});

Deno.test("letters behind a Han character and a full stop do not run over the edge (T37)", () => {
  // "件." ends in column 39.
  assertEquals(writes([`${"中".repeat(17)}a 件.json`]).join(""), `${"中".repeat(17)}a 件.\njson\n`);
});

Deno.test("styles end before a line does, and begin again behind it", () => {
  const wrapper = new LineWrapper(40);
  wrapper.begin([{ text: "│ ", style: "\x1b[2m" }], 0);
  const text = "Thirty-nine columns are what this holds understood";
  assertEquals(
    wrapper.put({ text, style: "\x1b[1m" }) + wrapper.end(),
    "\x1b[1mThirty-nine columns are what this\x1b[0m\n\x1b[2m│ \x1b[0m\x1b[1mholds understood\x1b[0m\n",
  );
});

Deno.test("a window of under 20 columns is left to the terminal", () => {
  assertEquals(writes(["a line that is longer than that"], 10).join(""), "a line that is longer than that\n");
});

import { assertEquals } from "@std/assert";
import { wrappingOutput } from "../../../cli/text/wrapping_output.ts";
import { RecordingOutput } from "../../_support/recording_output.ts";

const LINES =
  "  1. A line that is so long that it does not fit into a window of eighty columns, indented\nshort\n";

Deno.test("wrappingOutput() breaks lines at a terminal, below where their words began", async () => {
  const output = new RecordingOutput({ terminal: true });
  await wrappingOutput(output).write(LINES);
  assertEquals(
    output.text,
    "  1. A line that is so long that it does not fit into a window of eighty\n  columns, indented\nshort\n",
  );
});

Deno.test("wrappingOutput() leaves a pipe's lines alone", async () => {
  const output = new RecordingOutput();
  await wrappingOutput(output).write(LINES);
  assertEquals(output.text, LINES);
});

Deno.test("the blank behind a question stays, where the answer is typed", async () => {
  const output = new RecordingOutput({ terminal: true });
  const notes = wrappingOutput(output);
  await notes.write("Remove it? [y/N] ");
  await notes.write("a \n");
  assertEquals(output.writes, ["Remove it? [y/N] ", "a\n"]);
});

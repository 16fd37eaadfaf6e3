import { assertEquals } from "@std/assert";
import { tellAside } from "../../cli/tell_aside.ts";
import { RecordingOutput } from "../_support/recording_output.ts";

Deno.test("tellAside() takes a line of its own at a terminal, and writes no control character elsewhere", () => {
  const terminal = new RecordingOutput({ terminal: true });
  const file = new RecordingOutput();
  for (const stream of [terminal, file]) tellAside(stream, "Searching by words only.");
  assertEquals(terminal.text, "\r\x1b[KSearching by words only.\n");
  assertEquals(file.text, "Searching by words only.\n");
});

Deno.test("tellAside() passes on nothing that a terminal would obey", () => {
  const stream = new RecordingOutput();
  tellAside(stream, "Cannot open /tmp/\x1b[2Ja");
  assertEquals(stream.text, "Cannot open /tmp/[2Ja\n");
});

Deno.test("tellAside() survives a stream that is closed", () => {
  const stream = new RecordingOutput();
  stream.failure = new Error("closed");
  tellAside(stream, "lost");
});

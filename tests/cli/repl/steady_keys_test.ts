import { assertEquals } from "@std/assert";
import { promptReader } from "../../../cli/repl/prompt_reader.ts";
import { steadyKeys } from "../../../cli/repl/steady_keys.ts";
import { StandardInput } from "../../../cli/standard_input.ts";
import { FakeByteSource } from "../../_support/fake_byte_source.ts";

Deno.test("steadyKeys() keeps single keys on between the reads of a question, and gives the terminal back once", () => {
  const source = new FakeByteSource({ terminal: true });
  {
    using reader = steadyKeys(promptReader(new StandardInput(source), new AbortController().signal));
    for (const mode of [true, false, true, false]) reader.setRaw(mode);
    assertEquals(source.rawModes, [true]);
  }
  assertEquals(source.rawModes, [true, false]);
});

Deno.test("steadyKeys() leaves a terminal alone that was never asked for keys", () => {
  const source = new FakeByteSource({ terminal: true });
  {
    using _reader = steadyKeys(promptReader(new StandardInput(source), new AbortController().signal));
  }
  assertEquals(source.rawModes, []);
});

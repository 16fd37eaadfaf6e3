import { assertEquals, assertThrows } from "@std/assert";
import { readEmbedderChoice } from "../../../kb/embedders/embedder_choice.ts";

Deno.test("readEmbedderChoice() knows local, none and any model of a server", () => {
  assertEquals(readEmbedderChoice("local"), { kind: "local" });
  assertEquals(readEmbedderChoice("none"), { kind: "none" });
  assertEquals(readEmbedderChoice("openai:bge-m3:latest"), { kind: "openai", model: "bge-m3:latest" });
});

Deno.test("readEmbedderChoice() refuses everything else", () => {
  for (const value of ["", "Local", "openai", "openai:", "openai:a b", "ollama:x"]) {
    const error = assertThrows(() => readEmbedderChoice(value), RangeError);
    assertEquals(error.message, `${JSON.stringify(value)} is unknown. Use local, openai:MODEL or none`);
  }
});

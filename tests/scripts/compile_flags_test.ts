import { assertEquals, assertThrows } from "@std/assert";
import { readCompileFlags } from "../../scripts/compile_flags.ts";

const NONE = {
  lite: false,
  "own-runtime": false,
  target: undefined,
  kb: undefined,
  about: undefined,
  output: undefined,
};

Deno.test("readCompileFlags() reads what deno task compile takes", () => {
  assertEquals(readCompileFlags([]), NONE);
  assertEquals(
    readCompileFlags([
      "--target",
      "macos-arm64",
      "--lite",
      "--own-runtime",
      "--kb=my kb.sqlite",
      "--about",
      "leave",
    ]),
    { ...NONE, lite: true, "own-runtime": true, target: "macos-arm64", kb: "my kb.sqlite", about: "leave" },
  );
  assertEquals(readCompileFlags(["--output", "7"]), { ...NONE, output: "7" });
});

Deno.test("readCompileFlags() refuses what it does not know, and a flag without its value", () => {
  const said = (...args: string[]) =>
    assertThrows(() => readCompileFlags(args), Error).message.replace(/ Use deno task compile .*/, "");
  assertEquals(said("--lit"), "Cannot compile: --lit is unknown.");
  assertEquals(said("-l"), "Cannot compile: -l is unknown.");
  assertEquals(said("lite"), "Cannot compile: lite is unknown.");
  assertEquals(said("--constructor"), "Cannot compile: --constructor is unknown.");
  assertEquals(said("--kb", "--lite"), "Cannot compile: --kb lacks its value.");
  assertEquals(said("--output="), "Cannot compile: --output lacks its value.");
  assertEquals(
    said("--about", "leave"),
    "Cannot compile: --about says what the documents of --kb INDEX are about. Name an index, too",
  );
});

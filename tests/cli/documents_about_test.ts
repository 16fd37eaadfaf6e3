import { assertEquals, assertThrows } from "@std/assert";
import { readAbout } from "../../cli/documents_about.ts";
import { UsageError } from "../../cli/usage_error.ts";

const SOURCE = "HANDRAIL_KB_ABOUT";

Deno.test("readAbout() makes one line of what was written", () => {
  assertEquals(readAbout(" gardening:\r\n\troses,\u0085 bees\u0000 ", SOURCE), "gardening: roses, bees");
  assertEquals([undefined, "", " \n "].map((text) => readAbout(text, SOURCE)), [
    undefined,
    undefined,
    undefined,
  ]);
});

Deno.test("readAbout() takes 300 characters, whatever they are made of", () => {
  assertEquals(readAbout("🌹".repeat(300), SOURCE)?.length, 600);
  assertThrows(
    () => readAbout("园".repeat(301), SOURCE),
    UsageError,
    "Cannot read HANDRAIL_KB_ABOUT: it is 301 characters long. Say it in 300 or fewer",
  );
});

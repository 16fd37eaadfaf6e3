import { assertEquals } from "@std/assert";
import { isExpected, reportFailure } from "../../cli/report_failure.ts";
import { UsageError } from "../../cli/usage_error.ts";
import type { Language } from "../../tools/types.ts";

/** What stands on the screen, and the exit code. */
async function reported(error: unknown, language: Language = "en"): Promise<[string, number]> {
  let said = "";
  const errors = {
    write: (text: string) => {
      said += text;
      return Promise.resolve();
    },
  };
  const code = await reportFailure(error, { errors, language: () => language });
  return [said, code];
}

const USAGE = new UsageError({ en: "Cannot run: no text was given", zh: "无法运行：没有给出文字" });

/** An error by its name. */
function named(name: string, message: string): Error {
  return Object.assign(new Error(message), { name });
}

Deno.test("reportFailure() says a mistake of the caller's in the reader's language, with exit code 2", async () => {
  assertEquals(await reported(USAGE), ["handrail: Cannot run: no text was given\n", 2]);
  assertEquals(await reported(USAGE, "zh"), ["handrail: 无法运行：没有给出文字\n", 2]);
});

Deno.test("reportFailure() names the kind of an error that nobody expected", async () => {
  assertEquals(await reported(named("RangeError", "out of range")), [
    "handrail: RangeError: out of range\n",
    1,
  ]);
  assertEquals(await reported(new Error("the desk is gone")), ["handrail: the desk is gone\n", 1]);
  assertEquals(await reported("a text that was thrown"), ["handrail: a text that was thrown\n", 1]);
});

Deno.test("reportFailure() says nothing to whoever has closed the pipe, and gives a missing key its code", async () => {
  assertEquals(await reported(named("OutputClosedError", "closed")), ["", 141]);
  assertEquals((await reported(named("MissingKeyError", "no key")))[1], 3);
});

Deno.test("reportFailure() lets nothing through that drives the terminal", async () => {
  assertEquals((await reported(new Error("a\x1b[2Jb")))[0], "handrail: a[2Jb\n");
});

Deno.test("isExpected() knows mistakes of the caller's by their names", () => {
  assertEquals([USAGE, named("MissingKeyError", ""), new Error(""), "x"].map(isExpected), [
    true,
    true,
    false,
    false,
  ]);
});

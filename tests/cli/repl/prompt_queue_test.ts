import { assertEquals, assertRejects } from "@std/assert";
import { PromptInterrupted } from "../../../cli/repl/prompt_reader.ts";
import { PromptQueue } from "../../../cli/repl/prompt_queue.ts";
import { RecordingOutput } from "../../_support/recording_output.ts";

function setUp() {
  const output = new RecordingOutput();
  const happened: string[] = [];
  const prompts = new PromptQueue({ output, cancel: () => happened.push("cancelled") });
  return { output, happened, prompts };
}

Deno.test("prompts stand one after the other", async () => {
  const { happened, prompts } = setUp();
  const first = Promise.withResolvers<void>();
  prompts.open("a", async () => {
    happened.push("a begins");
    await first.promise;
    happened.push("a ends");
  });
  prompts.open("b", () => Promise.resolve(void happened.push("b")));
  first.resolve();
  await prompts.settled();
  assertEquals(happened, ["a begins", "a ends", "b"]);
});

Deno.test("a prompt that was settled elsewhere is closed, and one that waits is not asked at all", async () => {
  const { output, happened, prompts } = setUp();
  prompts.open(
    "a",
    (signal) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
  );
  prompts.open("b", () => Promise.resolve(void happened.push("b")));
  await Promise.resolve();
  prompts.close("a");
  prompts.close("b");
  prompts.close("of nobody");
  await prompts.settled();
  assertEquals([happened, output.text], [[], "\n"]);
});

Deno.test("a prompt that is interrupted ends the turn; one that fails says why, and the next one is asked", async () => {
  const { output, happened, prompts } = setUp();
  prompts.open("a", () => Promise.reject(new PromptInterrupted("…")));
  prompts.open("b", () => Promise.reject(new Error("no terminal\x1b")));
  prompts.open("c", () => Promise.resolve(void happened.push("c")));
  await prompts.settled();
  assertEquals(happened, ["cancelled", "cancelled", "c"]);
  assertEquals(output.text, "\n\nError: no terminal\n");
});

Deno.test("what is shown while something is asked comes behind it, in its order, and holds nobody up", async () => {
  const { happened, prompts } = setUp();
  const say = (text: string) => () => Promise.resolve(void happened.push(text));
  await prompts.show(say("before"));
  const answered = Promise.withResolvers<void>();
  prompts.open("a", async () => {
    happened.push("asked");
    await answered.promise;
    happened.push("answered");
  });
  await prompts.show(say("one"));
  await prompts.show(say("two"));
  assertEquals(happened, ["before", "asked"]);
  answered.resolve();
  await prompts.settled();
  assertEquals(happened, ["before", "asked", "answered", "one", "two"]);
});

Deno.test("what cannot be shown at once is told; later it holds up nothing", async () => {
  const { happened, prompts } = setUp();
  const fail = () => Promise.reject(new Error("closed"));
  await assertRejects(() => prompts.show(fail), Error, "closed");
  prompts.open("a", () => Promise.resolve());
  await prompts.show(fail);
  prompts.open("b", () => Promise.resolve(void happened.push("b")));
  await prompts.settled();
  assertEquals(happened, ["b"]);
});

import { assertEquals, assertRejects } from "@std/assert";
import { arrowKeysOnly, PromptInterrupted, promptReader } from "../../../cli/repl/prompt_reader.ts";
import { StandardInput } from "../../../cli/standard_input.ts";
import { FakeByteSource } from "../../_support/fake_byte_source.ts";
import { flushMicrotasks, isSettled } from "../../_support/flush_microtasks.ts";

function setUp() {
  const source = new FakeByteSource({ terminal: true });
  const input = new StandardInput(source);
  const closing = new AbortController();
  return { source, input, closing, reader: promptReader(input, closing.signal) };
}

async function keysOf(reader: ReturnType<typeof promptReader>, size = 64): Promise<string | null> {
  const buffer = new Uint8Array(size);
  const count = await reader.read(buffer);
  return count === null ? null : new TextDecoder().decode(buffer.subarray(0, count));
}

Deno.test("promptReader() passes keys on as they come", async () => {
  const { source, reader } = setUp();
  source.type("\x1b[B");
  source.type("中");
  assertEquals([await keysOf(reader), await keysOf(reader)], ["\x1b[B", "中"]);
});

Deno.test("promptReader() leaves what was typed behind Enter to the next reader", async () => {
  const { source, input, reader } = setUp();
  source.type("yes\rnext line\r");
  assertEquals(await keysOf(reader), "yes\r");
  assertEquals(await input.readLine(), "next line");
});

for (
  const [name, keys] of [["Ctrl-C", "\x03"], ["Ctrl-D", "\x04"], [
    "Ctrl-C behind other keys",
    "ab\x03",
  ]] as const
) {
  Deno.test(`promptReader() ends the prompt on ${name}, and nothing else`, async () => {
    const { source, input, reader } = setUp();
    source.type(keys);
    await assertRejects(() => keysOf(reader), PromptInterrupted);
    source.type("after\r");
    assertEquals(await input.readLine(), "after");
  });
}

Deno.test("promptReader() does not take a Ctrl-C behind Enter for the prompt's", async () => {
  const { source, reader } = setUp();
  source.type("ok\r\x03");
  assertEquals(await keysOf(reader), "ok\r");
});

Deno.test("promptReader() ends the prompt at the end of input, which never answers", async () => {
  const { source, reader } = setUp();
  source.end();
  await assertRejects(() => keysOf(reader), PromptInterrupted);
});

Deno.test("promptReader() rejects with the signal's reason when the prompt is closed", async () => {
  const { source, input, closing, reader } = setUp();
  const keys = keysOf(reader);
  await flushMicrotasks();
  closing.abort(new Error("settled elsewhere"));
  await assertRejects(() => keys, Error, "settled elsewhere");
  source.type("for the next one\r");
  assertEquals(await input.readLine(), "for the next one");
});

Deno.test("promptReader() switches and asks the terminal that it stands for", () => {
  const { source, reader } = setUp();
  reader.setRaw(true, { cbreak: false });
  reader.setRaw(false);
  assertEquals([source.rawModes, reader.isTerminal()], [[true, false], true]);
});

Deno.test("arrowKeysOnly() passes up, down and Enter, in both manners of a terminal", async () => {
  const { source, reader } = setUp();
  source.type("\x1b[A\x1b[B\x1bOA\x1bOB\r");
  assertEquals(await keysOf(arrowKeysOnly(reader)), "\x1b[A\x1b[B\x1bOA\x1bOB\r");
});

Deno.test("arrowKeysOnly() passes nothing that types text, jumps or searches", async () => {
  const { source, reader } = setUp();
  source.type("3 orders 允许一次 jk\t\x7f\x1b[H\x1b[1;5B\x1b3\x1b[3~\x0e\x10\nAB[B\r");
  assertEquals(await keysOf(arrowKeysOnly(reader)), "\r");
});

Deno.test("arrowKeysOnly() goes on waiting while only other keys come", async () => {
  const { source, reader } = setUp();
  const keys = keysOf(arrowKeysOnly(reader));
  source.type("yes\n");
  assertEquals(await isSettled(keys), false);
  source.type("\r");
  assertEquals(await keys, "\r");
});

Deno.test("arrowKeysOnly() knows an arrow key that comes in pieces, or into a small buffer", async () => {
  const { source, reader } = setUp();
  const arrows = arrowKeysOnly(reader);
  const first = keysOf(arrows);
  for (const piece of ["x\x1b", "[", "B", "\x1b[A\r"]) source.type(piece);
  assertEquals([await first, await keysOf(arrows, 2), await keysOf(arrows, 2)], ["\x1b[B", "\x1b[", "A\r"]);
});

Deno.test("arrowKeysOnly() lets Ctrl-C and the end of input through", async () => {
  for (const end of ["\x03", null]) {
    const { source, reader } = setUp();
    source.type("abc");
    if (end === null) source.end();
    else source.type(end);
    await assertRejects(() => keysOf(arrowKeysOnly(reader)), PromptInterrupted);
  }
});

import { assertEquals, assertRejects } from "@std/assert";
import { StandardInput } from "../../cli/standard_input.ts";
import { FakeByteSource } from "../_support/fake_byte_source.ts";
import { flushMicrotasks, isSettled } from "../_support/flush_microtasks.ts";

function setUp({ terminal = false } = {}) {
  const source = new FakeByteSource({ terminal });
  return { source, input: new StandardInput(source) };
}

/** Reads up to so many bytes, as text. */
async function take(input: StandardInput, size: number, options?: Parameters<StandardInput["read"]>[1]) {
  const buffer = new Uint8Array(size);
  const count = await input.read(buffer, options);
  return count === null ? null : new TextDecoder().decode(buffer.subarray(0, count));
}

Deno.test("readLine() takes line by line, whatever the chunks", async () => {
  const { source, input } = setUp();
  for (const chunk of ["on", "e\ntwo\n\nth", "ree"]) source.type(chunk);
  source.end();
  assertEquals(await Array.fromAsync({ length: 5 }, () => input.readLine()), [
    "one",
    "two",
    "",
    "three",
    null,
  ]);
  assertEquals(await input.readLine(), null);
});

Deno.test("readLine() strips the CR of CRLF, also when the two come apart (T6)", async () => {
  const { source, input } = setUp();
  for (const chunk of ["one\r\ntwo\r", "\nthree\r"]) source.type(chunk);
  source.end();
  assertEquals(await Array.fromAsync({ length: 4 }, () => input.readLine()), ["one", "two", "three", null]);
});

Deno.test("readLine() keeps a lone CR when the input is no terminal", async () => {
  const { source, input } = setUp();
  source.type("a\rb\r\r\n");
  assertEquals(await input.readLine(), "a\rb\r");
});

Deno.test("readLine() takes a CR for the end of a line at a terminal", async () => {
  const { source, input } = setUp({ terminal: true });
  source.type("one\rtwo\r\nthree\nfour\r");
  assertEquals(await Array.fromAsync({ length: 4 }, () => input.readLine()), ["one", "two", "three", "four"]);
});

Deno.test("readLine() gives a character whole that came in two reads, wherever it was cut (T12)", async () => {
  const bytes = new TextEncoder().encode("中文😀\n");
  for (let cut = 1; cut < bytes.length; cut++) {
    const { source, input } = setUp();
    source.type(bytes.slice(0, cut));
    const line = input.readLine();
    await flushMicrotasks();
    source.type(bytes.slice(cut));
    assertEquals(await line, "中文😀");
  }
});

Deno.test("readLine() takes lines whose end is two bytes, wherever they are cut, and no half of another character (T39)", async () => {
  // "上\r\nā\n" and "x", UTF-16LE: 上 is 0A 4E, and ā before the line feed makes 01 0A, 00.
  const bytes = new Uint8Array([0x0a, 0x4e, 0x0d, 0, 0x0a, 0, 0x01, 0x01, 0x0a, 0, 0x78, 0]);
  const text = { decode: (line: Uint8Array) => new TextDecoder("utf-16le").decode(line) };
  for (let cut = 0; cut <= bytes.length; cut++) {
    const source = new FakeByteSource();
    const input = new StandardInput(source, { ...text, lineFeed: () => new Uint8Array([0x0a, 0]) });
    source.type(bytes.subarray(0, cut));
    source.type(bytes.subarray(cut));
    source.end();
    assertEquals(await Array.fromAsync({ length: 4 }, () => input.readLine()), ["上", "ā", "x", null]);
  }
});

Deno.test("readLine() waits for the end of a line", async () => {
  const { source, input } = setUp();
  const line = input.readLine();
  source.type("half");
  assertEquals(await isSettled(line), false);
  source.type(" and half\n");
  assertEquals(await line, "half and half");
});

Deno.test("readLine() that gives up leaves what was typed so far to the next reader", async () => {
  const { source, input } = setUp();
  const closing = new AbortController();
  const given = input.readLine(closing.signal);
  source.type("ha");
  await flushMicrotasks();
  closing.abort(new Error("closed"));
  await assertRejects(() => given, Error, "closed");
  const next = input.readLine();
  source.type("lf\n");
  assertEquals(await next, "half");
});

Deno.test("interrupt() ends the wait for a line that has no signal, and nothing else", async () => {
  const { source, input } = setUp({ terminal: true });
  assertEquals(input.interrupt(), false);
  const line = input.readLine();
  source.type("ha");
  await flushMicrotasks();
  assertEquals([input.interrupt(), input.interrupt()], [true, false]);
  assertEquals((await assertRejects(() => line, DOMException)).name, "AbortError");
  const signalled = input.readLine(new AbortController().signal);
  assertEquals(input.interrupt(), false);
  source.type("lf\n");
  assertEquals(await signalled, "half");
  const whole = input.readLine();
  source.type("x\n");
  assertEquals([await whole, input.interrupt()], ["x", false]);
});

Deno.test("read() that gives up leaves the read under way to the next reader", async () => {
  const { source, input } = setUp();
  for (let round = 0; round < 3; round++) {
    const closing = new AbortController();
    const given = take(input, 8, { signal: closing.signal });
    await flushMicrotasks();
    closing.abort(new Error("closed"));
    await assertRejects(() => given, Error, "closed");
  }
  const next = take(input, 8);
  await flushMicrotasks();
  assertEquals([source.reads, source.mostAtOnce], [1, 1]);
  source.type("late");
  assertEquals(await next, "late");
});

Deno.test("read() does not wait with a signal that has been given already, and begins no read", async () => {
  const { source, input } = setUp();
  await assertRejects(
    () => take(input, 8, { signal: AbortSignal.abort(new Error("closed")) }),
    Error,
    "closed",
  );
  assertEquals(source.reads, 0);
});

Deno.test("read() takes no more than fits and keeps the rest", async () => {
  const { source, input } = setUp();
  source.type("abcdef");
  assertEquals([await take(input, 4), await take(input, 4)], ["abcd", "ef"]);
  assertEquals(source.reads, 1);
});

Deno.test("read() ends behind the byte that it is told to stop after", async () => {
  const { source, input } = setUp();
  const CR = 0x0d;
  source.type("ab\rcd\r\rnext line\n");
  for (const expected of ["ab\r", "cd\r", "\r"]) {
    assertEquals(await take(input, 64, { stopAfter: [CR] }), expected);
  }
  assertEquals(await input.readLine(), "next line");
});

Deno.test("read() with a byte to stop after gives what is there when that byte is not", async () => {
  const { source, input } = setUp();
  source.type("ab");
  assertEquals(await take(input, 64, { stopAfter: [0x0d] }), "ab");
  source.type("abc\r");
  assertEquals(await take(input, 2, { stopAfter: [0x0d] }), "ab");
  assertEquals(await take(input, 64, { stopAfter: [0x0d] }), "c\r");
});

Deno.test("StandardInput never reads its source twice at a time, and gives each byte to one reader", async () => {
  const { source, input } = setUp();
  const lines = [input.readLine(), input.readLine(), input.readLine()];
  await flushMicrotasks();
  assertEquals(source.mostAtOnce, 1);
  source.type("one\ntwo\n");
  source.type("three\n");
  assertEquals(await Promise.all(lines), ["one", "two", "three"]);
  assertEquals([source.reads, source.mostAtOnce], [2, 1]);
});

Deno.test("StandardInput does not read ahead of what is asked for", async () => {
  const { source, input } = setUp();
  source.type("one\n");
  source.type("two\n");
  assertEquals(await input.readLine(), "one");
  await flushMicrotasks();
  assertEquals(source.reads, 1);
});

Deno.test("StandardInput has ended for every reader once it has ended", async () => {
  const { source, input } = setUp();
  const waiting = [input.readLine(), input.readLine()];
  source.end();
  assertEquals(await Promise.all(waiting), [null, null]);
  assertEquals(await take(input, 8), null);
  assertEquals(await input.readAll(), "");
  assertEquals(await Array.fromAsync(input.chunks()), []);
  assertEquals(source.reads, 1);
});

Deno.test("StandardInput passes an error of the source on, and works again afterwards", async () => {
  const { source, input } = setUp();
  const line = input.readLine();
  source.fail(new Error("the source broke"));
  await assertRejects(() => line, Error, "the source broke");
  source.type("again\n");
  assertEquals(await input.readLine(), "again");
});

Deno.test("StandardInput is not upset by an error that comes when its reader has given up", async () => {
  const { source, input } = setUp();
  const closing = new AbortController();
  const line = input.readLine(closing.signal);
  closing.abort(new Error("closed"));
  await assertRejects(() => line, Error, "closed");
  source.fail(new Error("nobody hears this"));
  await flushMicrotasks();
  source.type("next\n");
  assertEquals(await input.readLine(), "next");
});

Deno.test("readAll() and chunks() begin with what an earlier reader left", async () => {
  for (const rest of ["readAll", "chunks"] as const) {
    const { source, input } = setUp();
    source.type("line\nre");
    source.type("st");
    source.end();
    assertEquals(await input.readLine(), "line");
    const texts = rest === "readAll"
      ? [await input.readAll()]
      : (await Array.fromAsync(input.chunks())).map((chunk) => new TextDecoder().decode(chunk));
    assertEquals(texts.join(""), "rest");
  }
});

Deno.test("chunks() gives chunks of their own: a later one does not overwrite an earlier one", async () => {
  const { source, input } = setUp();
  source.type("aaaa");
  source.type("bb");
  source.end();
  const chunks = await Array.fromAsync(input.chunks());
  assertEquals(chunks.map((chunk) => new TextDecoder().decode(chunk)), ["aaaa", "bb"]);
});

Deno.test("StandardInput asks its source about the terminal", () => {
  const { source, input } = setUp({ terminal: true });
  input.setRaw(true);
  input.setRaw(false);
  assertEquals([input.isTerminal(), source.rawModes], [true, [true, false]]);
  assertEquals(setUp().input.isTerminal(), false);
});

import { assertEquals } from "@std/assert";
import { KeySource } from "../../../cli/repl/key_source.ts";
import { StandardInput } from "../../../cli/standard_input.ts";
import { FakeByteSource } from "../../_support/fake_byte_source.ts";
import { flushMicrotasks } from "../../_support/flush_microtasks.ts";

const LEFT = "\x1b[D";

function setUp() {
  const keyboard = new FakeByteSource({ terminal: true });
  const input = new StandardInput(keyboard);
  /** Both are over when a test says so. */
  const [burst, ahead] = [new AbortController(), new AbortController()];
  const keys = new KeySource({ input, burstTimeout: () => burst.signal, aheadTimeout: () => ahead.signal });
  const next = async () => new TextDecoder().decode(await keys.next() ?? new Uint8Array());
  return { keyboard, input, burst, ahead, next };
}

Deno.test("Enter alone is given at once, whatever follows (T38)", async () => {
  const { keyboard, next } = setUp();
  for (const key of ["h", "i", "\r"]) {
    keyboard.type(key);
    assertEquals(await next(), key);
  }
});

Deno.test("Enter in the middle of a burst is a line feed of the message (T38)", async () => {
  const { keyboard, burst, next } = setUp();
  keyboard.type("one\rtwo\r");
  assertEquals(await next(), "one↵");
  const last = next();
  await flushMicrotasks();
  burst.abort();
  assertEquals(await last, "two\r");
});

Deno.test("a burst may come in pieces, and hold empty lines and tabs (T38)", async () => {
  const { keyboard, burst, next } = setUp();
  keyboard.type("one\rtwo\r");
  assertEquals(await next(), "one↵");
  const second = next();
  await flushMicrotasks();
  keyboard.type("\r\tthree\r");
  assertEquals([await second, await next()], ["two↵", "↵"]);
  const last = next();
  await flushMicrotasks();
  burst.abort();
  assertEquals(await last, " three\r");
});

Deno.test("a tab is a key of its own outside of a burst, and a blank within (T38)", async () => {
  const { keyboard, next } = setUp();
  keyboard.type("/to\t");
  assertEquals(await next(), "/to\t");
  keyboard.type("if (a)\tb\r\tc");
  assertEquals([await next(), await next()], ["if (a) b↵", " c"]);
});

Deno.test("a long line at once may be the beginning of more (T38)", async () => {
  const { keyboard, next } = setUp();
  const line = "a".repeat(255);
  keyboard.type(`${line}\r`);
  const first = next();
  await flushMicrotasks();
  keyboard.type("b");
  assertEquals(await first, `${line}↵`);
});

Deno.test("a line and Enter at once are sent, and no read is left open behind them (T38)", async () => {
  const { keyboard, next } = setUp();
  keyboard.type("Where is order A-1024?\r");
  assertEquals(await next(), "Where is order A-1024?\r");
  await flushMicrotasks();
  assertEquals(keyboard.reads, 1);
});

Deno.test("Enter before a key that is no text is sent: the key is meant for what comes up (T38)", async () => {
  const { keyboard, input, next } = setUp();
  keyboard.type(`refund\r${LEFT}\r`);
  assertEquals(await next(), "refund\r");
  assertEquals(input.peek(), 0x1b);
});

Deno.test("a line feed always sends: the line was typed while a turn ran (T38)", async () => {
  const { keyboard, next } = setUp();
  keyboard.type("one\ntwo\n");
  assertEquals([await next(), await next()], ["one\n", "two\n"]);
});

Deno.test("NUL is Ctrl-D when it was typed ahead, and itself when it is typed later", async () => {
  const early = setUp();
  early.keyboard.type("\0");
  assertEquals(await early.next(), "\x04");
  const late = setUp();
  late.ahead.abort();
  const key = late.next();
  await flushMicrotasks();
  late.keyboard.type("\0");
  assertEquals(await key, "\0");
});

Deno.test("the end of input is the end of keys", async () => {
  const { keyboard, input, burst, ahead } = setUp();
  keyboard.end();
  const keys = new KeySource({ input, burstTimeout: () => burst.signal, aheadTimeout: () => ahead.signal });
  assertEquals(await keys.next(), null);
});

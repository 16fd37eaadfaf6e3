import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { Input } from "@cliffy/prompt/input";
import { Select } from "@cliffy/prompt/select";
import { fileURLToPath } from "node:url";
import { FakeTerminal } from "../_support/fake_terminal.ts";

const DOWN = "\u001b[B";
const UP = "\u001b[A";
const ENTER = "\r";
const OPTIONS = [
  { value: "deny", name: "Deny" },
  { value: "once", name: "Allow once" },
  { value: "session", name: "允许本次会话" },
];

function choose(terminal: FakeTerminal, chosen?: string): Promise<string> {
  return Select.prompt({
    message: "Allow?",
    options: OPTIONS,
    ...(chosen !== undefined && { default: chosen }),
    reader: terminal,
    writer: terminal,
  });
}

function type(
  terminal: FakeTerminal,
  options: { default?: string; minLength?: number } = {},
): Promise<string> {
  return Input.prompt({ message: "Why?", reader: terminal, writer: terminal, ...options });
}

/** Lets everything that is due run, so that a read too many would show. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setTimeout(resolve, 0));
}

Deno.test("Select: Enter takes the default", async () => {
  assertEquals(await choose(new FakeTerminal([ENTER]), "deny"), "deny");
  assertEquals(await choose(new FakeTerminal([ENTER]), "once"), "once");
});

Deno.test("Select: Enter takes the first entry when there is no default", async () => {
  assertEquals(await choose(new FakeTerminal([ENTER])), "deny");
});

Deno.test("Select: arrow keys move, round the ends too", async () => {
  assertEquals(await choose(new FakeTerminal([DOWN, ENTER]), "deny"), "once");
  assertEquals(await choose(new FakeTerminal([DOWN, DOWN, UP, ENTER]), "deny"), "once");
  assertEquals(await choose(new FakeTerminal([DOWN, DOWN, DOWN, ENTER]), "deny"), "deny");
  assertEquals(await choose(new FakeTerminal([UP, ENTER]), "deny"), "session");
});

Deno.test("Select: keys that come in one chunk count one by one", async () => {
  assertEquals(await choose(new FakeTerminal([DOWN + DOWN + ENTER]), "deny"), "session");
});

Deno.test("Select: the letters and digits that cliffy knows move", async () => {
  for (const key of ["j", "d", "n", "2"]) {
    assertEquals(await choose(new FakeTerminal([key, ENTER]), "deny"), "once", key);
  }
  for (const key of ["k", "u", "p", "8"]) {
    assertEquals(await choose(new FakeTerminal([key, ENTER]), "session"), "once", key);
  }
});

Deno.test("Select: other letters, digits and words choose nothing", async () => {
  for (const keys of ["3", "a", "Al", "y", "允", "允许", "😀", " ", "\u007f", "\t"]) {
    assertEquals(await choose(new FakeTerminal([keys, ENTER]), "deny"), "deny", keys);
  }
});

Deno.test("Select: draws the message and the entries' names", async () => {
  const terminal = new FakeTerminal([ENTER]);
  await choose(terminal);
  for (const text of ["Allow?", "Deny", "Allow once", "允许本次会话"]) {
    assertStringIncludes(terminal.drawn, text);
  }
});

Deno.test("Select: an entry without a name shows its value", async () => {
  const terminal = new FakeTerminal([DOWN, ENTER]);
  const options = [{ value: 7 }, { value: 42 }];
  assertEquals(await Select.prompt({ message: "Which?", options, reader: terminal, writer: terminal }), 42);
  assertStringIncludes(terminal.drawn, "42");
});

Deno.test("Input: gives what was typed, also in Chinese", async () => {
  assertEquals(await type(new FakeTerminal(["wrong size", ENTER])), "wrong size");
  assertEquals(await type(new FakeTerminal(["买", "错了", "，退款", ENTER])), "买错了，退款");
  assertEquals(await type(new FakeTerminal(["好的" + ENTER])), "好的");
});

Deno.test("Input: takes out what was deleted", async () => {
  assertEquals(await type(new FakeTerminal(["wrongg", "\u007f", " size", ENTER])), "wrong size");
  assertEquals(await type(new FakeTerminal(["退货款", "\u007f", "\u007f", "款", ENTER])), "退款");
});

Deno.test("Input: reads a line that is longer than one read", async () => {
  const line = "退款原因".repeat(40);
  assertEquals(await type(new FakeTerminal([line, ENTER])), line);
});

Deno.test("Input: a text that is pasted goes in as one, behind and before keys, and is not drawn letter by letter", async () => {
  const page = "退款 order B-0001, ".repeat(250);
  const terminal = new FakeTerminal(["a", "b", page, "\u007f", "!", ENTER]);
  assertEquals(await type(terminal), `ab${page.slice(0, -1)}!`);
  // 4,250 letters, each drawn with all that stand before it, would be some nine million.
  assert(terminal.drawn.length < 2_000_000, String(terminal.drawn.length));
});

Deno.test("Input: a character that is cut in two by a read stays whole", async () => {
  const terminal = new FakeTerminal([]);
  const bytes = new TextEncoder().encode("款\r");
  const chunks = [bytes.slice(0, 1), bytes.slice(1)];
  terminal.read = (buffer) => {
    const chunk = chunks.shift();
    if (!chunk) return new Promise(() => {});
    buffer.set(chunk);
    return Promise.resolve(chunk.length);
  };
  assertEquals(await type(terminal), "款");
});

Deno.test("Input: Enter alone gives the default, or nothing", async () => {
  assertEquals(await type(new FakeTerminal([ENTER]), { default: "none given" }), "none given");
  assertEquals(await type(new FakeTerminal([ENTER])), "");
});

Deno.test("Input: asks on when the answer is too short", async () => {
  const terminal = new FakeTerminal(["ab", ENTER, "cd", ENTER]);
  assertEquals(await type(terminal, { minLength: 3 }), "abcd");
  assertStringIncludes(terminal.drawn, "Value must be longer then 3 but has a length of 2.");
});

Deno.test("a prompt rejects with the error of its reader", async () => {
  const interrupted = new RangeError("interrupted");
  for (const prompt of [choose, type]) {
    const terminal = new FakeTerminal([interrupted]);
    assertEquals(await assertRejects(() => prompt(terminal), RangeError), interrupted);
    assertEquals(terminal.raw, [true, false]);
  }
});

Deno.test("a prompt rejects with the error of its reader after some keys, and reads no more", async () => {
  const terminal = new FakeTerminal([DOWN, new RangeError("interrupted"), ENTER]);
  await assertRejects(() => choose(terminal), RangeError, "interrupted");
  await settle();
  assertEquals([terminal.reads, terminal.keys], [2, [ENTER]]);
});

Deno.test("a prompt rejects when its input ends", async () => {
  for (const prompt of [choose, type]) {
    await assertRejects(
      () => prompt(new FakeTerminal([null])),
      Error,
      "Cannot read the answer: the input has ended",
    );
  }
});

Deno.test("a prompt reads nothing more once it is answered", async () => {
  for (const prompt of [choose, type]) {
    const terminal = new FakeTerminal([ENTER, "for the next reader"]);
    await prompt(terminal);
    await settle();
    assertEquals([terminal.reads, terminal.keys], [1, ["for the next reader"]]);
  }
});

Deno.test("a prompt that follows another gets the next keys", async () => {
  const terminal = new FakeTerminal([DOWN, ENTER, "因为", "坏了", ENTER, ENTER]);
  assertEquals(await choose(terminal, "deny"), "once");
  assertEquals(await type(terminal), "因为坏了");
  assertEquals(await choose(terminal, "deny"), "deny");
  assertEquals(terminal.keys, []);
});

Deno.test("a prompt leaves raw mode as often as it enters it", async () => {
  const terminal = new FakeTerminal([DOWN, DOWN, ENTER]);
  await choose(terminal);
  assertEquals(terminal.raw, [true, false, true, false, true, false]);
});

Deno.test("a prompt does not switch modes where there is no terminal", async () => {
  const terminal = new FakeTerminal([ENTER], { terminal: false });
  assertEquals(await choose(terminal, "once"), "once");
  assertEquals(terminal.raw, []);
});

Deno.test("Ctrl-C in a prompt ends the program with 130", async () => {
  const worker = fileURLToPath(new URL("../_support/prompt_worker.ts", import.meta.url));
  const { code } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", "--allow-read", "--allow-env", worker],
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).output();
  assertEquals(code, 130);
});

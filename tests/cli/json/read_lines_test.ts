import { assertEquals, assertLess } from "@std/assert";
import fc from "fast-check";
import { type Line, readLines } from "../../../cli/json/read_lines.ts";

const encoder = new TextEncoder();

/** Reads chunks to their end. */
async function linesOf(chunks: readonly Uint8Array[], maxLineBytes = 1_000_000): Promise<Line[]> {
  return await Array.fromAsync(readLines(ReadableStream.from(chunks), maxLineBytes));
}

/** Cuts bytes in front of the given positions. */
function cutAt(bytes: Uint8Array, positions: readonly number[]): Uint8Array[] {
  const cuts = [0, ...[...positions].sort((a, b) => a - b), bytes.length];
  return cuts.slice(1).map((end, at) => bytes.slice(cuts[at], end));
}

function text(line: string): Line {
  return { text: line };
}

function join(...parts: (string | number[])[]): Uint8Array {
  return Uint8Array.from(
    parts.flatMap((part) => typeof part === "string" ? [...encoder.encode(part)] : part),
  );
}

Deno.test("readLines() gives each line without its end, also the last one", async () => {
  assertEquals(await linesOf([encoder.encode("one\ntwo\r\nthree")]), [
    text("one"),
    text("two"),
    text("three"),
  ]);
});

Deno.test("readLines() gives nothing for no input, empty chunks and blank lines (T6)", async () => {
  assertEquals(await linesOf([]), []);
  assertEquals(await linesOf([new Uint8Array(), encoder.encode("\n\r\n \t\n\r"), new Uint8Array()]), []);
});

Deno.test("readLines() strips one CR and keeps every other (T6)", async () => {
  assertEquals(await linesOf([encoder.encode("a\rb\r\r\nc\r")]), [text("a\rb\r"), text("c")]);
});

Deno.test("readLines() never cuts a character, wherever the bytes are cut (T12)", async () => {
  const bytes = encoder.encode("中文😀\né\r\n");
  for (let first = 0; first <= bytes.length; first++) {
    for (let second = first; second <= bytes.length; second++) {
      assertEquals(await linesOf(cutAt(bytes, [first, second])), [text("中文😀"), text("é")]);
    }
  }
});

Deno.test("readLines() does not split on U+2028, U+2029, U+0085, form feed or a lone CR (T11)", async () => {
  const line = "a\u2028b\u2029c\u0085d\fe\rf";
  assertEquals(await linesOf([encoder.encode(`${line}\n`)]), [text(line)]);
});

Deno.test("readLines() keeps a byte order mark and NUL: it is not for the reader of lines to judge", async () => {
  assertEquals(await linesOf([encoder.encode("\ufeffa\0b\n")]), [text("\ufeffa\0b")]);
});

Deno.test("readLines() gives a line as soon as its end has come", async () => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const lines = readLines(readable, 100);
  writer.write(encoder.encode("first\nsec"));
  assertEquals(await lines.next(), { done: false, value: text("first") });
  writer.write(encoder.encode("ond\n"));
  assertEquals(await lines.next(), { done: false, value: text("second") });
  writer.close();
  assertEquals(await lines.next(), { done: true, value: undefined });
});

Deno.test("readLines() is not disturbed by a source that fills the same buffer again and again", async () => {
  async function* reused() {
    const buffer = new Uint8Array(2);
    for (const piece of ["ab", "cd", "\ne"]) {
      buffer.set(encoder.encode(piece));
      yield await Promise.resolve(buffer);
    }
  }
  assertEquals(await Array.fromAsync(readLines(reused(), 100)), [text("abcd"), text("e")]);
});

Deno.test("readLines() passes an error of the source on", async () => {
  async function* broken() {
    yield encoder.encode("a\nb");
    await Promise.reject(new TypeError("the source broke"));
  }
  const seen: Line[] = [];
  let caught: unknown;
  try {
    for await (const line of readLines(broken(), 100)) seen.push(line);
  } catch (error) {
    caught = error;
  }
  assertEquals(seen, [text("a")]);
  assertEquals((caught as Error).message, "the source broke");
});

const TOO_LONG: Line = { error: "line_too_long", limitBytes: 4 };

for (
  const [name, input, expected] of [
    ["limit - 1 bytes", "abc", text("abc")],
    ["limit bytes", "abcd", text("abcd")],
    ["limit bytes and a CR", "abcd\r", text("abcd")],
    ["limit + 1 bytes", "abcde", TOO_LONG],
    ["limit + 1 bytes and a CR", "abcde\r", TOO_LONG],
    ["limit bytes and two CR", "abcd\r\r", TOO_LONG],
    ["limit + 2 bytes", "abcdef", TOO_LONG],
    ["limit + 1 bytes in two characters", "中ab", TOO_LONG],
    ["limit bytes in two characters", "中a", text("中a")],
    ["limit + 1 blanks", "     ", TOO_LONG],
  ] as const
) {
  Deno.test(`readLines() judges a line of ${name} the same, wherever it is cut and whether or not it ends`, async () => {
    for (const [end, after] of [["", []], ["\n", []], ["\nok\n", [text("ok")]]] as const) {
      const bytes = encoder.encode(input + end);
      for (let first = 0; first <= bytes.length; first++) {
        for (let second = first; second <= bytes.length; second++) {
          assertEquals(
            await linesOf(cutAt(bytes, [first, second]), 4),
            [expected, ...after],
            JSON.stringify([input + end, first, second]),
          );
        }
      }
    }
  });
}

Deno.test("readLines() reports a line that is too long before its end has come, and once", async () => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const lines = readLines(readable, 4);
  writer.write(encoder.encode("abcdef"));
  assertEquals((await lines.next()).value, TOO_LONG);
  for (let more = 0; more < 5; more++) writer.write(encoder.encode("abcdefgh"));
  writer.write(encoder.encode("\nnext\n"));
  writer.close();
  assertEquals((await lines.next()).value, text("next"));
  assertEquals((await lines.next()).done, true);
});

Deno.test("readLines() names the first bad byte of a line, counted from the line's beginning (T12)", async () => {
  const bad = (offset: number): Line => ({ error: "invalid_utf8", offset });
  for (
    const [bytes, offset] of [
      [join([0xff]), 0],
      [join("中", [0x80]), 3],
      [join("ab", [0xe4, 0xb8], "c"), 2], // a character of three bytes with two
      [join("ab", [0xe4, 0xb8]), 2],
      [join([0xf0, 0x9f, 0x98]), 0],
      [join("a", [0xc0, 0xaf]), 1], // overlong
      [join("a", [0xe0, 0x80, 0x80]), 1], // overlong
      [join("a", [0xed, 0xa0, 0x80]), 1], // a surrogate
      [join("a", [0xf4, 0x90, 0x80, 0x80]), 1], // above U+10FFFF
      [join("\ufffd\ufffd", [0xff]), 6], // real replacement characters before it
      [join("\ufffd", [0xef, 0xbf], "\ufffd"), 3],
      [join("\ufeff", [0xff]), 3],
    ] as const
  ) {
    const input = join("before\n", [...bytes], "\nafter\n");
    assertEquals(await linesOf([input]), [text("before"), bad(offset), text("after")], String(bytes));
  }
});

Deno.test("readLines() finds the bad byte behind many replacement characters without going over them again and again", async () => {
  const count = 100_000;
  const bytes = join(new Array(count).fill("\ufffd").join(""), [0xff]);
  const startedAt = performance.now();
  assertEquals(await linesOf([bytes]), [{ error: "invalid_utf8", offset: 3 * count }]);
  // Milliseconds when each is passed once, more than twenty seconds when each begins anew.
  assertLess(performance.now() - startedAt, 2_000);
});

/** Where UTF-8 (Unicode 17, table 3-7) is first violated: where the bad character begins; -1 when it is not. */
function badByte(bytes: Uint8Array): number {
  const within = (at: number, from: number, to: number) => {
    const byte = bytes[at];
    return byte !== undefined && byte >= from && byte <= to;
  };
  const tail = (at: number, count: number): boolean =>
    count === 0 || (within(at, 0x80, 0xbf) && tail(at + 1, count - 1));
  for (let at = 0; at < bytes.length;) {
    if (within(at, 0x00, 0x7f)) at += 1;
    else if (within(at, 0xc2, 0xdf) && tail(at + 1, 1)) at += 2;
    else if (within(at, 0xe0, 0xe0) && within(at + 1, 0xa0, 0xbf) && tail(at + 2, 1)) at += 3;
    else if (within(at, 0xed, 0xed) && within(at + 1, 0x80, 0x9f) && tail(at + 2, 1)) at += 3;
    else if (within(at, 0xe1, 0xef) && !within(at, 0xed, 0xed) && tail(at + 1, 2)) at += 3;
    else if (within(at, 0xf0, 0xf0) && within(at + 1, 0x90, 0xbf) && tail(at + 2, 2)) at += 4;
    else if (within(at, 0xf1, 0xf3) && tail(at + 1, 3)) at += 4;
    else if (within(at, 0xf4, 0xf4) && within(at + 1, 0x80, 0x8f) && tail(at + 2, 2)) at += 4;
    else return at;
  }
  return -1;
}

Deno.test("readLines() finds the bad byte that a check byte by byte finds (T12)", async () => {
  const piece = fc.oneof(
    fc.constantFrom("a", "é", "中", "😀", "\ufffd").map((character) => encoder.encode(character)),
    fc.uint8Array({ minLength: 1, maxLength: 3 }),
    fc.constantFrom("中", "😀").map((character) => encoder.encode(character).slice(0, -1)),
  );
  await fc.assert(fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 8 }), async (pieces) => {
    // A leading letter, so that the line is not blank; no LF and no CR, so that it is one whole line.
    const bytes = join(
      "x",
      pieces.flatMap((bytes) => [...bytes]).filter((byte) => byte !== 10 && byte !== 13),
    );
    const offset = badByte(bytes);
    const expected: Line = offset < 0 ? text(new TextDecoder().decode(bytes)) : {
      error: "invalid_utf8",
      offset,
    };
    assertEquals(await linesOf([bytes]), [expected]);
  }));
});

const pieceOfText = fc.constantFrom(
  "a",
  " ",
  "中文",
  "😀",
  "é",
  "\u2028",
  "\u2029",
  "\t",
  "\r",
  "\n",
  "\r\n",
  "\n\n",
  "\0",
);

Deno.test("readLines() gives the lines of any text, however its bytes are cut (T6, T11, T12)", async () => {
  await fc.assert(fc.asyncProperty(
    fc.array(pieceOfText, { maxLength: 30 }),
    fc.array(fc.nat(200), { maxLength: 12 }),
    async (pieces, positions) => {
      const whole = pieces.join("");
      const bytes = encoder.encode(whole);
      const cuts = positions.map((position) => Math.min(position, bytes.length));
      const expected = whole.split("\n").map((line) => line.endsWith("\r") ? line.slice(0, -1) : line)
        .filter((line) => line.trim() !== "").map(text);
      assertEquals(await linesOf(cutAt(bytes, cuts)), expected);
    },
  ));
});

Deno.test("readLines() holds any text to the limit, however its bytes are cut", async () => {
  const limit = 5;
  await fc.assert(fc.asyncProperty(
    fc.array(fc.constantFrom("a", "bc", "中", "\r", "\n", "\r\n"), { maxLength: 30 }),
    fc.array(fc.nat(60), { maxLength: 12 }),
    async (pieces, positions) => {
      const whole = pieces.join("");
      const bytes = encoder.encode(whole);
      const cuts = positions.map((position) => Math.min(position, bytes.length));
      const expected = whole.split("\n").map((line) => line.endsWith("\r") ? line.slice(0, -1) : line)
        .flatMap((line): Line[] => {
          if (encoder.encode(line).length > limit) return [{ error: "line_too_long", limitBytes: limit }];
          return line.trim() === "" ? [] : [text(line)];
        });
      assertEquals(await linesOf(cutAt(bytes, cuts), limit), expected);
    },
  ));
});

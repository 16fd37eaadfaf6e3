import { assertEquals, assertThrows } from "@std/assert";
import { InputText } from "../../cli/input_text.ts";
import { UsageError } from "../../cli/usage_error.ts";

// "订单" in GB18030.
const ORDER = new Uint8Array([0xb6, 0xa9, 0xb5, 0xa5]);

function inputText(language: "zh" | "en", encoding?: string) {
  const notes: string[] = [];
  const input = new InputText({
    encoding,
    mayBeGb18030: language === "zh",
    onGb18030: () => notes.push("note"),
  });
  return { input, notes };
}

Deno.test("what is no UTF-8 is read as GB18030 where Chinese is read, and told once (T39)", () => {
  const { input, notes } = inputText("zh");
  assertEquals(input.decode(new TextEncoder().encode("plain 文")), "plain 文");
  assertEquals(notes, []);
  assertEquals([input.decode(ORDER), input.decode(ORDER), notes], ["订单", "订单", ["note"]]);
});

Deno.test("a line behind one in GB18030 is in GB18030, even if it could be UTF-8 (T39)", () => {
  const { input } = inputText("zh");
  input.decode(ORDER);
  // 聯 and 通 of "联通", famous for looking like UTF-8: C1 AA CD A8.
  assertEquals(input.decode(new Uint8Array([0xc1, 0xaa, 0xcd, 0xa8])), "联通");
  // "猫" is C3 A8 there, which would be "è".
  assertEquals(input.decode(new Uint8Array([0xc3, 0xa8])), "猫");
});

Deno.test("elsewhere, what is no UTF-8 is refused and never guessed at (T39)", () => {
  const { input, notes } = inputText("en");
  assertThrows(
    () => input.decode(ORDER),
    UsageError,
    "Cannot read standard input: it is no text in UTF-8. Convert it, or name its encoding, as in --encoding gb18030",
  );
  assertEquals(notes, []);
});

Deno.test("an encoding that was named is the only one (T39)", () => {
  assertEquals(inputText("en", "gb18030").input.decode(ORDER), "订单");
  assertThrows(() => inputText("zh", "utf-8").input.decode(ORDER), UsageError, "it is no text in UTF-8");
  assertThrows(() => inputText("zh", "gb18030").input.decode(new Uint8Array([0xff])), UsageError, "GB18030");
});

Deno.test("bytes that are no text in any language are refused", () => {
  assertThrows(() => inputText("zh").input.decode(new Uint8Array([0xff, 0x00, 0x01])), UsageError);
});

Deno.test("byte order marks are no text, and one of UTF-16 tells the encoding", () => {
  assertEquals(inputText("en").input.decode(new TextEncoder().encode("\ufeffhi")), "hi");
  assertEquals(inputText("en").input.decode(new Uint8Array([0xff, 0xfe, 0x68, 0, 0x69, 0])), "hi");
});

Deno.test("lines of UTF-16 end where its line feeds are, and a mark at the beginning counts for all of them", () => {
  const { input } = inputText("zh");
  const start = new Uint8Array([0xff, 0xfe, 0x68, 0]);
  assertEquals(input.lineFeed(start), new Uint8Array([0x0a, 0]));
  assertEquals(input.decode(start), "h");
  // "h" without its mark would be UTF-8, too.
  assertEquals([input.lineFeed(new Uint8Array([0x68, 0])), input.decode(new Uint8Array([0x68, 0]))], [
    new Uint8Array([0x0a, 0]),
    "h",
  ]);
  assertThrows(() => input.decode(new Uint8Array([0x68])), UsageError, "it is no text in UTF-16LE");
  assertEquals(inputText("en").input.lineFeed(new Uint8Array([0xfe, 0xff])), new Uint8Array([0, 0x0a]));
  assertEquals(inputText("en", "utf-16be").input.lineFeed(new Uint8Array()), new Uint8Array([0, 0x0a]));
});

Deno.test("elsewhere a line feed is one byte, also behind bytes that look like a mark within the text", () => {
  const { input } = inputText("zh");
  assertEquals(input.lineFeed(new Uint8Array([0x68])), new Uint8Array([0x0a]));
  input.decode(new Uint8Array([0x68]));
  assertEquals(input.lineFeed(new Uint8Array([0xff, 0xfe])), new Uint8Array([0x0a]));
  assertEquals(
    inputText("zh", "gb18030").input.lineFeed(new Uint8Array([0xff, 0xfe])),
    new Uint8Array([0x0a]),
  );
});

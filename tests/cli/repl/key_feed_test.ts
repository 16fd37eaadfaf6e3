import { assertEquals } from "@std/assert";
import { KeyFeed } from "../../../cli/repl/key_feed.ts";

/** What went to the editor, in order: keys as they are, texts in brackets. */
function setUp() {
  const taken: string[] = [];
  const decoder = new TextDecoder();
  const feed = new KeyFeed({
    keys: (bytes) => void taken.push(decoder.decode(bytes, { stream: true })),
    text: (text) => void taken.push(`[${text}]`),
  });
  return { taken, feed, take: (text: string) => feed.take(new TextEncoder().encode(text)) };
}

const LONG = "长".repeat(30);

Deno.test("keys go one way, and a text of 64 bytes or more goes in as one (T38)", () => {
  const { taken, take } = setUp();
  take("hi");
  take(`${LONG}\r`);
  assertEquals(taken, ["hi", `[${LONG}]`, "\r"]);
});

Deno.test("what follows an escape may still be a key: sixteen bytes of it stay keys (T38)", () => {
  const { taken, take } = setUp();
  take("\x1b");
  take(`[A${"b".repeat(80)}`);
  assertEquals(taken, ["\x1b", `[A${"b".repeat(14)}`, `[${"b".repeat(66)}]`]);
});

Deno.test("a character that is cut at either end arrives whole (T12, T38)", () => {
  const bytes = new TextEncoder().encode(LONG);
  for (let cut = 0; cut <= bytes.length; cut++) {
    const { taken, feed } = setUp();
    feed.take(bytes.subarray(0, cut));
    feed.take(bytes.subarray(cut));
    assertEquals(taken.join("").replaceAll(/[[\]]/g, ""), LONG);
  }
});

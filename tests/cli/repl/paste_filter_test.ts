import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { PasteFilter } from "../../../cli/repl/paste_filter.ts";

const encode = (text: string) => new TextEncoder().encode(text);

/** What the editor sees of the chunks. */
function through(filter: PasteFilter, ...chunks: readonly Uint8Array[]): string {
  return new TextDecoder().decode(
    Uint8Array.from(chunks.flatMap((chunk) => [...filter.take(chunk)])),
  );
}

Deno.test("a paste of many lines becomes one line (T38)", () => {
  const pasted = encode("\x1b[200~第一行\r\n第二行\rthird\nfourth\x1b[201~\r");
  assertEquals(through(new PasteFilter(), pasted), "第一行↵第二行↵third↵fourth\r");
});

Deno.test("what is pasted is never obeyed as a key (T38)", () => {
  const pasted = encode("\x1b[200~a\x1b[Ab\x03c\x04d\te\x7ff\u0085g\x1b[201~");
  assertEquals(through(new PasteFilter(), pasted), "a[Abcd efg");
});

Deno.test("keys outside a paste pass as they are", () => {
  assertEquals(
    through(new PasteFilter(), encode("ab\x1b[A\x03\t"), encode("\x1b"), encode("[B")),
    "ab\x1b[A\x03\t\x1b[B",
  );
});

Deno.test("a paste may be cut at any byte, between marks, breaks and characters (T38)", () => {
  const bytes = encode("x\x1b[200~中文😀\r\n二\u0085\x1b[201~y\r");
  for (let cut = 0; cut <= bytes.length; cut++) {
    assertEquals(
      through(new PasteFilter(), bytes.subarray(0, cut), bytes.subarray(cut)),
      "x中文😀↵二y\r",
      `cut at ${cut}`,
    );
  }
});

Deno.test("a paste whose end is lost is given up, and keys are keys again (T38)", () => {
  const filter = new PasteFilter();
  assertEquals(through(filter, encode("\x1b[200~half\r")), "half");
  assertEquals(filter.pasting, true);
  assertEquals(new TextDecoder().decode(filter.giveUp()), "↵");
  assertEquals(filter.pasting, false);
  assertEquals(through(filter, encode("\x1b[A\r")), "\x1b[A\r");
});

Deno.test("text without control characters comes through a paste unchanged, however it is cut", () => {
  const text = fc.string({ unit: "binary" }).filter((value) =>
    // deno-lint-ignore no-control-regex -- what a paste leaves out
    !/[\x00-\x1f\x7f-\x9f\u2028\u2029]/.test(value) && value.isWellFormed()
  );
  fc.assert(fc.property(text, fc.array(fc.nat({ max: 200 }), { maxLength: 5 }), (value, cuts) => {
    const bytes = encode(`\x1b[200~${value}\x1b[201~`);
    const edges = [0, ...cuts.filter((cut) => cut < bytes.length).sort((a, b) => a - b), bytes.length];
    const chunks = edges.slice(1).map((edge, index) => bytes.subarray(edges[index], edge));
    assertEquals(through(new PasteFilter(), ...chunks), value);
  }));
});

import { assertEquals, assertThrows } from "@std/assert";
import { elfLength } from "../../scripts/elf_length.ts";

/** A header that says: 3 entries of 64 bytes at byte 1,000. */
function header(): Uint8Array {
  const bytes = new Uint8Array(64);
  bytes.set([0x7f, 0x45, 0x4c, 0x46, 2, 1]);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0x28, 1_000n, true);
  view.setUint16(0x3a, 64, true);
  view.setUint16(0x3c, 3, true);
  return bytes;
}

Deno.test("elfLength() ends behind the table of sections", () => {
  assertEquals(elfLength(header()), 1_192);
});

Deno.test("elfLength() reads a header that stands within something else", () => {
  const shifted = new Uint8Array(100);
  shifted.set(header(), 36);
  assertEquals(elfLength(shifted.subarray(36)), 1_192);
});

Deno.test("elfLength() refuses what is no ELF file, or one of 32 bits, big-endian or cut off", () => {
  const [other, narrow, bigEndian] = [header(), header(), header()];
  other[0] = 0x4d;
  narrow[4] = 1;
  bigEndian[5] = 2;
  for (const bytes of [other, narrow, bigEndian, header().subarray(0, 63), new Uint8Array()]) {
    assertThrows(() => elfLength(bytes), Error, "it is no little-endian ELF file of 64 bits");
  }
});

Deno.test("elfLength() finds the end of the machine's own Deno, which has nothing behind it", {
  ignore: Deno.build.os !== "linux",
}, async () => {
  const bytes = await Deno.readFile(Deno.execPath());
  assertEquals(elfLength(bytes), bytes.length);
});

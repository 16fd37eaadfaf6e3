import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { checkZip } from "../../../kb/readers/check_zip.ts";
import { zipBytes } from "../../_support/zip_bytes.ts";

Deno.test("checkZip() lists the files of a sound archive", () => {
  const bytes = zipBytes([{ name: "a.xml", data: "<a/>" }, { name: "图.png", data: Uint8Array.of(1, 2) }]);
  assertEquals(checkZip(bytes), ["a.xml", "图.png"]);
});

Deno.test("checkZip() refuses too many files, too many bytes, and a file that grows too much (K16)", () => {
  const bytes = zipBytes([{ name: "a.bin", data: new Uint8Array(2_000_000) }, {
    name: "b.xml",
    data: "<b/>",
  }]);
  assertThrows(() => checkZip(bytes, { entries: 1 }), Error, "it holds 2 files, more than 1");
  assertThrows(
    () => checkZip(bytes, { totalBytes: 1000 }),
    Error,
    "it unpacks to 2000004 bytes, more than 1000",
  );
  assertThrows(() => checkZip(bytes, { xmlBytes: 3 }), Error, "its text unpacks to 4 bytes, more than 3");
  assertThrows(() => checkZip(bytes), Error, "a.bin in it unpacks to more than 200 times its size");
  assertEquals(checkZip(bytes, { ratio: 5000 }), ["a.bin", "b.xml"]);
});

Deno.test("checkZip() refuses a directory that claims more or less than there is (K16)", () => {
  for (const claimed of [1, 4, 6, 100]) {
    const bytes = zipBytes([{ name: "a.xml", data: "12345", claimed }]);
    assertThrows(() => checkZip(bytes), Error, "a.xml in it is damaged, or larger than its directory says");
  }
});

Deno.test("checkZip() refuses an end that would lead another reader to another directory (K16)", () => {
  const sound = zipBytes([{ name: "a.xml", data: "<a/>" }]);
  const end = sound.length - 22;
  const size = new DataView(sound.buffer).getUint32(end + 12, true);
  for (
    const [field, value] of [[4, 0xffff], [6, 0xffff], [8, 0xffff], [12, size - 1], [12, size + 1]] as const
  ) {
    const bytes = sound.slice();
    const view = new DataView(bytes.buffer);
    if (field === 12) view.setUint32(end + field, value, true);
    else view.setUint16(end + field, value, true);
    assertThrows(() => checkZip(bytes), Error, "its directory is damaged");
  }
});

Deno.test("checkZip() ends with an error of its own, whatever the bytes", () => {
  const sound = zipBytes([{ name: "a.xml", data: "<a>some text</a>" }, { name: "b.bin", data: "other" }]);
  const change = fc.record({ at: fc.nat(sound.length - 1), value: fc.nat(255) });
  fc.assert(fc.property(fc.array(change, { maxLength: 4 }), fc.nat(sound.length), (changes, length) => {
    const bytes = sound.slice(0, sound.length - (length % 40 === 0 ? length : 0));
    for (const { at, value } of changes) if (at < bytes.length) bytes[at] = value;
    try {
      assertEquals(Array.isArray(checkZip(bytes)), true);
    } catch (error) {
      assertEquals(/^(?:it|its|.* in it) /s.test((error as Error).message), true, (error as Error).message);
    }
  }));
});

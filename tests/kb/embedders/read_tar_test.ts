import { assertEquals, assertRejects } from "@std/assert";
import fc from "fast-check";
import { readTar } from "../../../kb/embedders/read_tar.ts";
import { makeTar, type TarPart } from "../../_support/make_tar.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

async function* inPieces(archive: Uint8Array, size: number) {
  for (let at = 0; at < archive.length; at += size) yield archive.subarray(at, at + size);
}

async function read(archive: Uint8Array, size = archive.length || 1): Promise<[string, number, string][]> {
  const files: [string, number, string][] = [];
  for await (const { name, size: length, content } of readTar(inPieces(archive, size))) {
    const parts = await Array.fromAsync(content);
    files.push([name, length, parts.map((part) => new TextDecoder("latin1").decode(part)).join("")]);
  }
  return files;
}

const PARTS: TarPart[] = [
  { name: "package/a.txt", content: bytes("hello") },
  { name: "package/empty", content: bytes("") },
  { name: "package/full", content: bytes("x".repeat(512)) },
];
const FILES: [string, number, string][] = [
  ["package/a.txt", 5, "hello"],
  ["package/empty", 0, ""],
  ["package/full", 512, "x".repeat(512)],
];

Deno.test("readTar() reads files however the bytes are cut up", async () => {
  const archive = makeTar(PARTS);
  for (const size of [1, 7, 511, 512, 513, 4096]) assertEquals(await read(archive, size), FILES);
});

Deno.test("readTar() passes over what is not a plain file, and what is not read", async () => {
  const archive = makeTar([
    { name: "package/", content: bytes(""), type: "5" },
    { name: "PaxHeader", content: bytes("30 path=somewhere/else\n"), type: "x" },
    { name: "package/link", content: bytes(""), type: "2" },
    ...PARTS,
  ]);
  const names: string[] = [];
  for await (const { name } of readTar(inPieces(archive, 100))) names.push(name);
  assertEquals(names, ["package/a.txt", "package/empty", "package/full"]);
});

Deno.test("readTar() finds nothing in an archive without files", async () => {
  assertEquals(await read(makeTar([])), []);
  assertEquals(await read(new Uint8Array()), []);
});

Deno.test("readTar() refuses what ends early", async () => {
  const archive = makeTar(PARTS);
  for (const length of [100, 512, 515, 1000]) {
    const error = await assertRejects(() => read(archive.slice(0, length)), TypeError);
    assertEquals(error.message, "Cannot read archive: it ends early. Fetch it again");
  }
});

Deno.test("readTar() refuses what is no archive", async () => {
  await assertRejects(
    () => read(bytes("<html>".repeat(200))),
    TypeError,
    "Cannot read archive: a header holds no number. Fetch it again",
  );
  const damaged = makeTar(PARTS);
  damaged[0] = 90;
  await assertRejects(
    () => read(damaged),
    TypeError,
    "Cannot read archive: it is no tar archive, or damaged. Fetch it again",
  );
});

Deno.test("readTar() gives back what any files held", async () => {
  const part = fc.record({
    name: fc.stringMatching(/^[a-z/._-]{1,99}$/),
    content: fc.uint8Array({ maxLength: 1500 }),
  });
  const archives = fc.tuple(fc.array(part, { maxLength: 5 }), fc.integer({ min: 1, max: 2000 }));
  await fc.assert(
    fc.asyncProperty(archives, async ([parts, size]) => {
      const files: [string, number[]][] = [];
      for await (const { name, content } of readTar(inPieces(makeTar(parts), size))) {
        files.push([name, (await Array.fromAsync(content)).flatMap((piece) => [...piece])]);
      }
      assertEquals(files, parts.map(({ name, content }) => [name, [...content]]));
    }),
    { numRuns: 50 },
  );
});

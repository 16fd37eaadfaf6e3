import { assertEquals, assertRejects } from "@std/assert";
import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { copyName, copyOut } from "../../kb/copy_out.ts";
import { observe, type Observer } from "../../kb/copy_stamp.ts";
import type { PackedFile } from "../../kb/packed_file.ts";
import { tempFolder } from "../_support/temp_folder.ts";

/** A file "inside a program": other bytes stand before and behind it. */
async function pack(folder: string, name: string, text: string, gzip = false): Promise<PackedFile> {
  const bytes = new TextEncoder().encode(text);
  const packed = gzip ? new Uint8Array(gzipSync(bytes)) : bytes;
  const path = join(folder, `program-${name.replaceAll("/", "-")}`);
  await Deno.writeFile(path, new Uint8Array([1, 2, 3, ...packed, 4]));
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { name, path, offset: 3, length: packed.length, size: bytes.length, sha256, gzip };
}

async function namesIn(folder: string): Promise<string[]> {
  return (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name).sort();
}

Deno.test("copyOut() copies files out of the program, unpacked, into a private folder named after their content", async () => {
  await using folder = await tempFolder();
  const files = [await pack(folder.path, "a.txt", "one"), await pack(folder.path, "sub/b.txt", "two", true)];
  const copy = await copyOut(files, [join(folder.path, "cache", "copies")]);
  assertEquals(copy, join(folder.path, "cache", "copies", copyName(files)));
  assertEquals(await Deno.readTextFile(join(copy, "a.txt")), "one");
  assertEquals(await Deno.readTextFile(join(copy, "sub", "b.txt")), "two");
  assertEquals(await modeOf(copy), 0o700);
  assertEquals(await modeOf(join(copy, "a.txt")), 0o600);
});

Deno.test("copyOut() copies the same files once, and other ones beside them", async () => {
  await using folder = await tempFolder();
  const target = join(folder.path, "copies");
  const first = [await pack(folder.path, "a.txt", "one")];
  const copy = await copyOut(first, [target]);
  const { mtime } = await Deno.stat(join(copy, "a.txt"));
  assertEquals(await copyOut(first, [target]), copy);
  assertEquals((await Deno.stat(join(copy, "a.txt"))).mtime, mtime);
  const other = await copyOut([await pack(folder.path, "a.txt", "another")], [target]);
  assertEquals(await Deno.readTextFile(join(copy, "a.txt")), "one");
  assertEquals(await Deno.readTextFile(join(other, "a.txt")), "another");
  assertEquals((await namesIn(target)).length, 2);
});

Deno.test("copyOut() makes a damaged copy anew and leaves nothing else behind", async () => {
  await using folder = await tempFolder();
  const target = join(folder.path, "copies");
  const files = [await pack(folder.path, "a.txt", "one"), await pack(folder.path, "b.txt", "two")];
  const copy = await copyOut(files, [target]);
  await Deno.writeTextFile(join(copy, "a.txt"), "0ne");
  await Deno.remove(join(copy, "b.txt"));
  assertEquals(await copyOut(files, [target]), copy);
  assertEquals(await Deno.readTextFile(join(copy, "a.txt")), "one");
  assertEquals(await Deno.readTextFile(join(copy, "b.txt")), "two");
  assertEquals(await namesIn(target), [copyName(files)]);
});

/** A copy counts as settled once its second is over; these tests do not wait for that. */
async function later(folder: string): Promise<Observer | undefined> {
  const observer = await observe(folder);
  return observer && { ...observer, now: observer.now + 2_000 };
}

/** A file, and a folder with a checked copy of it. */
async function checkedCopy(folder: string) {
  const target = join(folder, "copies");
  const files = [await pack(folder, "a.txt", "one")];
  const copy = await copyOut(files, [target], later);
  const path = join(copy, "a.txt");
  // Whatever a test writes must bear another time, however fast it is.
  await Deno.utime(path, new Date(0), new Date(0));
  await copyOut(files, [target], later);
  return { copy, path, again: () => copyOut(files, [target], later) };
}

Deno.test("copyOut() does not read a copy again that it has checked and nobody has touched since", async () => {
  await using folder = await tempFolder();
  const { copy, path, again } = await checkedCopy(folder.path);
  // Nobody but who may write there can do this, and it is not noticed: the stamp is believed.
  await falsify(path);
  assertEquals(await again(), copy);
  assertEquals(await Deno.readTextFile(path), "0ne");
});

for (
  const [what, damage] of [
    ["cut off", (path: string) => Deno.truncate(path, 1)],
    ["written over", (path: string) => Deno.writeTextFile(path, "0ne")],
    ["another file of the same length and date", replaceUnseen],
    ["gone", (path: string) => Deno.remove(path)],
    ["a link to something else", linkElsewhere],
    ["open to others", openToOthers],
    ["in a folder that is open to others", (path: string) => openToOthers(path, dirname(path))],
  ] as const
) {
  Deno.test(`copyOut() notices a checked copy that is ${what}`, async () => {
    await using folder = await tempFolder();
    const { path, again } = await checkedCopy(folder.path);
    await damage(path);
    await again();
    assertEquals(await Deno.readTextFile(path), "one");
    assertEquals((await Deno.lstat(path)).isFile, true);
  });
}

Deno.test("copyOut() removes what killed processes left an hour ago, and nothing that may still be at work", async () => {
  await using folder = await tempFolder();
  const target = join(folder.path, "copies");
  const [old, fresh] = [join(target, "0123.1.part"), join(target, "0123.2.part")];
  for (const path of [old, fresh, join(target, "fedc")]) await Deno.mkdir(path, { recursive: true });
  await Deno.writeTextFile(join(old, "half"), "o");
  const files = [await pack(folder.path, "a.txt", "one")];
  for (const path of [old, join(target, "fedc")]) await Deno.utime(path, new Date(0), new Date(0));
  await copyOut(files, [target]);
  assertEquals(await namesIn(target), ["0123.2.part", copyName(files), "fedc"].sort());
});

Deno.test("copyOut() lets twenty programs that start at once end with one whole copy", async () => {
  await using folder = await tempFolder();
  const target = join(folder.path, "copies");
  const files = [await pack(folder.path, "a.txt", "x".repeat(100_000), true)];
  const copies = await Promise.all(Array.from({ length: 20 }, () => copyOut(files, [target])));
  assertEquals(new Set(copies).size, 1);
  assertEquals(await namesIn(target), [copyName(files)]);
});

Deno.test("copyOut() takes the next place where the first cannot be written, and names every reason when none can", async () => {
  await using folder = await tempFolder();
  const files = [await pack(folder.path, "a.txt", "one")];
  const blocked = join(folder.path, "blocked");
  await Deno.writeTextFile(blocked, "a file, where a folder is wanted");
  const spare = join(folder.path, "spare");
  assertEquals(await copyOut(files, [blocked, () => Promise.resolve(spare)]), join(spare, copyName(files)));
  await assertRejects(
    () => copyOut(files, [blocked, () => Promise.reject(new Error("no temporary folder"))]),
    Error,
    "; no temporary folder",
  );
});

Deno.test("copyOut() refuses a program whose own file is another one by now", async () => {
  await using folder = await tempFolder();
  const file = await pack(folder.path, "a.txt", "one");
  await Deno.writeTextFile(file.path, "a new version of the program");
  await assertRejects(
    () => copyOut([file], [join(folder.path, "copies")]),
    Error,
    "a.txt inside the program is damaged, or the program was replaced. Start it again",
  );
  assertEquals(await namesIn(join(folder.path, "copies")), []);
});

Deno.test("copyOut() refuses a program that was cut off, and one whose packed bytes are none", async () => {
  await using folder = await tempFolder();
  const [plain, zipped] = [
    await pack(folder.path, "a.txt", "one"),
    await pack(folder.path, "b.txt", "two", true),
  ];
  await Deno.truncate(plain.path, 4);
  await Deno.writeFile(zipped.path, new Uint8Array(200));
  for (const file of [plain, zipped]) {
    await assertRejects(() => copyOut([file], [join(folder.path, "copies")]), Error, "is damaged");
  }
});

async function replaceUnseen(path: string): Promise<void> {
  const { mtime } = await Deno.stat(path);
  await Deno.writeTextFile(`${path}.new`, "0ne", { mode: 0o600 });
  await Deno.utime(`${path}.new`, mtime ?? 0, mtime ?? 0);
  await Deno.rename(`${path}.new`, path);
}

async function linkElsewhere(path: string): Promise<void> {
  await Deno.writeTextFile(`${path}.other`, "0ne");
  await Deno.remove(path);
  await Deno.symlink(`${path}.other`, path);
}

async function openToOthers(path: string, opened = path): Promise<void> {
  await Deno.chmod(opened, opened === path ? 0o620 : 0o730);
  await falsify(path);
}

/** Writes over a copy and says in the stamp that all is well. */
async function falsify(path: string): Promise<void> {
  await Deno.writeTextFile(path, "0ne");
  const { mtime, ctime, ino } = await Deno.stat(path);
  const stamp = join(dirname(path), "checked.json");
  const [[name, sha256, size, dev]] = JSON.parse(await Deno.readTextFile(stamp));
  const facts = [[name, sha256, size, dev, ino, mtime?.getTime(), ctime?.getTime()]];
  await Deno.writeTextFile(stamp, `${JSON.stringify(facts)}\n`);
}

async function modeOf(path: string): Promise<number> {
  return ((await Deno.stat(path)).mode ?? 0) & 0o777;
}

import { assertEquals } from "@std/assert";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { copyStamp, isStamped, observe, writeStamp } from "../../kb/copy_stamp.ts";
import { tempFolder } from "../_support/temp_folder.ts";

const FILE = {
  name: "a.txt",
  path: "program",
  offset: 0,
  length: 3,
  size: 3,
  sha256: createHash("sha256").update("one").digest("hex"),
  gzip: false,
};

async function copyIn(folder: string): Promise<string> {
  const copy = join(folder, "copy");
  await Deno.mkdir(copy, { mode: 0o700 });
  await Deno.writeTextFile(join(copy, "a.txt"), "one", { mode: 0o600 });
  return copy;
}

Deno.test("copyStamp() says nothing of a file that changed within this second: another change would look the same", async () => {
  await using folder = await tempFolder();
  const copy = await copyIn(folder.path);
  const { uid, ctime } = await Deno.lstat(join(copy, "a.txt"));
  const changed = ctime?.getTime() ?? 0;
  const at = (now: number) => copyStamp(copy, [FILE], { uid: uid ?? -1, now });
  assertEquals(await at(changed + 999), undefined);
  assertEquals(typeof await at(changed + 1_000), "string");
});

Deno.test("copyStamp() says nothing of another user's files, and nothing where nobody can be asked whose they are", async () => {
  await using folder = await tempFolder();
  const copy = await copyIn(folder.path);
  const { uid } = await Deno.lstat(copy);
  assertEquals(await copyStamp(copy, [FILE], { uid: (uid ?? 0) + 1, now: Infinity }), undefined);
  assertEquals(await copyStamp(copy, [FILE], undefined), undefined);
  assertEquals(await observe(join(folder.path, "nowhere")), undefined);
});

Deno.test("observe() tells this user's number and the time, and leaves nothing behind", async () => {
  await using folder = await tempFolder();
  const { uid } = await Deno.lstat(folder.path);
  const seen = await observe(folder.path);
  assertEquals(seen?.uid, uid ?? undefined);
  assertEquals(typeof seen?.now, "number");
  assertEquals(await Array.fromAsync(Deno.readDir(folder.path)), []);
});

Deno.test("isStamped() believes the stamp that was written, no other one, and none at all", async () => {
  await using folder = await tempFolder();
  const copy = await copyIn(folder.path);
  const { uid } = await Deno.lstat(copy);
  const stamp = await copyStamp(copy, [FILE], { uid: uid ?? -1, now: Infinity });
  assertEquals(await isStamped(copy, stamp), false);
  await writeStamp(copy, stamp);
  assertEquals(await isStamped(copy, stamp), true);
  await Deno.truncate(join(copy, "checked.json"), 10);
  assertEquals(await isStamped(copy, stamp), false);
  assertEquals(await isStamped(copy, undefined), false);
});

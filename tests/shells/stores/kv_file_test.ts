import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { KvFile } from "../../../shells/stores/kv_file.ts";
import { FakeClock } from "../../_support/fake_clock.ts";
import { flushMicrotasks } from "../../_support/flush_microtasks.ts";
import { tempFolder } from "../../_support/temp_folder.ts";

const KEY = ["agent", "test"];
const NO_MODES = Deno.build.os === "windows";

function kvFile(path: string, open?: (path: string) => Promise<Deno.Kv>): KvFile {
  return new KvFile({ path, clock: new FakeClock(), ...(open && { open }) });
}

function write(file: KvFile): Promise<unknown> {
  return file.use((kv) => kv.set(KEY, "value"));
}

function modes(folder: string): string[] {
  return [...Deno.readDirSync(folder)].map(({ name }) => {
    const { mode } = Deno.statSync(join(folder, name));
    return `${name} ${((mode ?? 0) & 0o777).toString(8)}`;
  }).sort();
}

Deno.test("KvFile makes nothing until it is used", async () => {
  await using folder = await tempFolder();
  await kvFile(join(folder.path, "idem.kv"))[Symbol.asyncDispose]();
  assertEquals([...Deno.readDirSync(folder.path)], []);
});

Deno.test({
  name: "KvFile makes folders, a file and its siblings that no other user can read (H14)",
  ignore: NO_MODES,
  fn: async () => {
    await using folder = await tempFolder();
    const state = join(folder.path, "state");
    await using file = kvFile(join(state, "handrail", "idem.kv"));
    await write(file);
    assertEquals(modes(folder.path), ["state 700"]);
    assertEquals(modes(state), ["handrail 700"]);
    assertEquals(modes(join(state, "handrail")), ["idem.kv 600", "idem.kv-shm 600", "idem.kv-wal 600"]);
  },
});

Deno.test({
  name: "KvFile gives nobody else the time to open a new file (H14)",
  ignore: NO_MODES,
  fn: async () => {
    await using folder = await tempFolder();
    const seen: string[][] = [];
    await using file = kvFile(join(folder.path, "idem.kv"), (path) => {
      seen.push(modes(folder.path));
      return Deno.openKv(path);
    });
    await write(file);
    assertEquals(seen, [["idem.kv 600"]]);
  },
});

Deno.test({
  name: "KvFile closes a file that others can read to them (H14)",
  ignore: NO_MODES,
  fn: async () => {
    await using folder = await tempFolder();
    const path = join(folder.path, "idem.kv");
    using older = await Deno.openKv(path);
    await older.set(KEY, "value");
    for (const suffix of ["", "-wal", "-shm"]) Deno.chmodSync(path + suffix, 0o644);
    await using file = kvFile(path);
    assertEquals(await file.use(async (kv) => (await kv.get(KEY)).value), "value");
    assertEquals(modes(folder.path), ["idem.kv 600", "idem.kv-shm 600", "idem.kv-wal 600"]);
  },
});

Deno.test("KvFile takes a path as a path, also where Deno would see a database in memory", async () => {
  const opened: string[] = [];
  await using folder = await tempFolder();
  const file = kvFile(join(folder.path, ":memory:"), (path) => {
    opened.push(path);
    return Deno.openKv(path);
  });
  await write(file);
  await file[Symbol.asyncDispose]();
  assertEquals(opened, [join(folder.path, ":memory:")]);
  assertEquals([...Deno.readDirSync(folder.path)].map(({ name }) => name), [":memory:"]);
});

Deno.test("KvFile names HANDRAIL_KV and the path when the path is a folder", async () => {
  await using folder = await tempFolder();
  const error = await assertRejects(() => write(kvFile(folder.path)), Error);
  assertStringIncludes(error.message, `Cannot open kv store: ${folder.path}: `);
  assertStringIncludes(error.message, "Set HANDRAIL_KV to a file that you can write to");
});

Deno.test("KvFile names HANDRAIL_KV when a part of the path is a file", async () => {
  await using folder = await tempFolder();
  await Deno.writeTextFile(join(folder.path, "file"), "");
  const error = await assertRejects(() => write(kvFile(join(folder.path, "file", "idem.kv"))), Error);
  assertStringIncludes(error.message, "Set HANDRAIL_KV to a file that you can write to");
});

Deno.test("KvFile names HANDRAIL_KV when the file is something else, and does not touch it", async () => {
  await using folder = await tempFolder();
  const path = join(folder.path, "notes.txt");
  const text = "These are notes, and no database.\n".repeat(100);
  await Deno.writeTextFile(path, text);
  const error = await assertRejects(() => write(kvFile(path)), Error);
  const told =
    `Cannot open kv store: ${path}: file is not a database. Set HANDRAIL_KV to a file that you can write to`;
  assertEquals(error.message, told);
  assertEquals(await Deno.readTextFile(path), text);
});

Deno.test("KvFile tries again to open after it could not", async () => {
  await using folder = await tempFolder();
  let broken = true;
  await using file = kvFile(join(folder.path, "idem.kv"), async (path) => {
    if (broken) throw new Error("disk I/O error");
    return await Deno.openKv(path);
  });
  await assertRejects(() => write(file), Error, "disk I/O error");
  broken = false;
  await write(file);
});

Deno.test("KvFile opens once for calls at once", async () => {
  await using folder = await tempFolder();
  let opened = 0;
  await using file = kvFile(join(folder.path, "idem.kv"), (path) => {
    opened++;
    return Deno.openKv(path);
  });
  await Promise.all([write(file), write(file), write(file)]);
  assertEquals(opened, 1);
});

Deno.test("KvFile lets running work end before it closes, and refuses what comes later", async () => {
  await using folder = await tempFolder();
  const path = join(folder.path, "idem.kv");
  const file = kvFile(path);
  const running = write(file);
  await file[Symbol.asyncDispose]();
  await running;
  const told = `Cannot use kv store: ${path} is closed. Create a new store`;
  await assertRejects(() => write(file), Error, told);
  await file[Symbol.asyncDispose]();
});

Deno.test("KvFile closes after a second although its work hangs", async () => {
  await using folder = await tempFolder();
  const clock = new FakeClock();
  const file = new KvFile({ path: join(folder.path, "idem.kv"), clock });
  const never = Promise.withResolvers<void>();
  let database: Deno.Kv | undefined;
  file.use((kv) => {
    database = kv;
    return never.promise;
  });
  await write(file);
  let closed = false;
  const closing = file[Symbol.asyncDispose]().then(() => closed = true);
  clock.advance(999);
  await flushMicrotasks();
  assertEquals(closed, false);
  clock.advance(1);
  await closing;
  await assertRejects(async () => await database?.get(KEY), Error, "Bad resource ID");
});

Deno.test("KvFile does not wait for a database that never opens, and closes one that opens too late", async () => {
  await using folder = await tempFolder();
  const clock = new FakeClock();
  const opening = Promise.withResolvers<Deno.Kv>();
  const asked = Promise.withResolvers<void>();
  const path = join(folder.path, "idem.kv");
  const file = new KvFile({
    path,
    clock,
    open: () => {
      asked.resolve();
      return opening.promise;
    },
  });
  const work = assertRejects(() => write(file), Error, "Cannot use kv store");
  await asked.promise;
  const closing = file[Symbol.asyncDispose]();
  clock.advance(1_000);
  await closing;
  const late = await Deno.openKv(path);
  opening.resolve(late);
  await work;
  await assertRejects(() => late.get(KEY), Error, "Bad resource ID");
});

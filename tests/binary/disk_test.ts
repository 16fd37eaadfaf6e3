import { assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { runHandrail } from "../_support/handrail_process.ts";
import { binaryTest, type LoneBinary, loneBinary } from "../_support/lone_binary.ts";

const FALLS_BACK = "The native embedding runtime cannot be loaded";

/** What the samples answer to a question that shares no word with them is found by meaning alone. */
async function searchSamples(
  { home, env }: Pick<LoneBinary, "home" | "env">,
  more: Record<string, string> = {},
) {
  const { code, stdout, stderr } = await runHandrail(["kb", "search", "出差能住多贵的酒店", "--json"], {
    home,
    env: { ...env, ...more },
  });
  assertEquals(code, 0, stderr);
  const [first] = JSON.parse(stdout).passages;
  return { title: String(first?.title), dense: first?.parts.dense, stderr };
}

binaryTest("with a read-only home the binary searches by meaning, out of the temporary folder", async () => {
  await using lone = await loneBinary("read-only home");
  const { title, dense, stderr } = await searchSamples(lone);
  assertStringIncludes(title, "出差住宿标准");
  assertEquals([typeof dense, stderr.includes(FALLS_BACK)], ["number", false]);
  const again = await searchSamples(lone);
  assertEquals([again.title, again.stderr.includes(FALLS_BACK)], [title, false]);
}, "read-only home");

binaryTest(
  "with a read-only home a turn that cannot be written down says so, and what it is about",
  async () => {
    await using lone = await loneBinary("read-only home");
    const { stdout, stderr } = await runHandrail(["run", "Where is order A-1024?"], lone);
    assertStringIncludes(stdout + stderr, "Read-only file system");
  },
  "read-only home",
);

binaryTest(
  "on a full disk the binary searches by meaning all the same, in WebAssembly, and says so",
  async () => {
    await using lone = await loneBinary("nearly full");
    const { title, dense, stderr } = await searchSamples(lone);
    assertStringIncludes(title, "出差住宿标准");
    assertEquals(typeof dense, "number");
    assertStringIncludes(stderr, FALLS_BACK);
    assertStringIncludes(stderr, "No space left on device");
  },
  "nearly full",
);

binaryTest("without a cache folder to be had the binary takes the temporary one", async () => {
  await using lone = await loneBinary();
  await Deno.writeTextFile(join(lone.home, "a-file"), "");
  const { title, stderr } = await searchSamples(lone, { HANDRAIL_CACHE: join(lone.home, "a-file", "cache") });
  assertStringIncludes(title, "出差住宿标准");
  assertEquals(stderr.includes(FALLS_BACK), false);
});

binaryTest("a copy that was damaged is made anew", async () => {
  await using lone = await loneBinary();
  await searchSamples(lone);
  const copies = join(lone.home, ".cache/handrail/copies");
  const before = new Map<string, number>();
  for await (const { name } of Deno.readDir(copies)) {
    for await (const file of Deno.readDir(join(copies, name))) {
      const path = join(copies, name, file.name);
      if (file.name === "checked.json") continue;
      before.set(path, (await Deno.stat(path)).size);
      await Deno.truncate(path, 10);
    }
  }
  const { title, stderr } = await searchSamples(lone);
  assertStringIncludes(title, "出差住宿标准");
  assertEquals(stderr.includes(FALLS_BACK), false);
  for (const [path, size] of before) assertEquals((await Deno.stat(path)).size, size, path);
});

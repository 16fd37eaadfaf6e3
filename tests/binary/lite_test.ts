import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { basename, dirname, join } from "node:path";
import { binaryPath, runHandrail } from "../_support/handrail_process.ts";
import { binaryTest, loneBinary } from "../_support/lone_binary.ts";

/** The small binary stands beside the other one. */
function litePath(): string {
  const full = binaryPath() ?? "";
  return join(dirname(full), basename(full).replace(/^handrail-(?!lite-)/, "handrail-lite-"));
}

binaryTest(
  "the small binary searches by words, says once why, and writes no runtime to the disk",
  async () => {
    await using lone = await loneBinary("writable", litePath());
    assertMatch((await runHandrail(["--version"], lone)).stdout, /^handrail-lite \d/);
    const { code, stdout, stderr } = await runHandrail(["kb", "search", "出差住宿标准"], lone);
    assertEquals(code, 0);
    assertStringIncludes(stdout, "出差住宿标准");
    assertEquals(stderr.match(/handrail-lite has no embedding model/g)?.length, 1);
    const copies = join(lone.home, ".cache/handrail/copies");
    const names = await Array.fromAsync(Deno.readDir(copies));
    const files = await Promise.all(
      names.map(({ name }) => Array.fromAsync(Deno.readDir(join(copies, name)))),
    );
    assertEquals(files.flat().map(({ name }) => name), ["kb.sqlite"]);
  },
);

binaryTest("the small binary passes its selftest and keeps a ticket from being written twice", async () => {
  await using lone = await loneBinary("writable", litePath());
  assertEquals((await runHandrail(["selftest"], lone)).code, 0);
  const options = { ...lone, env: { ...lone.env, IDEMPOTENCY_STORE: "kv" } };
  const request = ["run", "--session", "one", "Create a ticket, subject: cannot find my order"];
  for (let run = 0; run < 2; run++) assertEquals((await runHandrail(request, options)).code, 0);
  const ledger = await Deno.readTextFile(join(lone.home, ".local/state/handrail/ledger.jsonl"));
  assertEquals(ledger.trimEnd().split("\n").length, 1);
});

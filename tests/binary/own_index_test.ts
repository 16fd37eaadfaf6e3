import { assertEquals, assertStringIncludes } from "@std/assert";
import { join } from "node:path";
import { runHandrail } from "../_support/handrail_process.ts";
import { binaryTest, loneBinary } from "../_support/lone_binary.ts";
import { tempFolder } from "../_support/temp_folder.ts";

const ROOT = new URL("../../", import.meta.url).pathname;

/** Compiles a binary around an index of one document, with the task that everybody uses. */
async function compileAround(folder: string): Promise<string> {
  await Deno.writeTextFile(join(folder, "zoo.md"), "# Zoo\n\nThe penguins are fed at three o'clock.\n");
  const index = join(folder, "kb.sqlite");
  {
    await using lone = await loneBinary();
    const env = { ...lone.env, HANDRAIL_KB: index };
    const { code, stderr } = await runHandrail(["kb", "ingest", join(folder, "zoo.md")], { ...lone, env });
    assertEquals(code, 0, stderr);
  }
  const binary = join(folder, "handrail-zoo");
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["task", "--quiet", "compile", "--kb", index, "--output", binary],
    cwd: ROOT,
    env: { NO_COLOR: "1" },
  }).output();
  const said = new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  assertEquals(success, true, said);
  assertStringIncludes(said, "your documents");
  return binary;
}

binaryTest(
  "a binary built around an index answers from it, beside the usual one, and takes in more",
  async () => {
    await using folder = await tempFolder();
    const zoo = await compileAround(folder.path);
    await using usual = await loneBinary();
    const search = (text: string) => runHandrail(["kb", "search", text], usual);
    const samples = await search("出差住宿标准");
    assertStringIncludes(samples.stdout, "出差住宿标准");
    {
      await using lone = await loneBinary("writable", zoo);
      // The same home as the usual one: two versions, one cache.
      const both = { ...lone, home: usual.home };
      const info = await runHandrail(["kb", "info"], both);
      assertStringIncludes(info.stdout, "built into this program");
      const fed = await runHandrail(["kb", "search", "When are the penguins fed?"], both);
      assertStringIncludes(fed.stdout, "The penguins are fed at three o'clock.");
      assertEquals(fed.stderr, "");
      const turn = await runHandrail(["run", "--json", "When are the penguins fed?"], both);
      const message = turn.events.find(({ type }) => type === "message.completed");
      assertStringIncludes(JSON.stringify(message?.["citations"]), "Zoo");
      assertEquals(JSON.stringify(turn.events).includes("bundled samples"), false);
    }
    assertEquals((await search("出差住宿标准")).stdout, samples.stdout);
    const copies = (await Array.fromAsync(Deno.readDir(join(usual.home, ".cache/handrail/copies")))).length;
    // One native runtime for both, and an index each.
    assertEquals(copies, 3);
    {
      await using lone = await loneBinary("writable", zoo);
      await Deno.writeTextFile(join(lone.home, "own.md"), "# Lions\n\nThe lions sleep all day.\n");
      assertEquals((await runHandrail(["kb", "ingest", "own.md"], lone)).code, 0);
      assertStringIncludes((await runHandrail(["kb", "search", "lions"], lone)).stdout, "sleep all day");
    }
  },
);

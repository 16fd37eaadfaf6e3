import { assertEquals, assertRejects } from "@std/assert";
import { join } from "node:path";
import type { Agent } from "../../../agent/assemble_agent.ts";
import { kbIngest } from "../../../cli/commands/kb_ingest.ts";
import { parseCommandLine } from "../../../cli/command_line.ts";
import { readSettings } from "../../../cli/settings/settings.ts";
import { UsageError } from "../../../cli/usage_error.ts";
import { tempFolder } from "../../_support/temp_folder.ts";
import { testProgram } from "../../_support/test_program.ts";

interface Scene {
  /** The folder of documents. */
  readonly docs: string;
  /** The index's file. */
  readonly index: string;
  /** Runs `kb ingest` with these arguments. */
  ingest(...args: string[]): Promise<{ code: number; output: string; errors: string }>;
}

async function inScene(work: (scene: Scene) => Promise<void>): Promise<void> {
  await using temp = await tempFolder();
  const home = await Deno.realPath(temp.path);
  const docs = join(home, "docs");
  const index = join(home, "kb/index.sqlite");
  await Deno.mkdir(docs);
  await Deno.writeTextFile(join(docs, "a.md"), "# 退款\n\n七天内可以退款。");
  await Deno.writeTextFile(join(docs, "b.txt"), "Hotels cost up to 500.");
  const settings = readSettings({ HOME: home, HANDRAIL_KB: index }, home);
  const hasIndex = () => [...Deno.readDirSync(home)].some(({ name }) => name === "kb");
  await work({
    docs,
    index,
    ingest: async (...args) => {
      const { program, output, errors } = testProgram(undefined as unknown as Agent, { settings, hasIndex });
      const { operands, flags } = parseCommandLine(["kb", "ingest", ...args]);
      const code = await kbIngest(program, operands.slice(1), flags);
      return { code, output: output.text, errors: errors.text };
    },
  });
}

Deno.test("kb ingest tells of each file while it works, and sums up", async () => {
  await inScene(async ({ docs, index, ingest }) => {
    const first = await ingest(docs);
    assertEquals(first, {
      code: 0,
      output: `2 added, 0 changed, 0 removed, 0 unchanged, 0 skipped, 0 failed\n→ ${index}\n`,
      errors: `added ${docs}/a.md\nadded ${docs}/b.txt\n`,
    });
    await Deno.remove(join(docs, "b.txt"));
    assertEquals((await ingest(docs)).errors, `removed ${docs}/b.txt\n`);
  });
});

Deno.test("kb ingest names each failure and ends with 1, the rest taken in (K14)", async () => {
  await inScene(async ({ docs, index, ingest }) => {
    await Deno.writeTextFile(join(docs, "c.json"), "{");
    const { code, output } = await ingest(docs);
    assertEquals(code, 1);
    assertEquals(
      output,
      "2 added, 0 changed, 0 removed, 0 unchanged, 0 skipped, 1 failed\n" +
        `  ${docs}/c.json: Cannot read document: ${docs}/c.json: it is no JSON. Mend it, or name it .jsonl when each line is a value of its own\n` +
        `→ ${index}\n`,
    );
  });
});

Deno.test("kb ingest --dry-run tells what would be done and writes nothing, with an index and without", async () => {
  await inScene(async ({ docs, index, ingest }) => {
    const before = await ingest("--dry-run", docs);
    assertEquals(before, {
      code: 0,
      output: `added ${docs}/a.md\nadded ${docs}/b.txt\n` +
        "2 added, 0 changed, 0 removed, 0 unchanged, 0 skipped, 0 failed\nNothing was written: this was a dry run\n",
      errors: "",
    });
    await assertRejects(() => Deno.stat(index), Deno.errors.NotFound);
    await ingest(docs);
    await Deno.writeTextFile(join(docs, "a.md"), "changed");
    await Deno.remove(join(docs, "b.txt"));
    const bytes = await Deno.readFile(index);
    const after = await ingest("--dry-run", "--json", docs);
    assertEquals(JSON.parse(after.output), {
      index,
      added: 0,
      changed: 1,
      unchanged: 0,
      removed: 1,
      failed: [],
      skipped: [],
      notices: [],
      dryRun: true,
      files: [{ path: `${docs}/a.md`, outcome: "changed" }, { path: `${docs}/b.txt`, outcome: "removed" }],
    });
    assertEquals(await Deno.readFile(index), bytes);
  });
});

Deno.test("kb ingest --glob takes the files that match, and --max-size those that are no larger", async () => {
  await inScene(async ({ docs, ingest }) => {
    assertEquals((await ingest("--glob", "*.md", "--glob", "!b*", docs)).errors, `added ${docs}/a.md\n`);
    const { code, output } = await ingest("--max-size", "0.00002", "--json", docs);
    const { unchanged, failed } = JSON.parse(output);
    assertEquals([code, unchanged, failed.length], [1, 0, 2]);
  });
});

Deno.test("kb ingest refuses a size that is none, and wants a path", async () => {
  await inScene(async ({ docs, ingest }) => {
    for (const size of ["0", "-1", "many", "2000"]) {
      await assertRejects(
        () => ingest(`--max-size=${size}`, docs),
        UsageError,
        `Cannot ingest: --max-size ${size} is no number of megabytes up to 1024`,
      );
    }
    await assertRejects(
      () => ingest(),
      UsageError,
      "Cannot ingest: no path was given. Write handrail kb ingest PATH…",
    );
  });
});

Deno.test("kb ingest of a path that does not exist makes no index", async () => {
  await inScene(async ({ docs, index, ingest }) => {
    await assertRejects(() => ingest(docs, join(docs, "nope")), Error, "nope does not exist");
    await assertRejects(() => Deno.stat(index), Deno.errors.NotFound);
  });
});

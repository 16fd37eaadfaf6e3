import { assertEquals, assertRejects } from "@std/assert";
import { join } from "node:path";
import { ingestPaths, type IngestProgress } from "../../kb/ingest_paths.ts";
import { KnowledgeIndex } from "../../kb/knowledge_index.ts";
import type { ReadStart } from "../../kb/read_document.ts";

async function inFolder(work: (folder: string, index: KnowledgeIndex) => Promise<void>): Promise<void> {
  const folder = await Deno.realPath(await Deno.makeTempDir());
  using index = KnowledgeIndex.open(":memory:");
  try {
    await Deno.writeTextFile(join(folder, "a.md"), "# 退款\n\n七天内可以退款。");
    await Deno.writeTextFile(join(folder, "b.md"), "# Hotels\n\nUp to 500.");
    await work(folder, index);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("ingestPaths() three times gives the same chunks and takes nothing in after the first (K3)", async () => {
  await inFolder(async (folder, index) => {
    assertEquals((await ingestPaths(index, [folder])).added, 2);
    const { chunks } = index.info();
    for (const _ of [2, 3]) {
      const summary = await ingestPaths(index, [folder]);
      assertEquals([summary.added, summary.changed, summary.unchanged, summary.removed], [0, 0, 2, 0]);
    }
    assertEquals(index.info().chunks, chunks);
    assertEquals(index.documentPaths(), [join(folder, "a.md"), join(folder, "b.md")]);
  });
});

Deno.test("ingestPaths() replaces an edited file and removes a deleted one (K4, K5)", async () => {
  await inFolder(async (folder, index) => {
    await ingestPaths(index, [folder]);
    await Deno.writeTextFile(join(folder, "a.md"), "# 换货\n\n只换不修。");
    await Deno.remove(join(folder, "b.md"));
    const summary = await ingestPaths(index, [folder]);
    assertEquals([summary.changed, summary.removed], [1, 1]);
    assertEquals([index.search("退款"), index.search("hotels")], [[], []]);
  });
});

Deno.test("ingestPaths() removes nothing below an empty root unless told to prune (K5)", async () => {
  await inFolder(async (folder, index) => {
    await ingestPaths(index, [folder]);
    await Deno.remove(join(folder, "a.md"));
    await Deno.remove(join(folder, "b.md"));
    const kept = await ingestPaths(index, [folder]);
    assertEquals([kept.removed, index.info().documents], [0, 2]);
    assertEquals(kept.skipped, [{
      path: folder,
      reason: {
        en: "No document is left there, and 2 stay in the index. Ingest again with --prune",
        zh: "那里已没有文档，索引中还留着 2 篇。要一并移除，请加 --prune 重新入库",
      },
    }]);
    assertEquals((await ingestPaths(index, [folder], { prune: true })).removed, 2);
    assertEquals([index.info().documents, index.info().chunks], [0, 0]);
  });
});

Deno.test("ingestPaths() leaves documents outside the named root alone", async () => {
  await inFolder(async (folder, index) => {
    index.ingest([{ path: `${folder}2/c.md`, text: "warranty" }]);
    await ingestPaths(index, [folder]);
    assertEquals(index.info().documents, 3);
  });
});

Deno.test("ingestPaths() names each failure, keeps the rest and what it had of the failed file (K14)", async () => {
  await inFolder(async (folder, index) => {
    await ingestPaths(index, [folder]);
    await Deno.writeFile(join(folder, "a.md"), Uint8Array.of(0x63, 0xe9));
    await Deno.writeTextFile(join(folder, "c.md"), "warranty");
    const summary = await ingestPaths(index, [folder]);
    assertEquals([summary.added, summary.unchanged, summary.removed], [1, 1, 0]);
    assertEquals(summary.failed.map((failure) => failure.path), [join(folder, "a.md")]);
    assertEquals(index.search("退款").length, 1);
  });
});

Deno.test("ingestPaths() tells of every file as soon as it is done, and stops when told to (K10)", async () => {
  await inFolder(async (folder, index) => {
    const controller = new AbortController();
    const told: IngestProgress[] = [];
    const onProgress = (progress: IngestProgress) => {
      told.push(progress);
      controller.abort();
    };
    await assertRejects(
      () => ingestPaths(index, [folder], { onProgress, signal: controller.signal }),
      DOMException,
    );
    assertEquals(told, [{ path: join(folder, "a.md"), outcome: "added", done: 1, total: 2 }]);
    assertEquals(index.documentPaths(), [join(folder, "a.md")]);
  });
});

Deno.test("ingestPaths() tells of a file before it is taken apart, waits, and takes nothing of it when stopped then (K10)", async () => {
  await inFolder(async (folder, index) => {
    const controller = new AbortController();
    // No JSON: taking it apart would fail, and be told.
    await Deno.writeTextFile(join(folder, "b.json"), "{");
    const told: string[] = [];
    const onStart = async ({ path, bytes }: ReadStart) => {
      await Promise.resolve();
      told.push(`start ${path.slice(folder.length + 1)} ${bytes}`);
      if (path.endsWith(".json")) controller.abort();
    };
    const onProgress = ({ path, outcome }: IngestProgress) =>
      told.push(`${outcome} ${path.slice(folder.length + 1)}`);
    await assertRejects(
      () => ingestPaths(index, [folder], { onStart, onProgress, signal: controller.signal }),
      DOMException,
    );
    assertEquals(told, ["start a.md 34", "added a.md", "start b.json 1"]);
  });
});

Deno.test("ingestPaths() in a dry run tells what would be done and changes nothing", async () => {
  await inFolder(async (folder, index) => {
    await ingestPaths(index, [folder]);
    await Deno.writeTextFile(join(folder, "a.md"), "changed");
    await Deno.writeTextFile(join(folder, "c.csv"), "a,b\nc,d");
    await Deno.writeTextFile(join(folder, "d.pdf"), "no PDF");
    await Deno.remove(join(folder, "b.md"));
    const told: string[] = [];
    const onProgress = ({ path, outcome, done, total }: IngestProgress) =>
      told.push(`${outcome} ${path.slice(folder.length + 1)} ${done}/${total}`);
    const summary = await ingestPaths(index, [folder], { dryRun: true, onProgress });
    assertEquals(told, ["changed a.md 1/3", "added c.csv 2/3", "failed d.pdf 3/3", "removed b.md 4/3"]);
    assertEquals([summary.added, summary.changed, summary.removed, summary.failed.length], [1, 1, 1, 1]);
    assertEquals(index.documentPaths(), [join(folder, "a.md"), join(folder, "b.md")]);
    assertEquals(index.search("退款").length, 1);
  });
});

Deno.test("ingestPaths() removes nothing that patterns left out (K5)", async () => {
  await inFolder(async (folder, index) => {
    await Deno.mkdir(join(folder, "en"));
    await Deno.writeTextFile(join(folder, "en/c.md"), "warranty");
    await Deno.writeTextFile(join(folder, "d.txt"), "text");
    await ingestPaths(index, [folder]);
    for (const name of ["a.md", "en/c.md", "d.txt"]) await Deno.remove(join(folder, name));
    const summary = await ingestPaths(index, [folder], { globs: ["*.md", "!en/"] });
    assertEquals([summary.removed, summary.unchanged], [1, 1]);
    assertEquals(index.documentPaths(), [
      join(folder, "b.md"),
      join(folder, "d.txt"),
      join(folder, "en/c.md"),
    ]);
  });
});

Deno.test("ingestPaths() keeps a named file that patterns left out, also when told to prune (K5)", async () => {
  await inFolder(async (folder, index) => {
    const file = join(folder, "a.md");
    await ingestPaths(index, [file]);
    const summary = await ingestPaths(index, [file], { globs: ["*.txt"], prune: true });
    assertEquals([summary.removed, summary.skipped], [0, []]);
    assertEquals(index.documentPaths(), [file]);
  });
});

Deno.test("ingestPaths() removes what an ignore file names from now on", async () => {
  await inFolder(async (folder, index) => {
    await ingestPaths(index, [folder]);
    await Deno.writeTextFile(join(folder, ".handrailignore"), "b.md\n");
    assertEquals((await ingestPaths(index, [folder])).removed, 1);
    assertEquals(index.documentPaths(), [join(folder, "a.md")]);
  });
});

Deno.test("ingestPaths() tells what it could not read of a file that it took in", async () => {
  await inFolder(async (folder, index) => {
    await Deno.writeTextFile(join(folder, "c.jsonl"), '{"q":"warranty"}\noops\n');
    const summary = await ingestPaths(index, [folder]);
    assertEquals([summary.added, summary.failed], [3, []]);
    assertEquals(summary.notices, [{
      path: join(folder, "c.jsonl"),
      reason: {
        en: "1 of 2 lines are no JSON and were left out, the first is line 2",
        zh: "共 2 行，其中 1 行不是 JSON，已略去；最先的是第 2 行",
      },
    }]);
  });
});

Deno.test("ingestPaths() keeps to the largest size that it is given", async () => {
  await inFolder(async (folder, index) => {
    const summary = await ingestPaths(index, [folder], { maxBytes: 20 });
    assertEquals(summary.failed, [{
      path: join(folder, "a.md"),
      reason: {
        en: `Cannot read document: ${folder}/a.md has 34 bytes, more than 20. Split it and ingest again`,
        zh: `无法读取文档：${folder}/a.md 有 34 字节，超过上限 20。请拆分后重新入库`,
      },
    }]);
    assertEquals(summary.added, 1);
  });
});

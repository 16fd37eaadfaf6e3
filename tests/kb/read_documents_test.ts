import { assert, assertEquals, assertRejects } from "@std/assert";
import { join } from "node:path";
import { isBelow } from "../../kb/is_below.ts";
import type { ReadEvent } from "../../kb/read_document.ts";
import { readDocuments } from "../../kb/read_documents.ts";

async function inFolder(
  files: Readonly<Record<string, string | Uint8Array>>,
  work: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = await Deno.realPath(await Deno.makeTempDir());
  try {
    for (const [name, content] of Object.entries(files)) {
      const path = join(folder, name);
      await Deno.mkdir(join(path, ".."), { recursive: true });
      await Deno.writeFile(path, typeof content === "string" ? new TextEncoder().encode(content) : content);
    }
    await work(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function read(...paths: string[]): Promise<ReadEvent[]> {
  return await Array.fromAsync(readDocuments(paths));
}

Deno.test("readDocuments() walks folders in a stable order and passes over other files", async () => {
  const files = {
    "b.md": "# B",
    "a/z.txt": "z",
    "a/c.markdown": "c",
    "d.png": "d",
    ".git/x.md": "x",
    "node_modules/r.md": "r",
  };
  await inFolder(files, async (folder) => {
    const events = await read(folder);
    assertEquals(events.map((event) => [event.kind, event.path.slice(folder.length + 1)]), [
      ["document", "a/c.markdown"],
      ["document", "a/z.txt"],
      ["document", "b.md"],
    ]);
  });
});

Deno.test("readDocuments() gives text, hash, time and the file's name as the title of last resort", async () => {
  await inFolder({ "退款.txt": Uint8Array.of(0xcd, 0xcb, 0xbf, 0xee) }, async (folder) => {
    const [event] = await read(join(folder, "退款.txt"));
    assert(event?.kind === "document");
    assertEquals(event.document.text, "退款");
    assertEquals(event.document.fallbackTitle, "退款");
    assertEquals(event.document.format, "plain");
    assertEquals(event.document.contentHash?.length, 64);
    assert((event.document.modifiedMs ?? 0) > 0);
  });
});

Deno.test("readDocuments() reports a bad file and reads the rest (K14)", async () => {
  await inFolder({ "a.md": Uint8Array.of(0x63, 0xe9), "b.md": "# B" }, async (folder) => {
    const [bad, good] = await read(folder);
    assert(bad?.kind === "failed");
    assertEquals(
      bad.reason,
      {
        en:
          `Cannot read document: ${folder}/a.md holds neither UTF-8 nor GB18030 text. Convert it to UTF-8 and ingest again`,
        zh: `无法读取文档：${folder}/a.md 的内容既不是 UTF-8 也不是 GB18030 文字。请转成 UTF-8 后重新入库`,
      },
    );
    assertEquals(good?.kind, "document");
  });
});

Deno.test({
  name: "readDocuments() does not wait for what comes out of a pipe, whatever it is called (K14)",
  ignore: Deno.build.os === "windows",
  fn: () =>
    inFolder({ "b.md": "# B" }, async (folder) => {
      const made = await new Deno.Command("mkfifo", { args: [`${folder}/a.md`] }).output();
      assert(made.success);
      const [pipe, good] = await read(folder);
      assert(pipe?.kind === "failed");
      assertEquals(pipe.reason, {
        en: `Cannot read document: ${folder}/a.md is a pipe or a device. Name a file`,
        zh: `无法读取文档：${folder}/a.md 是管道或设备。请给出文件`,
      });
      assertEquals(good?.kind, "document");
    }),
});

Deno.test("readDocuments() refuses a file over 20 MB", async () => {
  await inFolder({ "big.md": "x" }, async (folder) => {
    await Deno.truncate(join(folder, "big.md"), 20_971_521);
    const [event] = await read(folder);
    assert(event?.kind === "failed");
    assertEquals(
      event.reason.en,
      `Cannot read document: ${folder}/big.md has 20971521 bytes, more than 20971520. Split it and ingest again`,
    );
  });
});

Deno.test("readDocuments() reports a named file of another kind as skipped", async () => {
  await inFolder({ "a.png": "x" }, async (folder) => {
    assertEquals(await read(join(folder, "a.png")), [
      {
        kind: "skipped",
        path: join(folder, "a.png"),
        reason: {
          en:
            "Only .md, .markdown, .txt, .html, .htm, .xhtml, .csv, .tsv, .json, .jsonl, .ndjson, .pdf, .docx files are read",
          zh:
            "只读取 .md、.markdown、.txt、.html、.htm、.xhtml、.csv、.tsv、.json、.jsonl、.ndjson、.pdf、.docx 文件",
        },
      },
    ]);
  });
});

Deno.test("readDocuments() ends in a loop of links and says which link leaves the folder (K11)", async () => {
  await inFolder({ "in/a.md": "a", "out/b.md": "b" }, async (folder) => {
    const root = join(folder, "in");
    await Deno.symlink(root, join(root, "loop"));
    await Deno.symlink(join(folder, "out"), join(root, "way-out"));
    await Deno.symlink(join(folder, "nothing"), join(root, "zz"));
    const events = await read(root);
    assertEquals(events.map((event) => [event.kind, event.path.slice(root.length + 1)]), [
      ["document", "a.md"],
      ["skipped", "way-out"],
      ["skipped", "zz"],
    ]);
  });
});

Deno.test("readDocuments() reads a file named twice once, and look-alike names as different files (K26)", async () => {
  await inFolder({ "a b.md": "1", "a_b.md": "2", "a-b.md": "3" }, async (folder) => {
    const events = await read(folder, join(folder, "a_b.md"), folder);
    assertEquals(events.map((event) => event.path.slice(folder.length + 1)), ["a b.md", "a-b.md", "a_b.md"]);
  });
});

Deno.test("readDocuments() refuses a missing path before it reads anything", async () => {
  await inFolder({ "a.md": "a" }, async (folder) => {
    await assertRejects(
      () => read(folder, join(folder, "nope")),
      Error,
      `Cannot read documents: ${folder}/nope does not exist. Name an existing file or folder`,
    );
    await assertRejects(
      () => read(folder, join(folder, "a.md", "b.md")),
      Error,
      `Cannot read documents: ${folder}/a.md/b.md does not exist. Name an existing file or folder`,
    );
    await assertRejects(() => read(""), Error, 'Cannot read documents: "" does not exist.');
  });
});

Deno.test("isBelow() does not take a look-alike neighbour for a child (K26)", () => {
  assertEquals([isBelow("/docs2/a.md", "/docs"), isBelow("/docs/a.md", "/docs"), isBelow("/a.md", "/")], [
    false,
    true,
    true,
  ]);
});

Deno.test("readDocuments() says of a document without text that it has none", async () => {
  await inFolder({ "a.html": "<img src=x>", "b.csv": "", "c.md": "" }, async (folder) => {
    const events = await read(folder);
    assertEquals(events.map((event) => event.kind === "document" && event.notice?.en), [
      "There is no text in it",
      "There is no text in it",
      undefined,
    ]);
  });
});

Deno.test("readDocuments() takes a document's own date before its file's", async () => {
  await inFolder({ "a.md": "---\ndate: 2026-03-01\n---\nText." }, async (folder) => {
    const [event] = await read(folder);
    assert(event?.kind === "document");
    assertEquals(event.document.modifiedMs, 1_772_323_200_000);
  });
});

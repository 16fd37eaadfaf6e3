import { assert, assertEquals, assertThrows } from "@std/assert";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { KnowledgeIndex } from "../../kb/knowledge_index.ts";

const REFUNDS = {
  path: "/kb/退款.md",
  text: "# 退款政策\n\n## 期限\n\n签收后七天内可以申请退款。\n\n## 费用\n\n运费由买家承担。",
};
const TRAVEL = {
  path: "/kb/travel.md",
  text: "# Travel policy\n\n## Hotels\n\nUp to 500 CNY a night in Beijing.",
};
const ITGC = {
  path: "/kb/itgc.md",
  text: "# 运维记录\n\n重跑gen-itgc后50条悬空，升级到 1.0.21 解决，工单 TK-20261009-0001。",
};

function indexOf(...documents: { path: string; text: string }[]): KnowledgeIndex {
  const index = KnowledgeIndex.open(":memory:");
  index.ingest(documents);
  return index;
}

function pathsFound(index: KnowledgeIndex, query: string): string[] {
  return [...new Set(index.search(query).map((passage) => passage.documentPath))];
}

Deno.test("search() finds a mixed Han and Latin id by each of its parts (K1)", () => {
  using index = indexOf(REFUNDS, TRAVEL, ITGC);
  for (const query of ["悬空", "itgc", "悬", "gen-itgc", "50条", "重跑gen-itgc后50条悬空", "ＩＴＧＣ"]) {
    assertEquals(pathsFound(index, query), [ITGC.path], query);
  }
});

Deno.test("search() finds versions and ids, whole or in part (K2)", () => {
  using index = indexOf(REFUNDS, TRAVEL, ITGC, {
    path: "/kb/other.md",
    text: "升级到 1.0.22，工单 TK-20261009-0002。",
  });
  assertEquals(index.search("1.0.21")[0]?.documentPath, ITGC.path);
  assertEquals(index.search("TK-20261009-0001")[0]?.documentPath, ITGC.path);
  assertEquals(index.search("tk-20261009-0002")[0]?.documentPath, "/kb/other.md");
  assertEquals(pathsFound(index, "20261009").sort(), ["/kb/itgc.md", "/kb/other.md"]);
});

Deno.test("search() gives title, text, document and a score between 0 and 1", () => {
  using index = indexOf(REFUNDS, TRAVEL);
  const [first, ...others] = index.search("多久可以退款");
  assertEquals(first?.documentPath, "/kb/退款.md");
  assertEquals(first?.title, "退款政策 › 期限");
  assertEquals(first?.text, "签收后七天内可以申请退款。");
  assert(first !== undefined && first.score > 0 && first.score < 1);
  assert(others.every((other) => other.score <= first.score));
});

Deno.test("search() counts words of the headings and other forms of a word", () => {
  using index = indexOf(REFUNDS, TRAVEL);
  assertEquals(index.search("hotel")[0]?.title, "Travel policy › Hotels");
  assertEquals(index.search("travelling policies")[0]?.title, "Travel policy › Hotels");
});

Deno.test("search() gives nothing for a query that the index says nothing about (K20)", () => {
  using index = indexOf(REFUNDS, TRAVEL, ITGC);
  for (const query of ["今天天气怎么样", "How tall is Mount Everest?", "", "？！", "的"]) {
    assertEquals(index.search(query), [], query);
  }
});

Deno.test("search() shows near-duplicates once (K23)", () => {
  using index = indexOf(REFUNDS, { ...REFUNDS, path: "/kb/copy.md" }, TRAVEL);
  assertEquals(index.search("申请退款期限").filter((passage) => passage.text.includes("七天")).length, 1);
});

Deno.test("search() gives at most as many passages as asked for", () => {
  const documents = Array.from(
    { length: 12 },
    (_, no) => ({ path: `/${no}`, text: `refund rule ${"abcdefghijkl"[no]}x` }),
  );
  using index = indexOf(...documents);
  assertEquals(index.search("refund").length, 5);
  assertEquals(index.search("refund", { limit: 10 }).length, 10);
});

Deno.test("ingest() of the same documents again changes nothing (K3)", () => {
  using index = indexOf(REFUNDS, TRAVEL);
  const before = [index.info(), index.search("退款")];
  const again = index.ingest([REFUNDS, TRAVEL]);
  assertEquals([again.added, again.changed, again.unchanged], [0, 0, 2]);
  assertEquals([index.info(), index.search("退款")], before);
});

Deno.test("ingest() of an edited or shrunk document leaves no old text (K4)", () => {
  using index = indexOf(REFUNDS, TRAVEL);
  const summary = index.ingest([{ path: REFUNDS.path, text: "# 换货\n\n只换不退。" }]);
  assertEquals([summary.added, summary.changed], [0, 1]);
  assertEquals(index.search("运费由买家承担"), []);
  assertEquals(index.search("换货")[0]?.text, "只换不退。");
  assertEquals([index.info().documents, index.info().chunks], [2, 2]);
});

Deno.test("remove() leaves an index as if the document had never been there", () => {
  using index = indexOf(REFUNDS, TRAVEL, ITGC);
  using fresh = indexOf(REFUNDS, ITGC);
  assert(index.remove(TRAVEL.path));
  assertEquals(index.remove(TRAVEL.path), false);
  const scores = (from: KnowledgeIndex) =>
    from.search("退款的费用").map(({ title, score }) => [title, score]);
  assertEquals(scores(index), scores(fresh));
  assertEquals(index.search("Beijing hotels"), []);
});

Deno.test("ingest() keeps look-alike names apart (K26)", () => {
  const paths = ["/kb/a b.md", "/kb/a_b.md", "/kb/a-b.md", "/kb/A_b.md", "/kb/é.md", "/kb/e\u0301.md"];
  using index = indexOf(...paths.map((path, no) => ({ path, text: `refund ${"uvwxyz"[no]}${no}` })));
  assertEquals(index.documentPaths().toSorted(), paths.toSorted());
  assertEquals(pathsFound(index, "w2"), ["/kb/a-b.md"]);
});

Deno.test("ingest() goes on after a document that cannot be stored (K14)", () => {
  using index = KnowledgeIndex.open(":memory:");
  const broken = {
    path: "/kb/broken.md",
    get text(): string {
      throw new Error("Cannot read text: gone");
    },
  };
  const summary = index.ingest([REFUNDS, broken, TRAVEL]);
  assertEquals(summary.added, 2);
  assertEquals(summary.failed, [{
    path: "/kb/broken.md",
    reason: { en: "Cannot read text: gone", zh: "Cannot read text: gone" },
  }]);
});

Deno.test("open() of a missing file read-only names the command that makes it", () => {
  assertThrows(
    () => KnowledgeIndex.open("/nowhere/kb.sqlite", { readOnly: true }),
    Error,
    "Cannot open knowledge base: /nowhere/kb.sqlite does not exist. Make it with: handrail kb ingest PATH",
  );
});

function withFolder(work: (folder: string) => void): void {
  const folder = Deno.makeTempDirSync();
  try {
    work(folder);
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
}

Deno.test("open() finds what another index wrote to the file, which is the only one left", () => {
  withFolder((folder) => {
    const path = join(folder, "kb.sqlite");
    {
      using writer = KnowledgeIndex.open(path);
      writer.ingest([REFUNDS]);
    }
    assertEquals([...Deno.readDirSync(folder)].map((entry) => entry.name), ["kb.sqlite"]);
    // Byte 18 of SQLite's header: 1 is a file that needs no write-ahead log, and so no writable folder.
    assertEquals(Deno.readFileSync(path)[18], 1);
    using reader = KnowledgeIndex.open(path, { readOnly: true });
    assertEquals(reader.search("退款")[0]?.documentPath, REFUNDS.path);
    assertThrows(() => reader.remove(REFUNDS.path));
  });
});

Deno.test("search() goes on while another index writes to the file (K9)", () => {
  withFolder((folder) => {
    const path = join(folder, "kb.sqlite");
    using writer = KnowledgeIndex.open(path);
    writer.ingest([REFUNDS]);
    using reader = KnowledgeIndex.open(path, { readOnly: true });
    using other = KnowledgeIndex.open(path);
    writer.ingest([TRAVEL]);
    other.ingest([ITGC]);
    assertEquals(pathsFound(reader, "itgc"), [ITGC.path]);
    assertEquals(reader.info().documents, 3);
  });
});

Deno.test("open() refuses another version, another program's file and one that is no index, saying what to do (K8)", () => {
  withFolder((folder) => {
    const path = join(folder, "kb.sqlite");
    KnowledgeIndex.open(path).close();
    const database = new DatabaseSync(path);
    database.exec("PRAGMA user_version = 7");
    database.close();
    assertThrows(
      () => KnowledgeIndex.open(path),
      Error,
      "has schema 7, this program reads 2001. Delete the file",
    );
    const newer = new DatabaseSync(path);
    newer.exec("PRAGMA user_version = 9001");
    newer.close();
    assertThrows(() => KnowledgeIndex.open(path), Error, "this program reads 2001. Update this program");

    const foreign = join(folder, "foreign.sqlite");
    const other = new DatabaseSync(foreign);
    other.exec("CREATE TABLE notes (text TEXT)");
    other.close();
    assertThrows(
      () => KnowledgeIndex.open(foreign),
      Error,
      "is another program's database. Name another file",
    );

    const text = join(folder, "notes.txt");
    Deno.writeTextFileSync(text, "no database ".repeat(1000));
    const error = assertThrows(() => KnowledgeIndex.open(text), Error, "is no index");
    assert(!error.message.includes("Delete"), error.message);
  });
});

Deno.test("open() or search() says that a truncated file is damaged (K8)", () => {
  withFolder((folder) => {
    const path = join(folder, "kb.sqlite");
    {
      using index = KnowledgeIndex.open(path);
      index.ingest(
        Array.from({ length: 40 }, (_, no) => ({ path: `/${no}`, text: `第${no}条 ${REFUNDS.text}` })),
      );
    }
    const size = Deno.statSync(path).size;
    for (const share of [0.9, 0.5, 0.1]) {
      Deno.truncateSync(path, Math.floor(size * share));
      assertThrows(
        () => {
          using index = KnowledgeIndex.open(path, { readOnly: true });
          index.search("退款政策 第39条 费用");
        },
        Error,
        "is damaged",
      );
    }
  });
});

Deno.test("search() says that a file with overwritten pages is damaged (K8)", () => {
  withFolder((folder) => {
    const path = join(folder, "kb.sqlite");
    {
      using index = KnowledgeIndex.open(path);
      index.ingest(
        Array.from({ length: 40 }, (_, no) => ({ path: `/${no}`, text: `第${no}条 ${REFUNDS.text}` })),
      );
    }
    const bytes = Deno.readFileSync(path);
    Deno.writeFileSync(path, bytes.fill(0x5a, 3 * 4096));
    assertThrows(
      () => {
        using index = KnowledgeIndex.open(path, { readOnly: true });
        index.search("退款政策 第39条 费用");
      },
      Error,
      "is damaged",
    );
  });
});

Deno.test("remove() leaves nothing of a text behind that SQLite would cut or change (K4)", () => {
  using index = indexOf({ path: "/kb/a.md", text: "# Al\0pha\n\nbeta\0gamma \ud83d退款" });
  assertEquals([...index.chunks()].map(({ title, text }) => [title, text]), [["Alpha", "betagamma 退款"]]);
  index.remove("/kb/a.md");
  index.ingest([TRAVEL]);
  using fresh = indexOf(TRAVEL);
  assertEquals(index.search("hotels")[0]?.score, fresh.search("hotels")[0]?.score);
});

Deno.test("chunks() that nobody reads on keeps no writer waiting (K9)", () => {
  withFolder((folder) => {
    const path = join(folder, "kb.sqlite");
    {
      using index = KnowledgeIndex.open(path);
      index.ingest([REFUNDS, TRAVEL]);
    }
    using reader = KnowledgeIndex.open(path, { readOnly: true });
    const chunks = reader.chunks()[Symbol.iterator]();
    assertEquals(chunks.next().value?.path, TRAVEL.path);
    {
      using writer = KnowledgeIndex.open(path);
      assertEquals(writer.ingest([ITGC]).added, 1);
      assertEquals(writer.remove(REFUNDS.path), true);
    }
    assertEquals(chunks.next().done, true);
  });
});

Deno.test("search() looks behind the copies of a document for what else answers (K23)", () => {
  const copies = Array.from({ length: 40 }, (_, at) => ({ path: `/old/${at}.md`, text: REFUNDS.text }));
  using index = indexOf(...copies, { path: "/kb/desk.md", text: "申请退款后，客服会在三天内答复。" });
  const paths = index.search("签收后七天内申请退款").map(({ documentPath }) => documentPath);
  assertEquals([paths[0], paths.includes("/kb/desk.md")], ["/old/0.md", true]);
});

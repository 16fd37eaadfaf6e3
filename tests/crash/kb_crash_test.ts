import { assertEquals } from "@std/assert";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { KnowledgeIndex } from "../../kb/knowledge_index.ts";
import { verifyIndex } from "../../kb/verify_index.ts";
import { infraTest } from "../_support/infra_test.ts";
import { seededRandom } from "../_support/seeded_random.ts";
import { tempFolder } from "../_support/temp_folder.ts";

const WORKER = fileURLToPath(new URL("../_support/kb_ingest_worker.ts", import.meta.url));
const KILLS = 50;
const DOCUMENTS = 300;

/** Starts an ingest of a folder. */
function startIngest(index: string, folder: string): Deno.ChildProcess {
  return new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--quiet",
      "--no-check",
      "--no-prompt",
      "--allow-read",
      "--allow-write",
      WORKER,
      index,
      folder,
    ],
    stdout: "null",
    stderr: "piped",
  }).spawn();
}

async function finish(ingest: Deno.ChildProcess): Promise<number> {
  const { code, stderr } = await ingest.output();
  assertEquals(new TextDecoder().decode(stderr), "");
  return code;
}

async function writeDocuments(folder: string): Promise<void> {
  await Deno.mkdir(folder);
  for (let number = 0; number < DOCUMENTS; number++) {
    const sections = Array.from(
      { length: 8 },
      (_, at) => `## 第 ${at} 节\n\n第 ${number} 号文件说明退款、住宿和密码。`,
    );
    await Deno.writeTextFile(join(folder, `${number}.md`), `# 文件 ${number}\n\n${sections.join("\n\n")}`);
  }
}

/** What is wrong with an index; nothing yet when the kill came before its first page. */
function problemsOf(path: string): readonly string[] {
  try {
    return verifyIndex(path).problems.map(({ en }) => en);
  } catch (error) {
    const { message } = error as Error;
    return message.includes("is empty, its ingest was cut off") ? [] : [message];
  }
}

/** Everything that is in an index, and how many of its chunks have vectors. */
function contentsOf(path: string) {
  using index = KnowledgeIndex.open(path, { readOnly: true });
  const { chunks, vectors } = index.info();
  return {
    texts: [...index.chunks()].map(({ path: from, ordinal, text }) => [from, ordinal, text]),
    chunks,
    vectors,
  };
}

infraTest(
  "an index opens after each of fifty kills, and the next ingest finishes the job (K8, K10)",
  {},
  async () => {
    await using folder = await tempFolder();
    const [documents, index, whole] = ["documents", "kb.sqlite", "whole.sqlite"].map((name) =>
      join(folder.path, name)
    );
    if (!documents || !index || !whole) throw new Error("Cannot name the files");
    await writeDocuments(documents);
    const start = performance.now();
    assertEquals(await finish(startIngest(whole, documents)), 0);
    // Moments all over an ingest, however fast the machine is: whenever one ended first, the next are earlier.
    let spanMs = performance.now() - start;
    const random = seededRandom(Date.now());
    for (let kills = 0; kills < KILLS;) {
      const ingest = startIngest(index, documents);
      await new Promise((resolve) => setTimeout(resolve, random() * spanMs));
      try {
        ingest.kill("SIGKILL");
      } catch {
        // It had ended by then.
      }
      const { success } = await ingest.output();
      if (success) spanMs *= 0.9;
      else kills++;
      // Before its first page is written there is no file at all.
      const exists = await Deno.stat(index).then(() => true, () => false);
      if (exists) assertEquals(problemsOf(index), [], `after kill ${kills}`);
      // An ingest that was not hit in time begins anew, so that all parts of one are met.
      if (success) await Deno.remove(index);
    }
    assertEquals(await finish(startIngest(index, documents)), 0);
    assertEquals(contentsOf(index), contentsOf(whole));
    assertEquals(verifyIndex(index), { problems: [], waiting: 0 });
  },
);

infraTest("two ingests at once both complete, and nothing is doubled or missing (K9)", {}, async () => {
  await using folder = await tempFolder();
  const [documents, index, whole] = ["documents", "kb.sqlite", "whole.sqlite"].map((name) =>
    join(folder.path, name)
  );
  if (!documents || !index || !whole) throw new Error("Cannot name the files");
  await writeDocuments(documents);
  assertEquals(
    await Promise.all([startIngest(index, documents), startIngest(index, documents)].map(finish)),
    [0, 0],
  );
  assertEquals(await finish(startIngest(whole, documents)), 0);
  assertEquals(contentsOf(index), contentsOf(whole));
});

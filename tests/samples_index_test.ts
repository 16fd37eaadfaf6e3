import { assertEquals } from "@std/assert";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { KnowledgeIndex } from "../kb/knowledge_index.ts";
import { readDocuments } from "../kb/read_documents.ts";

const SAMPLES = fileURLToPath(new URL("../samples/", import.meta.url));

Deno.test("the index that ships holds the samples as they are now: if not, run deno task samples", async () => {
  using index = KnowledgeIndex.open(join(SAMPLES, "kb.sqlite"), { readOnly: true });
  const now: [string, string | undefined][] = [];
  for await (const event of readDocuments([join(SAMPLES, "kb")])) {
    const hash = event.kind === "document" ? event.document.contentHash : event.kind;
    now.push([`samples/kb/${basename(event.path)}`, hash]);
  }
  assertEquals(index.documentPaths().map((path) => [path, index.contentHashOf(path)]), now);
  const { chunks, vectors, model } = index.info();
  assertEquals([model, vectors], ["bge-small-zh-v1.5", chunks]);
});

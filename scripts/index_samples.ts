/**
 * Makes the index of the samples that ships with the program: `deno task samples`. Its paths are relative, so that it is the
 * same wherever it was made.
 *
 * @module
 */
import { basename, join } from "node:path";
import { embedPending } from "../kb/embed_pending.ts";
import { KnowledgeIndex } from "../kb/knowledge_index.ts";
import { readDocuments } from "../kb/read_documents.ts";
import { findLocalEmbedder } from "../bench/local_embedder.ts";

const folder = join(import.meta.dirname ?? ".", "..", "samples");
const path = join(folder, "kb.sqlite");
const embedder = await findLocalEmbedder();
if (!embedder) Deno.exit(1);
await Deno.remove(path).catch(() => {});
{
  using index = KnowledgeIndex.open(path);
  for await (const event of readDocuments([join(folder, "kb")])) {
    if (event.kind !== "document") throw new Error(`Cannot index ${event.path}: it is ${event.kind}`);
    index.ingest([{ ...event.document, path: `samples/kb/${basename(event.path)}`, modifiedMs: 0 }]);
  }
  await embedPending(index, embedder);
}
await embedder[Symbol.asyncDispose]();
Deno.exit(0);

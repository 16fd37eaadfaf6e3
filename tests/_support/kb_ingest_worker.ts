/**
 * Takes a folder in and embeds it, in a process that a test kills: `kb_ingest_worker.ts INDEX FOLDER`.
 *
 * @module
 */
import { embedPending } from "../../kb/embed_pending.ts";
import { ingestPaths } from "../../kb/ingest_paths.ts";
import { KnowledgeIndex } from "../../kb/knowledge_index.ts";
import { FakeEmbedder } from "./fake_embedder.ts";

const [path = "", folder = ""] = Deno.args;
using index = KnowledgeIndex.open(path);
await ingestPaths(index, [folder]);
await embedPending(index, new FakeEmbedder({ ideas: [["退款"], ["住宿"], ["密码"]] }));

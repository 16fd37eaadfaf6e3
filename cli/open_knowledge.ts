/**
 * Opens the documents that answer questions.
 *
 * @module
 */
import { basename, join } from "node:path";
import { BilingualError, wordsOf } from "../kb/bilingual_error.ts";
import { copyOut } from "../kb/copy_out.ts";
import { HybridKnowledge } from "../kb/hybrid_knowledge.ts";
import { KnowledgeIndex } from "../kb/knowledge_index.ts";
import type { PackedFile } from "../kb/packed_file.ts";
import { readDocuments } from "../kb/read_documents.ts";
import type { BuildFacts } from "./build_facts.ts";
import { copyTargets } from "./open_embedder.ts";
import type { OpenKnowledge } from "./program.ts";
import type { Settings } from "./settings/settings.ts";

/** What is opened. */
export interface OpenKnowledgeOptions {
  readonly settings: Settings;
  /** Is there an index of the user's? */
  readonly hasIndex: boolean;
  /** The program's make, and the documents that it came with. */
  readonly build: BuildFacts;
  readonly embedder: ConstructorParameters<typeof HybridKnowledge>[1]["embedder"];
  /** Is told once why words alone are searched. */
  readonly onLexicalOnly: (why: string, error: unknown) => void;
}

/**
 * The user's index; until there is one, the one that the program brings along, so that the first question has an
 * answer.
 *
 * @param options See {@linkcode OpenKnowledgeOptions}.
 * @throws {Error} If the index is damaged, foreign, or of another version, or one that the program brings along cannot
 * be copied to where SQLite can open it.
 *
 * @example
 * ```ts
 * const { knowledge } = await openKnowledge(options);
 * await knowledge.search("出差住宿标准");
 * ```
 */
export async function openKnowledge(options: OpenKnowledgeOptions): Promise<OpenKnowledge> {
  const { settings, hasIndex, build, embedder, onLexicalOnly } = options;
  const index = hasIndex
    ? KnowledgeIndex.open(settings.knowledgePath, { readOnly: true })
    : await openBuiltIn(options);
  const knowledge = new HybridKnowledge(index, { embedder, onLexicalOnly });
  return { index, knowledge, origin: hasIndex ? "index" : build.ownIndex ? "embedded" : "bundled" };
}

async function openBuiltIn(options: OpenKnowledgeOptions): Promise<KnowledgeIndex> {
  const { index, folder } = options.build;
  return index ? await openEmbedded(index, options) : await openSamples(join(folder, "samples"));
}

/** SQLite cannot see into the program. */
async function openEmbedded(
  file: PackedFile,
  { build, settings, onLexicalOnly }: OpenKnowledgeOptions,
): Promise<KnowledgeIndex> {
  let folder: string;
  try {
    folder = await copyOut([file], copyTargets(settings));
  } catch (error) {
    const refusal = cannotCopy(error);
    if (build.ownIndex) throw refusal;
    onLexicalOnly(refusal.message, refusal);
    return await readSamples(join(build.folder, "samples"));
  }
  return KnowledgeIndex.open(join(folder, file.name), { readOnly: true });
}

function cannotCopy(cause: unknown): BilingualError {
  const reason = wordsOf(cause);
  return new BilingualError({
    en: `Cannot copy the documents that are built in: ${reason.en}. ` +
      "Name a folder that can be written in HANDRAIL_CACHE",
    zh: `无法复制内置的资料：${reason.zh}。请用 HANDRAIL_CACHE 指定一个可写的目录`,
  }, { cause });
}

/** The index that comes with the samples; where it does not (a clone in the making), their words. */
async function openSamples(folder: string): Promise<KnowledgeIndex> {
  try {
    return KnowledgeIndex.open(join(folder, "kb.sqlite"), { readOnly: true });
  } catch {
    return await readSamples(folder);
  }
}

/** Under the names that they have in the index: where they lie inside a program is nothing that anybody can open. */
async function readSamples(folder: string): Promise<KnowledgeIndex> {
  const index = KnowledgeIndex.open(":memory:");
  for await (const event of readDocuments([join(folder, "kb")])) {
    if (event.kind !== "document") continue;
    index.ingest([{ ...event.document, path: `samples/kb/${basename(event.path)}`, modifiedMs: 0 }]);
  }
  return index;
}

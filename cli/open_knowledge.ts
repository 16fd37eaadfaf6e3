/**
 * Opens the documents that answer questions.
 *
 * @module
 */
import { join } from "node:path";
import { HybridKnowledge } from "../kb/hybrid_knowledge.ts";
import { ingestPaths } from "../kb/ingest_paths.ts";
import { KnowledgeIndex } from "../kb/knowledge_index.ts";
import type { OpenKnowledge } from "./program.ts";
import type { Settings } from "./settings.ts";

/** What is opened. */
export interface OpenKnowledgeOptions {
  readonly settings: Settings;
  /** Is there an index of the user's? */
  readonly hasIndex: boolean;
  /** The folder that the samples came with. */
  readonly samplesFolder: string;
  readonly embedder: ConstructorParameters<typeof HybridKnowledge>[1]["embedder"];
  /** Is told once why words alone are searched. */
  readonly onLexicalOnly: (why: string) => void;
}

/**
 * The user's index; until there is one, the bundled samples, so that the first question has an answer.
 *
 * @param options See {@linkcode OpenKnowledgeOptions}.
 * @throws {Error} If the index is damaged, foreign, or of another version.
 *
 * @example
 * ```ts
 * const { knowledge } = await openKnowledge(options);
 * await knowledge.search("出差住宿标准");
 * ```
 */
export async function openKnowledge(options: OpenKnowledgeOptions): Promise<OpenKnowledge> {
  const { settings, hasIndex, samplesFolder, embedder, onLexicalOnly } = options;
  const index = hasIndex
    ? KnowledgeIndex.open(settings.knowledgePath, { readOnly: true })
    : await openSamples(samplesFolder);
  const knowledge = new HybridKnowledge(index, { embedder, onLexicalOnly });
  return { index, knowledge, origin: hasIndex ? "index" : "bundled" };
}

/** The index that comes with the samples; where it does not (a clone in the making), their words. */
async function openSamples(folder: string): Promise<KnowledgeIndex> {
  try {
    return KnowledgeIndex.open(join(folder, "kb.sqlite"), { readOnly: true });
  } catch {
    const index = KnowledgeIndex.open(":memory:");
    await ingestPaths(index, [join(folder, "kb")]);
    return index;
  }
}

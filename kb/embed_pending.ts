import type { Embedder } from "./embedder.ts";
import type { KnowledgeIndex } from "./knowledge_index.ts";

/** How to embed. */
export interface EmbedPendingOptions {
  /** Stops between two batches; what is done by then stays. */
  readonly signal?: AbortSignal;
  /** Told after every batch. */
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
}

/** Chunks that are embedded and written together: enough to sort by length, few enough to lose in a kill. */
const BATCH = 256;

/**
 * Gives every chunk that has none its vector. An interrupted ingest goes on here: what was embedded before is not
 * embedded again.
 *
 * @param index An index that is open for writing.
 * @param embedder The model.
 * @param options See {@linkcode EmbedPendingOptions}.
 * @returns How many chunks were embedded.
 * @throws {ModelMismatchError} when the index holds vectors of another model.
 * @throws {Error} when the model cannot answer; chunks without a vector are still found by their words.
 *
 * @example
 * ```ts
 * await embedPending(index, embedder, { onProgress: ({ done, total }) => draw(done / total) });
 * ```
 */
export async function embedPending(
  index: KnowledgeIndex,
  embedder: Embedder,
  options: EmbedPendingOptions = {},
): Promise<number> {
  const { signal, onProgress } = options;
  index.adoptModel(embedder.identity);
  const total = index.pendingCount();
  let done = 0;
  for (let batch = index.pending(BATCH); batch.length > 0; batch = index.pending(BATCH)) {
    signal?.throwIfAborted();
    const vectors = await embedder.embed(batch.map(({ text }) => text), signal ? { signal } : {});
    index.addVectors(
      batch.map(({ chunkId }, at) => ({ chunkId, vector: vectors[at] ?? new Float32Array() })),
    );
    done += batch.length;
    onProgress?.({ done, total: Math.max(total, done) });
  }
  return done;
}

import { createHash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { wordsOf } from "./bilingual_error.ts";
import { type Chunk, chunkDocument } from "./chunk_document.ts";
import { embeddedText, searchedTerms } from "./chunk_texts.ts";
import { DocumentStore, type ExportedChunk } from "./document_store.ts";
import type { EmbedderIdentity } from "./embedder.ts";
import { inTransaction } from "./in_transaction.ts";
import { emptySummary, type IngestSummary } from "./ingest_summary.ts";
import type { IndexInfo } from "./index_info.ts";
import { IndexSearch, type SearchOptions } from "./index_search.ts";
import { LexicalIndex } from "./lexical_index.ts";
import { ModelMismatchError } from "./model_mismatch_error.ts";
import {
  INDEX_SCHEMA_VERSION,
  leaveOneFile,
  openIndexDatabase,
  type OpenOptions,
} from "./open_index_database.ts";
import type { Passage } from "./passage.ts";
import type { SourceDocument } from "./source_document.ts";
import { VectorStore } from "./vector_store.ts";

/** A chunk that waits for its vector. */
export interface PendingChunk {
  readonly chunkId: number;
  /** What is to be embedded: the headings and the text below them. */
  readonly text: string;
}

/** Documents in, passages out: one SQLite file that finds chunks by their words, and by their vectors where it has them. */
export class KnowledgeIndex implements Disposable {
  readonly #path: string;
  readonly #database: DatabaseSync;
  readonly #readOnly: boolean;
  readonly #store: DocumentStore;
  readonly #lexical: LexicalIndex;
  readonly #search: IndexSearch;
  #vectors: VectorStore | undefined;

  private constructor(path: string, database: DatabaseSync, readOnly: boolean) {
    this.#readOnly = readOnly;
    this.#path = path;
    this.#database = database;
    this.#store = new DocumentStore(database);
    this.#lexical = new LexicalIndex(database);
    this.#search = new IndexSearch({
      store: this.#store,
      lexical: this.#lexical,
      vectors: () => this.#vectorStore(),
    });
  }

  /**
   * Opens an index, or makes an empty one.
   *
   * @param path Its file, or `":memory:"`.
   * @param options `readOnly` refuses to make a file and to write.
   * @returns The index; dispose of it or close it.
   * @throws {Error} when the file is missing (read-only), damaged, foreign or of another version.
   *
   * @example
   * ```ts
   * using index = KnowledgeIndex.open("kb.sqlite");
   * index.ingest([{ path: "/docs/refunds.md", text: "# 退款政策\n七天内可以退款。" }]);
   * index.search("多久可以退款"); // [{ title: "退款政策", text: "七天内可以退款。", … }]
   * ```
   */
  static open(path: string, options: OpenOptions = {}): KnowledgeIndex {
    return new KnowledgeIndex(path, openIndexDatabase(path, options), options.readOnly ?? false);
  }

  /**
   * Takes documents in, each in a transaction of its own. A document whose content hash is known costs nothing, a
   * changed one has all its chunks replaced.
   *
   * @param documents The documents.
   * @returns What happened to them. A document that cannot be stored is in `failed`, the others are stored.
   *
   * @example
   * ```ts
   * index.ingest([{ path: "a.md", text: "x" }]); // { added: 1, changed: 0, unchanged: 0, … }
   * ```
   */
  ingest(documents: Iterable<SourceDocument>): IngestSummary {
    const summary = emptySummary();
    for (const document of documents) {
      try {
        summary[this.#ingestOne(document)]++;
      } catch (error) {
        summary.failed.push({ path: document.path, reason: wordsOf(error) });
      }
    }
    return summary;
  }

  /**
   * Finds the passages that answer a query best.
   *
   * @param query What is looked for, in words.
   * @param options How many, and how good.
   * @returns Passages, best first, without near-duplicates; none when nothing reaches the floor.
   *
   * @example
   * ```ts
   * index.search("退款", { limit: 3 });
   * ```
   */
  search(query: string, options: SearchOptions = {}): Passage[] {
    // One snapshot: another process may replace a chunk between finding and reading it.
    return this.#inTransaction("BEGIN", () => this.#search.find(query, options));
  }

  /**
   * Says that vectors come from this model from now on.
   *
   * @param identity The model.
   * @throws {ModelMismatchError} when the index has another one already.
   */
  adoptModel(identity: EmbedderIdentity): void {
    this.#inTransaction("BEGIN IMMEDIATE", () => {
      if (this.#store.model() === undefined) this.#store.setModel(identity);
    });
    this.requireModel(identity);
  }

  /**
   * Makes sure that vectors of this model can be compared with the index's.
   *
   * @param identity The model.
   * @throws {ModelMismatchError} when they cannot.
   */
  requireModel(identity: EmbedderIdentity): void {
    const model = this.#store.model();
    if (model === undefined || model.hash === identity.hash && model.dimensions === identity.dimensions) {
      return;
    }
    const other = model.hash.slice(0, 12);
    throw new ModelMismatchError({
      en: `Cannot use ${identity.name} with ${this.#path}: its vectors come from ${model.name} (${other}). ` +
        "Choose that model, or make another index with: handrail kb ingest PATH",
      zh: `${this.#path} 不能用 ${identity.name}：其中的向量出自 ${model.name}（${other}）。` +
        "请换回那个模型，或用 handrail kb ingest 路径 另建索引",
    });
  }

  /** How many chunks wait for their vector. */
  pendingCount(): number {
    return this.#store.countWithoutVector();
  }

  /**
   * The chunks that wait for their vector, short ones first.
   *
   * @param limit The greatest number of them.
   */
  pending(limit: number): PendingChunk[] {
    return this.#store.withoutVector(limit).map(({ chunkId, title, text }) => ({
      chunkId,
      text: embeddedText({ title, text }),
    }));
  }

  /**
   * Adds vectors, all of them or none. Those of chunks that are gone by now are dropped.
   *
   * @param vectors Chunks and vectors of the model that the index has adopted.
   */
  addVectors(vectors: Iterable<{ readonly chunkId: number; readonly vector: Float32Array }>): void {
    this.#inTransaction("BEGIN IMMEDIATE", () => {
      const store = this.#vectorStore();
      for (const { chunkId, vector } of vectors) if (this.#store.has(chunkId)) store?.add(chunkId, vector);
    });
  }

  /**
   * Says which content is stored for a document.
   *
   * @param path The document's path.
   * @returns Its content hash; undefined when it is not in the index.
   */
  contentHashOf(path: string): string | undefined {
    return this.#store.contentHashOf(path);
  }

  /**
   * Lists the documents.
   *
   * @returns Their paths, in order.
   */
  documentPaths(): string[] {
    return this.#store.documentPaths();
  }

  /**
   * Reads the chunks of all documents, in order.
   *
   * @param under Only those of this file, or below this folder.
   */
  chunks(under?: string): Iterable<ExportedChunk> {
    return this.#store.chunks(under);
  }

  /**
   * Takes a document out, with all its chunks.
   *
   * @param path Its path.
   * @returns False when it was not in the index.
   */
  remove(path: string): boolean {
    return this.#inTransaction("BEGIN IMMEDIATE", () => this.#removeOne(path));
  }

  /**
   * Counts what the index holds.
   *
   * @returns Its file, version, documents and chunks.
   */
  info(): IndexInfo {
    return {
      path: this.#path,
      schemaVersion: INDEX_SCHEMA_VERSION,
      documents: this.#store.count("documents"),
      chunks: this.#store.count("chunks"),
      model: this.#store.model()?.name ?? null,
      vectors: this.#store.count("vectors"),
    };
  }

  /** Closes the file. Closing twice is harmless. */
  close(): void {
    if (!this.#database.isOpen) return;
    if (!this.#readOnly) leaveOneFile(this.#database);
    this.#database.close();
  }

  /** Closes the file. */
  [Symbol.dispose](): void {
    this.close();
  }

  #ingestOne(document: SourceDocument): "added" | "changed" | "unchanged" {
    const hash = document.contentHash ?? hashOf(document);
    if (this.contentHashOf(document.path) === hash) return "unchanged";
    const chunks = chunkDocument(document.text, document);
    return this.#inTransaction("BEGIN IMMEDIATE", () => {
      const kept = new Map<string, Uint8Array>();
      const known = this.#removeOne(document.path, kept);
      this.#insert(document, hash, chunks, kept);
      return known ? "changed" : "added";
    });
  }

  /** `kept`: vectors of the texts that the document had before; what did not change need not be embedded again. */
  #insert(
    document: SourceDocument,
    hash: string,
    chunks: readonly Chunk[],
    kept: ReadonlyMap<string, Uint8Array>,
  ): void {
    for (const chunk of this.#store.insert(document, hash, chunks)) {
      this.#lexical.add(chunk, searchedTerms(chunk));
      const vector = kept.get(embeddedText(chunk));
      if (vector) this.#vectorStore()?.addBytes(chunk.chunkId, vector);
    }
  }

  #removeOne(path: string, kept = new Map<string, Uint8Array>()): boolean {
    const chunks = this.#store.delete(path);
    const vectors = this.#vectorStore();
    for (const chunk of chunks ?? []) {
      this.#lexical.remove(chunk, searchedTerms(chunk));
      const vector = vectors?.bytesOf(chunk.chunkId);
      if (!vector) continue;
      kept.set(embeddedText(chunk), vector);
      vectors?.remove(chunk.chunkId);
    }
    return chunks !== undefined;
  }

  /** Undefined while no model was adopted. */
  #vectorStore(): VectorStore | undefined {
    const model = this.#vectors ? undefined : this.#store.model();
    if (model) this.#vectors = new VectorStore(this.#database, model.dimensions);
    return this.#vectors;
  }

  #inTransaction<Result>(begin: "BEGIN" | "BEGIN IMMEDIATE", work: () => Result): Result {
    return inTransaction(this.#database, this.#path, begin, work);
  }
}

function hashOf(document: SourceDocument): string {
  return createHash("sha256").update(`${document.title ?? ""}\0${document.text}`).digest("hex");
}

import { createHash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { type Chunk, chunkDocument } from "./chunk_document.ts";
import { DocumentStore } from "./document_store.ts";
import { dropNearDuplicates } from "./drop_near_duplicates.ts";
import { explainDatabaseError } from "./explain_database_error.ts";
import { emptySummary, type IngestSummary } from "./ingest_summary.ts";
import { LexicalIndex } from "./lexical_index.ts";
import {
  INDEX_SCHEMA_VERSION,
  leaveOneFile,
  openIndexDatabase,
  type OpenOptions,
} from "./open_index_database.ts";
import type { Passage } from "./passage.ts";
import { queryTerms } from "./query_terms.ts";
import type { SourceDocument } from "./source_document.ts";
import { tokenize } from "./tokenize.ts";

/** How to search. */
export interface SearchOptions {
  /** The greatest number of passages. @default {5} */
  readonly limit?: number;
  /** The lowest score of a passage, from 0 to 1. @default {SCORE_FLOOR} */
  readonly floor?: number;
}

/** What an index holds. */
export interface IndexInfo {
  /** Its file. */
  readonly path: string;
  /** The version of its tables. */
  readonly schemaVersion: number;
  /** How many documents. */
  readonly documents: number;
  /** How many chunks. */
  readonly chunks: number;
  /** The embedding model that its vectors come from; null without vectors. */
  readonly model: string | null;
}

/**
 * A passage must account for at least a tenth of the query's information, or it is no answer.
 *
 * Words alone cannot tell every unrelated question: one that shares a word with a document passes, and a higher floor
 * would cost questions that are put in other words than their answers.
 */
export const SCORE_FLOOR = 0.1;

/** Documents in, passages out: one SQLite file that finds chunks by their words. */
export class KnowledgeIndex implements Disposable {
  readonly #path: string;
  readonly #database: DatabaseSync;
  readonly #readOnly: boolean;
  readonly #store: DocumentStore;
  readonly #lexical: LexicalIndex;

  private constructor(path: string, database: DatabaseSync, readOnly: boolean) {
    this.#readOnly = readOnly;
    this.#path = path;
    this.#database = database;
    this.#store = new DocumentStore(database);
    this.#lexical = new LexicalIndex(database);
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
        summary.failed.push({
          path: document.path,
          reason: error instanceof Error ? error.message : String(error),
        });
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
    const { limit = 5, floor = SCORE_FLOOR } = options;
    // More than asked for, since near-duplicates drop out.
    const depth = 2 * limit + 10;
    // One snapshot: another process may replace a chunk between finding and reading it.
    return this.#inTransaction("BEGIN", () => {
      const found = this.#lexical.search(queryTerms(query), depth).filter(({ score }) => score >= floor);
      const passages = found.flatMap(({ chunkId, score }): Passage[] => {
        const chunk = this.#store.read(chunkId);
        return chunk === undefined ? [] : [{ chunkId, ...chunk, score }];
      });
      return dropNearDuplicates(passages, limit);
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
      model: null,
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
      const known = this.#removeOne(document.path);
      this.#insert(document, hash, chunks);
      return known ? "changed" : "added";
    });
  }

  #insert(document: SourceDocument, hash: string, chunks: readonly Chunk[]): void {
    for (const chunk of this.#store.insert(document, hash, chunks)) this.#lexical.add(chunk, tokensOf(chunk));
  }

  #removeOne(path: string): boolean {
    const chunks = this.#store.delete(path);
    for (const chunk of chunks ?? []) this.#lexical.remove(chunk, tokensOf(chunk));
    return chunks !== undefined;
  }

  #inTransaction<Result>(begin: "BEGIN" | "BEGIN IMMEDIATE", work: () => Result): Result {
    try {
      this.#database.exec(begin);
      const result = work();
      this.#database.exec("COMMIT");
      return result;
    } catch (error) {
      this.#rollBack();
      throw explainDatabaseError(error, this.#path);
    }
  }

  #rollBack(): void {
    try {
      this.#database.exec("ROLLBACK");
    } catch {
      // There is nothing to roll back: the transaction did not begin, or SQLite has ended it by itself.
    }
  }
}

/** Headings are searched with the text below them. */
function tokensOf(chunk: Pick<Chunk, "title" | "text">): string[] {
  // Words of a heading say more of what a passage is about than words of its text: they count twice.
  return tokenize(`${chunk.title}\n${chunk.title}\n${chunk.text}`);
}

function hashOf(document: SourceDocument): string {
  return createHash("sha256").update(`${document.title ?? ""}\0${document.text}`).digest("hex");
}

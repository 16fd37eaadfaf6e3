import type { DatabaseSync } from "node:sqlite";
import type { Chunk } from "./chunk_document.ts";
import type { EmbedderIdentity } from "./embedder.ts";
import { isBelow } from "./is_below.ts";
import type { SourceDocument } from "./source_document.ts";

/** Which documents a search looks into; all that is given must hold. */
export interface DocumentFilter {
  /** A file, or a folder of files, by its path. */
  readonly under?: string;
  /** Written at or after this time, in milliseconds since 1970. */
  readonly since?: number;
  /** Written before this time, in milliseconds since 1970. */
  readonly until?: number;
}

/** A chunk as it is written out. */
export interface ExportedChunk {
  /** The document's path. */
  readonly path: string;
  readonly ordinal: number;
  readonly title: string;
  readonly text: string;
}

/** A chunk with the number that the index knows it by. */
export interface StoredChunk extends Chunk {
  /** Its number; never given to another chunk. The chunks of a document have consecutive ones. */
  readonly chunkId: number;
}

/**
 * The documents and chunks of an index, as they were read: what a search shows, and what a removal needs to know.
 *
 * Writing calls belong inside a transaction of the caller's.
 *
 * @example
 * ```ts
 * const store = new DocumentStore(database);
 * store.insert({ path: "a.md", text: "x" }, hash, chunkDocument("x"));
 * store.documentPaths(); // ["a.md"]
 * ```
 */
export class DocumentStore {
  readonly #database: DatabaseSync;

  /** @param database An index database with its schema in place. */
  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  /**
   * Says which content is stored for a document.
   *
   * @param path The document's path.
   * @returns Its content hash; undefined when it is not stored.
   */
  contentHashOf(path: string): string | undefined {
    const row = this.#database.prepare("SELECT content_hash FROM documents WHERE path = ?").get(path);
    return row === undefined ? undefined : String(row["content_hash"]);
  }

  /**
   * Lists the documents.
   *
   * @returns Their paths, in order.
   */
  documentPaths(): string[] {
    const rows = this.#database.prepare("SELECT path FROM documents ORDER BY path").all();
    return rows.map((row) => String(row["path"]));
  }

  /**
   * Counts rows.
   *
   * @param table What to count.
   * @returns How many there are.
   */
  count(table: "documents" | "chunks" | "vectors"): number {
    return Number(this.#database.prepare(`SELECT count(*) AS rows FROM ${table}`).get()?.["rows"]);
  }

  /**
   * Reads a chunk and the path of its document.
   *
   * @param chunkId The chunk's number.
   * @returns The chunk; undefined when it is not stored.
   */
  read(chunkId: number): { documentPath: string; title: string; text: string } | undefined {
    const row = this.#database.prepare(
      "SELECT path, chunks.title, text FROM chunks JOIN documents ON documents.id = document_id WHERE chunks.id = ?",
    ).get(chunkId);
    if (row === undefined) return undefined;
    return { documentPath: String(row["path"]), title: String(row["title"]), text: String(row["text"]) };
  }

  /**
   * Reads chunks that have no vector yet, those of the shortest texts first.
   *
   * @param limit The greatest number of chunks.
   */
  withoutVector(limit: number): { chunkId: number; title: string; text: string }[] {
    return this.#database.prepare(
      "SELECT id, title, text FROM chunks WHERE id NOT IN (SELECT chunk_id FROM vectors) ORDER BY length(text) LIMIT ?",
    ).all(limit).map((row) => ({
      chunkId: Number(row["id"]),
      title: String(row["title"]),
      text: String(row["text"]),
    }));
  }

  /** Counts the chunks that have no vector yet. */
  countWithoutVector(): number {
    return Number(
      this.#database.prepare(
        "SELECT count(*) AS rows FROM chunks WHERE id NOT IN (SELECT chunk_id FROM vectors)",
      )
        .get()?.["rows"],
    );
  }

  /** Is there a chunk of that number? */
  has(chunkId: number): boolean {
    return this.#database.prepare("SELECT 1 FROM chunks WHERE id = ?").get(chunkId) !== undefined;
  }

  /**
   * Lists the chunks of documents that a filter lets through.
   *
   * @param filter See {@linkcode DocumentFilter}.
   */
  chunkIdsOf({ under, since, until }: DocumentFilter): Set<number> {
    const rows = this.#database.prepare(
      "SELECT chunks.id AS id, path FROM chunks JOIN documents ON documents.id = document_id " +
        "WHERE modified_ms >= ? AND modified_ms < ?",
    ).all(since ?? Number.MIN_SAFE_INTEGER, until ?? Number.MAX_SAFE_INTEGER);
    const isUnder = (path: string) => under === undefined || isBelow(path, under);
    return new Set(rows.filter((row) => isUnder(String(row["path"]))).map((row) => Number(row["id"])));
  }

  /**
   * Reads the chunks of all documents below a path, in order. Documents that are removed meanwhile are left out.
   *
   * One document is read at a time: a statement that is halfway through keeps writers out for as long as nobody takes more.
   */
  *chunks(under?: string): Generator<ExportedChunk> {
    const ofDocument = this.#database.prepare(
      "SELECT ordinal, chunks.title AS title, text FROM chunks JOIN documents ON documents.id = document_id " +
        "WHERE path = ? ORDER BY ordinal",
    );
    for (const path of this.documentPaths()) {
      if (under !== undefined && !isBelow(path, under)) continue;
      for (const row of ofDocument.all(path)) {
        yield {
          path,
          ordinal: Number(row["ordinal"]),
          title: String(row["title"]),
          text: String(row["text"]),
        };
      }
    }
  }

  /** The model that the vectors come from; undefined while there are none. */
  model(): EmbedderIdentity | undefined {
    const row = this.#database.prepare("SELECT name, hash, dimensions FROM model").get();
    if (row === undefined) return undefined;
    return { name: String(row["name"]), hash: String(row["hash"]), dimensions: Number(row["dimensions"]) };
  }

  /** Says which model vectors come from, from now on. */
  setModel({ name, hash, dimensions }: EmbedderIdentity): void {
    this.#database.prepare("INSERT INTO model VALUES (?, ?, ?)").run(name, hash, dimensions);
  }

  /**
   * Stores a document that is not there.
   *
   * @param document The document.
   * @param contentHash Its content hash.
   * @param chunks Its chunks.
   * @returns The chunks with their numbers.
   */
  insert(document: SourceDocument, contentHash: string, chunks: readonly Chunk[]): StoredChunk[] {
    const title = document.title ?? chunks[0]?.title ?? "";
    const documentId = this.#database.prepare(
      "INSERT INTO documents (path, content_hash, title, modified_ms) VALUES (?, ?, ?, ?)",
    ).run(document.path, contentHash, title, Math.trunc(document.modifiedMs ?? 0)).lastInsertRowid;
    const insert = this.#database.prepare(
      "INSERT INTO chunks (document_id, ordinal, title, text) VALUES (?, ?, ?, ?)",
    );
    return chunks.map((chunk) => ({
      ...chunk,
      chunkId: Number(insert.run(documentId, chunk.ordinal, chunk.title, chunk.text).lastInsertRowid),
    }));
  }

  /**
   * Deletes a document.
   *
   * @param path Its path.
   * @returns The chunks that it had; undefined when it was not stored.
   */
  delete(path: string): StoredChunk[] | undefined {
    const documentId = this.#database.prepare("SELECT id FROM documents WHERE path = ?").get(path)?.["id"];
    if (typeof documentId !== "number") return undefined;
    const rows = this.#database.prepare(
      "SELECT id, ordinal, title, text FROM chunks WHERE document_id = ? ORDER BY ordinal",
    ).all(documentId);
    this.#database.prepare("DELETE FROM chunks WHERE document_id = ?").run(documentId);
    this.#database.prepare("DELETE FROM documents WHERE id = ?").run(documentId);
    return rows.map((row) => ({
      chunkId: Number(row["id"]),
      ordinal: Number(row["ordinal"]),
      title: String(row["title"]),
      text: String(row["text"]),
    }));
  }
}

import type { DatabaseSync, StatementSync } from "node:sqlite";
import { binaryCode } from "./vectors/binary_code.ts";
import { dotInt8 } from "./vectors/dot_int8.ts";
import { type QuantizedVector, quantizeInt8 } from "./vectors/quantize_int8.ts";
import { topByHamming } from "./vectors/top_by_hamming.ts";
import { BLOCK_SIZE } from "./chunk_extent.ts";

/** Candidates of the binary scan per result wanted: what rounding to a bit puts out of order is put back. */
const CANDIDATES_PER_RESULT = 2;

/** Bytes of a vector's scale, in front of its numbers. */
const SCALE_BYTES = 4;

/** The codes of all chunks, in memory, and which version of the file they are of. */
interface LoadedCodes {
  readonly version: number;
  readonly chunkIds: Uint32Array;
  readonly codes: Uint32Array;
}

/**
 * The vectors of an index: eight bits a number for scoring, one bit a number for finding candidates.
 *
 * Codes stand in rows of 256, so that those of 100,000 chunks are read in some four hundred rows; they stay in memory
 * until somebody changes the file.
 *
 * @example
 * ```ts
 * vectors.search(query, 100); // Map { 17 => 0.83, … }
 * ```
 */
export class VectorStore {
  readonly #dimensions: number;
  readonly #words: number;
  readonly #read: StatementSync;
  readonly #write: StatementSync;
  readonly #delete: StatementSync;
  readonly #readCodes: StatementSync;
  readonly #writeCodes: StatementSync;
  readonly #allCodes: StatementSync;
  readonly #version: StatementSync;
  #loaded: LoadedCodes | undefined;

  /**
   * @param database An index database with its schema in place.
   * @param dimensions Numbers in a vector.
   */
  constructor(database: DatabaseSync, dimensions: number) {
    this.#dimensions = dimensions;
    this.#words = Math.ceil(dimensions / 32);
    this.#read = database.prepare("SELECT data FROM vectors WHERE chunk_id = ?");
    this.#write = database.prepare("INSERT OR REPLACE INTO vectors VALUES (?, ?)");
    this.#delete = database.prepare("DELETE FROM vectors WHERE chunk_id = ?");
    this.#readCodes = database.prepare("SELECT data FROM codes WHERE block = ?");
    this.#writeCodes = database.prepare("INSERT OR REPLACE INTO codes VALUES (?, ?)");
    this.#allCodes = database.prepare("SELECT block, data FROM codes ORDER BY block");
    this.#version = database.prepare("PRAGMA data_version");
  }

  /** Adds the vector of a chunk that has none. */
  add(chunkId: number, vector: Float32Array): void {
    if (vector.length !== this.#dimensions) {
      throw new RangeError(
        `Cannot add vector: it has ${vector.length} numbers, the index ${this.#dimensions}. Use the index's own model`,
      );
    }
    this.addBytes(chunkId, bytesOf(quantizeInt8(vector)), binaryCode(vector));
  }

  /** A chunk's vector as it is stored; undefined when it has none. */
  bytesOf(chunkId: number): Uint8Array | undefined {
    const data = this.#read.get(chunkId)?.["data"];
    return data instanceof Uint8Array ? data : undefined;
  }

  /** Adds a vector as another chunk of the same text had it. */
  addBytes(chunkId: number, bytes: Uint8Array, code: Uint32Array = codeOf(bytes)): void {
    this.#write.run(chunkId, bytes);
    this.#changeCode(chunkId, code);
  }

  /** Takes a chunk's vector out. */
  remove(chunkId: number): void {
    this.#delete.run(chunkId);
    this.#changeCode(chunkId, undefined);
  }

  /**
   * Finds the chunks whose vectors are most like a query's.
   *
   * @param query A vector of length 1.
   * @param limit The greatest number of results.
   * @param allowed Which chunks may be found. @default {all}
   * @returns Cosines by chunk.
   */
  search(query: Float32Array, limit: number, allowed?: ReadonlySet<number>): Map<number, number> {
    const { chunkIds, codes } = this.#codes(allowed);
    const block = { codes, count: chunkIds.length };
    const places = topByHamming(block, binaryCode(query), CANDIDATES_PER_RESULT * limit);
    const cosines = this.cosines(query, places.map((place) => chunkIds[place] ?? 0));
    return new Map([...cosines].sort(([, one], [, other]) => other - one).slice(0, limit));
  }

  /** Cosines of a query and chunks; those without a vector are absent. */
  cosines(query: Float32Array, chunkIds: Iterable<number>): Map<number, number> {
    const cosines = new Map<number, number>();
    for (const chunkId of chunkIds) {
      const bytes = this.bytesOf(chunkId);
      if (bytes === undefined) continue;
      const { scale, values } = vectorOf(bytes);
      cosines.set(chunkId, scale * dotInt8(query, values, 0));
    }
    return cosines;
  }

  #codes(allowed: ReadonlySet<number> | undefined): Pick<LoadedCodes, "chunkIds" | "codes"> {
    const version = Number(this.#version.get()?.["data_version"]);
    if (this.#loaded?.version !== version) this.#loaded = { version, ...this.#loadCodes() };
    return allowed === undefined ? this.#loaded : this.#onlyAllowed(this.#loaded, allowed);
  }

  #onlyAllowed({ chunkIds, codes }: LoadedCodes, allowed: ReadonlySet<number>) {
    const places = [...chunkIds.keys()].filter((place) => allowed.has(chunkIds[place] ?? 0));
    const kept = new Uint32Array(places.length * this.#words);
    places.forEach((place, at) =>
      kept.set(codes.subarray(place * this.#words, (place + 1) * this.#words), at * this.#words)
    );
    return { chunkIds: Uint32Array.from(places, (place) => chunkIds[place] ?? 0), codes: kept };
  }

  #loadCodes(): Pick<LoadedCodes, "chunkIds" | "codes"> {
    const rows = this.#allCodes.all();
    const codes = new Uint32Array(rows.length * BLOCK_SIZE * this.#words);
    const chunkIds = new Uint32Array(rows.length * BLOCK_SIZE);
    let count = 0;
    for (const { block, data } of rows) {
      const { present, words } = splitRow(data, this.#words);
      for (let offset = 0; offset < BLOCK_SIZE; offset++) {
        if (present[offset] !== 1) continue;
        codes.set(words.subarray(offset * this.#words, (offset + 1) * this.#words), count * this.#words);
        chunkIds[count++] = Number(block) * BLOCK_SIZE + offset;
      }
    }
    return { chunkIds: chunkIds.subarray(0, count), codes: codes.subarray(0, count * this.#words) };
  }

  #changeCode(chunkId: number, code: Uint32Array | undefined): void {
    this.#loaded = undefined;
    const block = Math.floor(chunkId / BLOCK_SIZE);
    const offset = chunkId % BLOCK_SIZE;
    const { row, present, words } = splitRow(this.#readCodes.get(block)?.["data"], this.#words);
    present[offset] = code === undefined ? 0 : 1;
    words.fill(0, offset * this.#words, (offset + 1) * this.#words);
    if (code !== undefined) words.set(code, offset * this.#words);
    this.#writeCodes.run(block, row);
  }
}

/** A row of codes: a byte a chunk that says whether it has one, then the codes. */
function splitRow(data: unknown, words: number) {
  const row = new Uint8Array(BLOCK_SIZE + 4 * BLOCK_SIZE * words);
  if (data instanceof Uint8Array) row.set(data);
  return {
    row,
    present: row.subarray(0, BLOCK_SIZE),
    words: new Uint32Array(row.buffer, BLOCK_SIZE, BLOCK_SIZE * words),
  };
}

function bytesOf({ scale, values }: QuantizedVector): Uint8Array {
  const bytes = new Uint8Array(SCALE_BYTES + values.length);
  new DataView(bytes.buffer).setFloat32(0, scale, true);
  bytes.set(new Uint8Array(values.buffer, values.byteOffset, values.length), SCALE_BYTES);
  return bytes;
}

function vectorOf(bytes: Uint8Array): QuantizedVector {
  const scale = new DataView(bytes.buffer, bytes.byteOffset).getFloat32(0, true);
  return {
    scale,
    values: new Int8Array(bytes.buffer, bytes.byteOffset + SCALE_BYTES, bytes.length - SCALE_BYTES),
  };
}

function codeOf(bytes: Uint8Array): Uint32Array {
  return binaryCode(Float32Array.from(vectorOf(bytes).values));
}

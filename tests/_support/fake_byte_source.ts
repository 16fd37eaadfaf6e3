/**
 * A source of bytes that a test types into.
 *
 * @module
 */
import type { ByteSource } from "../../cli/standard_input.ts";

interface Waiting {
  readonly buffer: Uint8Array;
  readonly resolve: (count: number | null) => void;
  readonly reject: (error: unknown) => void;
}

/** Gives each chunk to one read; reads wait for the next chunk. */
export class FakeByteSource implements ByteSource {
  /** Every call of `setRaw`, in order. */
  readonly rawModes: boolean[] = [];
  /** How many reads have begun. */
  reads = 0;
  /** The most reads that were under way at the same time. */
  mostAtOnce = 0;
  readonly #terminal: boolean;
  readonly #chunks: (Uint8Array | null)[] = [];
  readonly #waiting: Waiting[] = [];

  constructor({ terminal = false }: { readonly terminal?: boolean } = {}) {
    this.#terminal = terminal;
  }

  /** Lets the next read have these bytes. */
  type(bytes: string | Uint8Array): void {
    this.#supply(typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes);
  }

  /** Ends the input. */
  end(): void {
    this.#supply(null);
  }

  /** Fails the read that waits. */
  fail(error: unknown): void {
    this.#waiting.shift()?.reject(error);
  }

  read(buffer: Uint8Array): Promise<number | null> {
    const { promise, resolve, reject } = Promise.withResolvers<number | null>();
    this.reads++;
    this.#waiting.push({ buffer, resolve, reject });
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#waiting.length);
    this.#deliver();
    return promise;
  }

  setRaw(mode: boolean): void {
    this.rawModes.push(mode);
  }

  isTerminal(): boolean {
    return this.#terminal;
  }

  #supply(chunk: Uint8Array | null): void {
    this.#chunks.push(chunk);
    this.#deliver();
  }

  #deliver(): void {
    const chunk = this.#chunks[0];
    if (chunk === undefined) return;
    const reader = this.#waiting.shift();
    if (!reader) return;
    // The end of input stays the end, however often it is read.
    if (chunk === null) return reader.resolve(null);
    this.#chunks.shift();
    const count = Math.min(chunk.length, reader.buffer.length);
    reader.buffer.set(chunk.subarray(0, count));
    if (count < chunk.length) this.#chunks.unshift(chunk.subarray(count));
    reader.resolve(count);
  }
}

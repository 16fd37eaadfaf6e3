import type { PromptReader, PromptWriter } from "../../jsr/cliffy_prompt/_terminal.ts";

/** A person at a terminal: types set keys, one chunk for each read, and remembers what was asked of the terminal. */
export class FakeTerminal implements PromptReader, PromptWriter {
  /** Chunks that were not read yet. */
  readonly keys: (string | Error | null)[];
  /** Every switch between raw and line mode. */
  readonly raw: boolean[] = [];
  /** Reads that were begun. */
  reads = 0;
  /** What was drawn. */
  drawn = "";
  readonly #terminal: boolean;

  constructor(keys: readonly (string | Error | null)[], { terminal = true } = {}) {
    this.keys = [...keys];
    this.#terminal = terminal;
  }

  /** A read with no keys left waits for ever, as at a terminal where nobody types. */
  read(buffer: Uint8Array): Promise<number | null> {
    this.reads++;
    const next = this.keys.shift();
    if (next === undefined) return new Promise(() => {});
    if (next instanceof Error) return Promise.reject(next);
    if (next === null) return Promise.resolve(null);
    const { written, read } = new TextEncoder().encodeInto(next, buffer);
    if (read < next.length) this.keys.unshift(next.slice(read));
    return Promise.resolve(written);
  }

  setRaw(mode: boolean): void {
    this.raw.push(mode);
  }

  isTerminal(): boolean {
    return this.#terminal;
  }

  writeSync(bytes: Uint8Array): number {
    this.drawn += new TextDecoder().decode(bytes);
    return bytes.length;
  }
}

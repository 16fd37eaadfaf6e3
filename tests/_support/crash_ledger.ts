/**
 * A file that stands for the outside world: what is written there has happened.
 *
 * @module
 */

/** One thing that happened. */
export interface CrashLine {
  readonly key: string;
  readonly pid: number;
  /** Unique; the result that the caller gets names it. */
  readonly reference: string;
}

/** Unlike the product's ledger it refuses nothing, so that every second execution shows. */
export class CrashLedger implements Disposable {
  readonly #file: Deno.FsFile;

  /** @param path The file; it is made if it is not there. */
  constructor(path: string) {
    this.#file = Deno.openSync(path, { append: true, create: true });
  }

  /** Appends a line and brings it to the disk, without giving the event loop a turn in between. */
  append(line: CrashLine): void {
    const bytes = new TextEncoder().encode(`${JSON.stringify(line)}\n`);
    if (this.#file.writeSync(bytes) !== bytes.length) throw new Error("Cannot write ledger: short write");
    this.#file.syncDataSync();
  }

  /** Closes the file. */
  [Symbol.dispose](): void {
    this.#file.close();
  }

  /** What happened so far, by key. */
  static async read(path: string): Promise<Map<string, CrashLine[]>> {
    const lines = (await Deno.readTextFile(path)).split("\n").filter((line) => line !== "");
    return Map.groupBy(lines.map((line): CrashLine => JSON.parse(line)), ({ key }) => key);
  }
}

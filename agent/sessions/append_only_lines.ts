/**
 * A file that grows by whole lines, whoever dies while writing.
 *
 * @module
 */
import { dirname } from "node:path";
import { isMissing } from "../../kb/is_missing.ts";
import { unreadableState } from "./unreadable_state.ts";

const LF = 0x0a;

/** What stands in the file. */
export interface FoundLines {
  /** Without line feeds and empty lines. */
  readonly lines: string[];
  /** A torn last line was cut off just now. */
  readonly tornTail: boolean;
}

/**
 * Lines in a file of mode 0600 that several processes may add to. Each addition is one write, locked, and on the disk
 * when it returns. A torn last line, which a killed writer leaves, moves to a file beside it.
 *
 * @example
 * ```ts
 * const file = new AppendOnlyLines("/state/sessions/ses_1.jsonl", '{"type":"session","version":1}');
 * await file.append(['{"type":"epoch","epoch":1}']);
 * ```
 */
export class AppendOnlyLines {
  /** The file. */
  readonly path: string;
  readonly #firstLine: string;
  /** How long the file was when we last knew all of it, in bytes. */
  #known = 0;
  /** The additions so far. */
  #last: Promise<void> = Promise.resolve();

  /**
   * @param path The file; it and its folder are made at the first addition.
   * @param firstLine What a new file begins with.
   */
  constructor(path: string, firstLine: string) {
    this.path = path;
    this.#firstLine = firstLine;
  }

  /** Where a torn last line is kept. */
  get tornPath(): string {
    return `${this.path}.torn`;
  }

  /** Makes the folder, mode 0700. */
  async makeFolder(): Promise<void> {
    await Deno.mkdir(dirname(this.path), { recursive: true, mode: 0o700 });
  }

  /**
   * Reads all lines and cuts a torn one off.
   *
   * @returns `undefined` when there is no file.
   */
  async read(): Promise<FoundLines | undefined> {
    let bytes = await readIfThere(this.path);
    if (!bytes) return undefined;
    let tornTail = false;
    if (bytes.length > 0 && bytes.at(-1) !== LF) {
      // Perhaps somebody is just writing: once we have the lock, nobody is.
      tornTail = await this.#repair();
      bytes = await readIfThere(this.path) ?? bytes;
    }
    this.#known = bytes.length;
    return { lines: linesOf(bytes.subarray(0, bytes.lastIndexOf(LF) + 1)), tornTail };
  }

  /** Has somebody else written since we last read all of it? */
  async changedByOthers(): Promise<boolean> {
    const found = await Deno.stat(this.path).catch(() => undefined);
    return (found?.size ?? 0) !== this.#known;
  }

  /** What was read is not to be relied on: whoever asks is told that somebody else has written. */
  distrust(): void {
    this.#known = -1;
  }

  /**
   * Adds lines, none of which holds a line feed, behind those of every call before, whether or not it was waited for.
   *
   * @param lines The lines, or what makes them of those that stand there: nobody adds any in between.
   */
  append(lines: readonly string[] | ((there: readonly string[]) => readonly string[])): Promise<void> {
    if (lines.length === 0 && typeof lines !== "function") return this.#last;
    const added = this.#last.then(() => this.#append(lines));
    // Whoever called hears of a failure; it holds up nobody else.
    this.#last = added.catch(() => {});
    return added;
  }

  async #append(given: readonly string[] | ((there: readonly string[]) => readonly string[])): Promise<void> {
    await this.makeFolder();
    using file = await Deno.open(this.path, { read: true, append: true, create: true, mode: 0o600 });
    // Closing the file gives the lock back.
    await file.lock(true);
    const before = await this.#cutTail(file);
    const lines = typeof given === "function" ? given(linesOf(await Deno.readFile(this.path))) : given;
    if (lines.length === 0) return;
    const all = before === 0 ? [this.#firstLine, ...lines] : lines;
    // One write for all of them: a kill leaves at most one torn line, at the end.
    const bytes = new TextEncoder().encode(all.map((line) => `${line}\n`).join(""));
    for (let written = 0; written < bytes.length;) written += await file.write(bytes.subarray(written));
    await file.syncData();
    if (this.#known === before) this.#known = before + bytes.length;
  }

  async #repair(): Promise<boolean> {
    try {
      using file = await Deno.open(this.path, { read: true, append: true });
      await file.lock(true);
      const { size } = await file.stat();
      return await this.#cutTail(file) < size;
    } catch (error) {
      // Whoever may only read leaves the file as it is, and the torn line unread.
      if (error instanceof Deno.errors.PermissionDenied || error instanceof Deno.errors.NotCapable) {
        return false;
      }
      throw error;
    }
  }

  /** Returns the length of what is whole. */
  async #cutTail(file: Deno.FsFile): Promise<number> {
    const { size } = await file.stat();
    if (size === 0) return 0;
    await file.seek(size - 1, Deno.SeekMode.Start);
    const last = new Uint8Array(1);
    await file.read(last);
    if (last[0] === LF) return size;
    const bytes = await Deno.readFile(this.path);
    const whole = bytes.lastIndexOf(LF) + 1;
    const torn = new Uint8Array([...bytes.subarray(whole), LF]);
    await Deno.writeFile(this.tornPath, torn, { append: true, mode: 0o600 });
    await file.truncate(whole);
    return whole;
  }
}

function linesOf(bytes: Uint8Array): string[] {
  return new TextDecoder().decode(bytes).split("\n").filter((line) => line !== "");
}

async function readIfThere(path: string): Promise<Uint8Array | undefined> {
  try {
    return await Deno.readFile(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw unreadableState(path, error);
  }
}

/**
 * The lines that a person typed before.
 *
 * @module
 */
import { dirname } from "node:path";
import { DEFAULT_RECOGNISERS } from "../../shells/pii/default_recognisers.ts";
import { maskForLog } from "../../shells/pii/mask_for_log.ts";

/** How many lines come back. */
const MAX_ENTRIES = 1_000;
/** Longer lines, in characters, were pasted, and would make every start read them. */
const LONGEST_KEPT = 10_000;

/**
 * Keeps lines in a file, the owner's alone, one JSON string per line. A line that begins with a blank, or holds a key
 * or personal data, stays in memory.
 *
 * @example
 * ```ts
 * const history = await LineHistory.open("/home/me/.local/state/handrail/history");
 * await history.add("订单 A-1024 到哪了？");
 * history.newestFirst; // ["订单 A-1024 到哪了？", …]
 * ```
 */
export class LineHistory {
  readonly #path: string;
  readonly #entries: string[];
  /** What ends the file's last line, if a program died while it wrote it: what is added must not be spoilt by it. */
  #mend: "\n" | "";

  private constructor(path: string, entries: string[], mend: "\n" | "") {
    this.#path = path;
    this.#entries = entries;
    this.#mend = mend;
  }

  /**
   * Reads the file; one that is missing or cannot be read is an empty history.
   *
   * @param path The file.
   */
  static async open(path: string): Promise<LineHistory> {
    const text = await Deno.readTextFile(path).catch(() => "");
    const entries = text.split("\n").flatMap(readEntry);
    const kept = entries.slice(-MAX_ENTRIES);
    if (entries.length > 2 * MAX_ENTRIES) await rewrite(path, kept).catch(() => {});
    return new LineHistory(path, kept, text === "" || text.endsWith("\n") ? "" : "\n");
  }

  /** The lines, the last one first. */
  get newestFirst(): string[] {
    return this.#entries.toReversed();
  }

  /**
   * Adds a line, unless it repeats the last one. A file that cannot be written is no reason to disturb a conversation.
   *
   * @param text The line; it may hold line feeds.
   */
  async add(text: string): Promise<void> {
    if (text.trim() === "" || text === this.#entries.at(-1)) return;
    this.#entries.push(text);
    if (text.length > LONGEST_KEPT || text.startsWith(" ")) return;
    if (maskForLog(text, DEFAULT_RECOGNISERS) !== text) return;
    try {
      await Deno.mkdir(dirname(this.#path), { recursive: true, mode: 0o700 });
      const line = `${this.#mend}${JSON.stringify(text)}\n`;
      await Deno.writeTextFile(this.#path, line, { append: true, mode: 0o600 });
      this.#mend = "";
    } catch {
      // See above: it stays in memory.
    }
  }
}

function readEntry(line: string): string[] {
  try {
    const entry = JSON.parse(line);
    return typeof entry === "string" ? [entry] : [];
  } catch {
    return []; // a line that another program cut or spoilt
  }
}

async function rewrite(path: string, entries: readonly string[]): Promise<void> {
  const fresh = `${path}.${crypto.randomUUID()}`;
  await Deno.writeTextFile(fresh, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(""), {
    mode: 0o600,
  });
  await Deno.rename(fresh, path);
}

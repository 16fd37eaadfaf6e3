/**
 * Edits the line that a person types.
 *
 * @module
 */
import { createInterface, type Interface } from "node:readline";
import { Readable, Writable } from "node:stream";
import type { OutputStream } from "../output_stream.ts";
import { KeyFeed } from "./key_feed.ts";
import { KeySource, type KeySourceOptions } from "./key_source.ts";
import type { LineHistory } from "./line_history.ts";
import type { LineRead, LineReader } from "./line_reader.ts";
import { LINE_FEED_MARK, PASTE_MARKS_OFF, PASTE_MARKS_ON, withLineFeeds } from "./paste_filter.ts";

/** What an editor needs. */
export interface LineEditorOptions extends KeySourceOptions {
  readonly output: OutputStream;
  readonly history: LineHistory;
  /** Words that Tab completes at the beginning of a line. */
  readonly completions: readonly string[];
  /** Ask the terminal to mark pastes. @default {true} */
  readonly pasteMarks?: boolean;
}

/**
 * `node:readline` on the one owner of standard input: arrows, history, completion, the width of Han characters, and
 * the terminal's own cursor where one types, so that an input method shows its candidates there. The terminal gives
 * single keys only while a line is read.
 *
 * @example
 * ```ts
 * const editor = new LineEditor({ input, output, history, completions: ["/help"] });
 * await editor.read("› "); // { type: "line", text: "订单 A-1024 到哪了？" }
 * ```
 */
export class LineEditor implements LineReader {
  readonly #options: LineEditorOptions;
  #close: (() => void) | undefined;
  #marksPastes = false;

  /** @param options See {@linkcode LineEditorOptions}. */
  constructor(options: LineEditorOptions) {
    this.#options = options;
  }

  /**
   * Reads a line.
   *
   * @param prompt What stands before it.
   * @param signal Gives up waiting.
   * @throws The signal's reason.
   */
  async read(prompt: string, signal?: AbortSignal): Promise<LineRead> {
    signal?.throwIfAborted();
    const { history } = this.#options;
    let result: LineRead | undefined;
    const feed = this.#open(prompt, (read) => result ??= read);
    try {
      const keys = new KeySource({ ...this.#options, signal });
      while (result === undefined) {
        const bytes = await nextKeys(keys);
        if (bytes === null) return { type: "end" };
        feed.take(bytes);
      }
    } finally {
      this.#release();
    }
    if (result.type === "line") await history.add(result.text);
    return result;
  }

  /** Gives the terminal back, also while a line is read: for a program that must end, and for another reader. */
  close(): void {
    this.#release();
    if (this.#marksPastes) this.#mark(PASTE_MARKS_OFF);
    this.#marksPastes = false;
  }

  /** Pastes stay marked: what is pasted while a turn runs is one message as well. */
  #release(): void {
    this.#close?.();
    this.#close = undefined;
  }

  #mark(marks: string): void {
    this.#options.output.writeSync(new TextEncoder().encode(marks));
  }

  #open(prompt: string, settle: (read: LineRead) => void): KeyFeed {
    const { input, output, history, completions, pasteMarks = true } = this.#options;
    const keys = new Readable({ read: () => {} });
    const screen = Object.defineProperty(
      new Writable({
        write: (chunk: Uint8Array, _encoding, done) => {
          output.writeSync(chunk);
          done();
        },
      }),
      "columns",
      { get: () => output.columns() },
    );
    const editor = createInterface({
      input: keys,
      output: screen,
      terminal: true,
      prompt,
      history: history.newestFirst.map((entry) => entry.replaceAll("\n", LINE_FEED_MARK)),
      completer: (line: string) => [completions.filter((word) => word.startsWith(line)), line],
    });
    editor.on("line", (line) => settle({ type: "line", text: withLineFeeds(line) }));
    editor.on("SIGINT", () => {
      screen.write("^C\r\n");
      settle({ type: "interrupted", empty: editor.line === "" });
    });
    // Suspending would leave the terminal as it is now, for the shell.
    editor.on("SIGTSTP", () => {});
    editor.on("close", () => settle({ type: "end" }));
    input.setRaw(true);
    if (pasteMarks) this.#mark(PASTE_MARKS_ON);
    this.#marksPastes = pasteMarks;
    editor.prompt();
    this.#close = () => {
      editor.close();
      input.setRaw(false);
    };
    const tell = (bytes: Uint8Array) => {
      noteRow(editor); // the window may have another width by now, and its rows others breaks
      keys.emit("data", bytes);
      noteRow(editor);
    };
    return new KeyFeed({
      // A tab within a text is no wish for a completion; the editor tells by what it comes with.
      keys: (bytes) => bytes.includes(TAB) ? tell(bytes) : bytes.forEach((byte) => tell(Uint8Array.of(byte))),
      text: (text) => {
        editor.write(text);
        noteRow(editor);
      },
    });
  }
}

const TAB = 0x09;

/**
 * The editor draws anew from the row that the cursor stood in when it drew last, and does not notice when a Han character
 * that the row has no room for, or a long text, takes the cursor further down.
 */
function noteRow(editor: Interface): void {
  Object.assign(editor, { prevRows: editor.getCursorPos().rows });
}

/** The next keys; all of a paste, however many reads it takes. */
async function nextKeys(keys: KeySource): Promise<Uint8Array | null> {
  const pieces: Uint8Array[] = [];
  do {
    const piece = await keys.next();
    if (piece === null) break;
    pieces.push(piece);
  } while (keys.pasting);
  return pieces.length === 0 ? null : new Uint8Array(await new Blob(pieces as BlobPart[]).arrayBuffer());
}

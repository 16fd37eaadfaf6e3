/**
 * What a person sees of an ingest while it goes on.
 *
 * @module
 */
import { basename } from "node:path";
import type { IngestProgress } from "../kb/ingest_paths.ts";
import { cleanLine } from "./text/clean_text.ts";
import type { KbWording } from "./kb_wording.ts";
import type { OutputStream } from "./output_stream.ts";

/** Shows how far an ingest is. */
export interface ProgressView {
  /** A file is about to be taken in. */
  start(path: string): void;
  /** A file is done. */
  done(progress: IngestProgress): void;
  /** Something that is not about one file goes on: so much of it is done. */
  stage(label: string, done: number, total: number): void;
  /** Nothing more comes: the bar goes. Resolves once all of it is written, so that the program may exit. */
  end(): Promise<void>;
}

/** Redrawing more often than this only costs time, in milliseconds. */
const REDRAW_MS = 100;

const BAR_CELLS = 20;

/** A line is cleared rather than overwritten, since the next one may be shorter. */
const CLEAR = "\r\x1b[2K";

const WIDE =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\u3000-\u303f\uff01-\uff60]|\p{Emoji_Presentation}/u;

/**
 * Makes a view: a bar on a terminal, and plain lines, one for each file that was not unchanged, elsewhere (K10).
 *
 * @param stream Where it is shown; never where results go.
 * @param options `quiet` shows nothing; `now` is a clock in milliseconds; `wording` is the reader's.
 * @returns The view.
 *
 * @example
 * ```ts
 * const view = ingestProgress(program.errors, { quiet: flags.json, now: program.now, wording });
 * view.done({ path: "/docs/a.md", outcome: "added", done: 1, total: 3 });
 * ```
 */
export function ingestProgress(
  stream: OutputStream,
  { quiet, now, wording }: {
    readonly quiet: boolean;
    readonly now: () => number;
    readonly wording: KbWording;
  },
): ProgressView {
  let written = Promise.resolve();
  // Nobody may be reading any more, which is no reason to stop working. A stream keeps the order of its writes.
  const write = (text: string) => written = stream.write(text).catch(() => {});
  if (quiet) return { start: () => {}, done: () => {}, stage: () => {}, end: () => written };
  return stream.isTerminal() ? new BarView(write, () => stream.columns(), now, wording) : {
    start: () => {},
    done: (progress) => {
      if (progress.outcome !== "unchanged") write(lineOf(progress, wording));
    },
    stage: plainStages(write, wording),
    end: () => written,
  };
}

function lineOf({ outcome, path }: IngestProgress, { outcomes }: KbWording): string {
  return `${outcomes[outcome]} ${cleanLine(path)}\n`;
}

/** A line when a stage begins and one when it is done: a log is no place for a bar. */
function plainStages(write: (text: string) => unknown, { stageDone }: KbWording): ProgressView["stage"] {
  let begun = "";
  return (label, done, total) => {
    if (begun !== label) write(`${label}\n`);
    begun = label;
    if (done >= total) write(`${stageDone(label)}\n`);
  };
}

class BarView implements ProgressView {
  readonly #write: (text: string) => Promise<void>;
  readonly #columns: () => number;
  readonly #now: () => number;
  readonly #wording: KbWording;
  #done = 0;
  #total = 0;
  #drawnMs = -Infinity;

  constructor(
    write: (text: string) => Promise<void>,
    columns: () => number,
    now: () => number,
    wording: KbWording,
  ) {
    this.#write = write;
    this.#columns = columns;
    this.#now = now;
    this.#wording = wording;
  }

  start(path: string): void {
    this.#draw(path);
  }

  done(progress: IngestProgress): void {
    this.#done = progress.done;
    this.#total = Math.max(progress.total, progress.done);
    if (progress.outcome === "failed") this.#write(CLEAR + lineOf(progress, this.#wording));
    this.#draw(progress.path);
  }

  stage(label: string, done: number, total: number): void {
    [this.#done, this.#total] = [done, total];
    this.#draw(label);
  }

  async end(): Promise<void> {
    if (this.#drawnMs > -Infinity) await this.#write(CLEAR);
  }

  #draw(path: string): void {
    if (this.#now() - this.#drawnMs < REDRAW_MS) return;
    this.#drawnMs = this.#now();
    const filled = Math.floor(BAR_CELLS * this.#done / Math.max(1, this.#total));
    const bar = "█".repeat(filled) + "░".repeat(BAR_CELLS - filled);
    const count = this.#total === 0 ? "" : ` ${this.#done}/${this.#total}`;
    this.#write(CLEAR + clip(`${bar}${count} ${cleanLine(basename(path))}`, this.#columns() - 1));
  }
}

function clip(text: string, cells: number): string {
  let [clipped, room] = ["", cells];
  for (const character of text.replaceAll("\n", " ")) {
    room -= WIDE.test(character) ? 2 : 1;
    if (room < 0) break;
    clipped += character;
  }
  return clipped;
}

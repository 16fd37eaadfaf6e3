/**
 * A transcript for a terminal.
 *
 * @module
 */
import type { TranscriptEntry } from "./transcript.ts";

/** A result is shown up to so many characters: it is there to recognise, not to read. */
const RESULT_LENGTH = 300;

/**
 * Writes a transcript as plain text: `›` before what the person said, `⚙` before calls.
 *
 * @param entries See {@linkcode TranscriptEntry}.
 *
 * @example
 * ```ts
 * renderText([{ kind: "user", text: "hi" }]); // "› hi\n"
 * ```
 */
export function renderText(entries: readonly TranscriptEntry[]): string {
  return entries.map((entry) => `${lineOf(entry)}\n`).join("");
}

function lineOf(entry: TranscriptEntry): string {
  switch (entry.kind) {
    case "user":
      return `› ${entry.text}`;
    case "assistant":
      return entry.text;
    case "call":
      return `⚙ ${entry.tool} ${entry.text}`;
    case "result": {
      const characters = [...entry.text];
      const cut = characters.length > RESULT_LENGTH;
      return `  → ${characters.slice(0, RESULT_LENGTH).join("")}${cut ? "…" : ""}`;
    }
  }
}

/**
 * A transcript as Markdown.
 *
 * @module
 */
import type { TranscriptEntry } from "./transcript.ts";

/**
 * Writes a transcript as Markdown. Words keep their own Markdown, but neither HTML nor pictures: whoever reads it must
 * not load what somebody else has put there.
 *
 * @param title What it is called.
 * @param entries See {@linkcode TranscriptEntry}.
 *
 * @example
 * ```ts
 * renderMarkdown("Order", [{ kind: "user", text: "hi" }]); // "# Order\n\n**You**\n\nhi\n"
 * ```
 */
export function renderMarkdown(title: string, entries: readonly TranscriptEntry[]): string {
  return `# ${harmless(title)}\n${entries.map((entry) => `\n${blockOf(entry)}\n`).join("")}`;
}

function blockOf(entry: TranscriptEntry): string {
  switch (entry.kind) {
    case "user":
      return `**You**\n\n${harmless(entry.text)}`;
    case "assistant":
      return `**Handrail**\n\n${harmless(entry.text)}`;
    case "call":
      return `**Call** ${harmless(entry.tool)}\n\n${fenced(entry.text)}`;
    case "result":
      return `**Result** ${harmless(entry.tool)}\n\n${fenced(entry.text)}`;
  }
}

function harmless(text: string): string {
  return text.replaceAll("<", "&lt;").replaceAll("![", "!\\[");
}

/** The fence is longer than any in the text. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}

/**
 * A transcript as a page.
 *
 * @module
 */
import { escapeHtml } from "../text/escape_html.ts";
import type { TranscriptEntry } from "./transcript.ts";

const STYLE = "body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem}" +
  "pre{font:inherit;white-space:pre-wrap;overflow-wrap:anywhere;margin:.75rem 0}" +
  ".user{border-left:3px solid #888;padding-left:.75rem}.call,.result{font:13px/1.4 monospace;opacity:.75}";

/**
 * Writes a transcript as one page that loads nothing and runs nothing: what was said is text in it, never markup.
 *
 * @param title What it is called.
 * @param entries See {@linkcode TranscriptEntry}.
 *
 * @example
 * ```ts
 * renderHtml("Order", [{ kind: "user", text: "<b>" }]).includes("&lt;b&gt;"); // true
 * ```
 */
export function renderHtml(title: string, entries: readonly TranscriptEntry[]): string {
  const body = entries.map((entry) => `<pre class="${entry.kind}">${escapeHtml(textOf(entry))}</pre>\n`).join(
    "",
  );
  return `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
${body}</body>
</html>
`;
}

function textOf(entry: TranscriptEntry): string {
  if (entry.kind === "call") return `⚙ ${entry.tool} ${entry.text}`;
  return entry.kind === "result" ? `→ ${entry.text}` : entry.text;
}

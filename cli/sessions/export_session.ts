/**
 * A session as a file for other people.
 *
 * @module
 */
import type { StoredSession } from "../../agent/sessions/session_file.ts";
import { sessionTitle } from "../../agent/sessions/list_sessions.ts";
import { maskMessage } from "../../agent/mask_message.ts";
import { maskForLog } from "../../shells/pii/mask_for_log.ts";
import { cleanText } from "../text/clean_text.ts";
import { UsageError } from "../usage_error.ts";
import { renderHtml } from "./render_html.ts";
import { renderMarkdown } from "./render_markdown.ts";
import { transcript } from "./transcript.ts";

/** What a session can be exported as. */
export const EXPORT_FORMATS = ["md", "html", "json"] as const;

/** One of {@linkcode EXPORT_FORMATS}. */
export type ExportFormat = typeof EXPORT_FORMATS[number];

/**
 * Reads the name of a format.
 *
 * @param name As it was given; `undefined` is Markdown.
 * @throws {UsageError} If there is no such format.
 *
 * @example
 * ```ts
 * parseExportFormat("html");
 * ```
 */
export function parseExportFormat(name: string | undefined): ExportFormat {
  const format = EXPORT_FORMATS.find((known) => known === (name ?? "md"));
  if (format) return format;
  throw new UsageError({
    en: `Cannot export as ${JSON.stringify(name)}: no such format. Use ${EXPORT_FORMATS.join(", ")}, ` +
      "or recording with sessions export",
    zh: `无法导出为 ${JSON.stringify(name)}：没有这种格式。可用：${EXPORT_FORMATS.join("、")}，` +
      "sessions export 还可用 recording",
  });
}

/**
 * Writes a session out. It is masked as its file is, and keys and tokens once more.
 *
 * @param id The session.
 * @param stored What is in it.
 * @param format As what.
 *
 * @example
 * ```ts
 * exportSession("ses_1", stored, "md");
 * ```
 */
export function exportSession(id: string, stored: StoredSession, format: ExportFormat): string {
  const title = cleanText(maskForLog(sessionTitle(stored))) || id;
  switch (format) {
    case "md":
      return renderMarkdown(title, transcript(stored.messages));
    case "html":
      return renderHtml(title, transcript(stored.messages));
    case "json": {
      const messages = stored.messages.map((message) => maskMessage(message, (text) => maskForLog(text)));
      return `${JSON.stringify({ version: 1, id, title, messages }, null, 2)}\n`;
    }
  }
}

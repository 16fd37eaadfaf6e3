/**
 * Text for a page.
 *
 * @module
 */

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/**
 * A text that stands for itself in HTML, between tags and within quotes.
 *
 * @param text Any text.
 *
 * @example
 * ```ts
 * escapeHtml("<b>"); // "&lt;b&gt;"
 * ```
 */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

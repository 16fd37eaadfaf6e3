/**
 * Finds out what a line of Markdown is from how it begins.
 *
 * @module
 */

/** What a line is. `length`: how much of it says so, and is not shown as it is. */
export type LineStart =
  | { readonly kind: "blank" }
  | { readonly kind: "rule" }
  | { readonly kind: "table" }
  | { readonly kind: "heading"; readonly length: number; readonly level: number }
  | { readonly kind: "fence"; readonly length: number; readonly marks: string }
  | {
    readonly kind: "item";
    readonly length: number;
    readonly indent: number;
    readonly bullet: string;
    /** The marks of a block of code that begins behind the bullet. */
    readonly fence?: string;
  }
  | { readonly kind: "text"; readonly length: number; readonly indent: number };

const TAB_WIDTH = 4;

/**
 * What a line is, the marks of quotes taken off. The answer depends on the line alone, never on how much of it is there: there is none as long as more
 * of it could change it.
 *
 * @param line The line, as far as it is there.
 * @param complete It has ended.
 * @returns What it is; `undefined` while more is needed.
 *
 * @example
 * ```ts
 * lineStart("- 苹果", false); // { kind: "item", length: 2, indent: 0, bullet: "•" }
 * ```
 */
export function lineStart(line: string, complete: boolean): LineStart | undefined {
  const blanks = /^[ \t]*/.exec(line)?.[0] ?? "";
  const body = line.slice(blanks.length);
  if (body === "") return complete ? { kind: "blank" } : undefined;
  const indent = blanks.replaceAll("\t", " ".repeat(TAB_WIDTH)).length;
  const text: LineStart = { kind: "text", length: blanks.length, indent };
  if (!complete && UNDECIDED.test(body)) return undefined;
  switch (body[0]) {
    case "#": {
      const marks = /^#{1,6}(?=[ \t]|$)[ \t]*/.exec(body)?.[0];
      if (marks === undefined) return text;
      return { kind: "heading", length: blanks.length + marks.length, level: marks.trimEnd().length };
    }
    case "`":
    case "~": {
      const marks = fenceOf(body);
      return marks === undefined ? text : { kind: "fence", length: blanks.length, marks };
    }
    case "|":
      return { kind: "table" };
  }
  if (/^([-*_])(?:[ \t]*\1){2,}[ \t]*$/.test(body)) return { kind: "rule" };
  const marker = /^(?:[-+*]|\d{1,9}[.)])[ \t]+(?=\S)/.exec(body)?.[0];
  if (marker === undefined) return text;
  const task = /^\[([ xX])\][ \t]+/.exec(body.slice(marker.length));
  const bullet = task ? (task[1] === " " ? "☐" : "☑") : /^\d/.test(marker) ? marker.trimEnd() : "•";
  const own = marker.length + (task?.[0].length ?? 0);
  const fence = fenceOf(body.slice(own));
  return { kind: "item", length: blanks.length + own, indent, bullet, ...(fence && { fence }) };
}

function fenceOf(text: string): string | undefined {
  const marks = /^(?:`{3,}|~{3,})/.exec(text)?.[0];
  // Backticks behind it: a code span with many of them.
  return marks?.[0] === "`" && text.includes("`", marks.length) ? undefined : marks;
}

/** What could still become a heading, a fence, a rule, an item or a task. */
const UNDECIDED = new RegExp(
  [
    "#{1,6}[ \\t]*",
    "`{1,2}",
    "~{1,2}",
    "([-*_])(?:[ \\t]*\\1)*[ \\t]*",
    "\\+[ \\t]*",
    "\\d{1,9}(?:[.)][ \\t]*)?",
    "(?:[-+*]|\\d{1,9}[.)])[ \\t]+\\[(?:[ xX](?:\\][ \\t]*)?)?",
    "(?:[-+*]|\\d{1,9}[.)])[ \\t]+(?:\\[[ xX]\\][ \\t]+)?(?:`{1,2}|~{1,2})",
  ].map((pattern) => `^${pattern}$`).join("|"),
);

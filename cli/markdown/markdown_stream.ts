/**
 * Shows Markdown at a terminal while it comes.
 *
 * @module
 */
import { CodeFence } from "./code_fence.ts";
import { type InlineSegment, inlineSegment } from "./inline_segment.ts";
import { type LineStart, lineStart } from "./line_start.ts";
import { LineWrapper } from "./line_wrapper.ts";
import { renderInline } from "./render_inline.ts";
import { renderTable } from "./render_table.ts";
import { splitQuotes } from "./split_quotes.ts";
import { dress, type MarkdownStyles, markdownStyles, type StyledText } from "./styled_text.ts";

/** How it is shown. */
export interface MarkdownStreamOptions {
  /** The width of the window. */
  readonly columns: number;
  readonly color: boolean;
}

/** What the unfinished line is; `whole`: shown once it is there as a whole. */
type Line = "start" | "text" | "code" | "whole";

const LONGEST_RULE = 40;
const DEEPEST_INDENT = 12;
const LONGEST_SCHEME = "https://".length;
const ADDRESS_AT_END = /https?:\/\/[^\s<>"'`)\]}|，。；：！？、）】》」』“”]*$/i;
/** Blanks that make code out of a line that stands alone. */
const CODE_INDENT = 4;

/**
 * Takes a message in pieces and gives back what to write. Words come out as they come in; what may still become a
 * heading, a table, bold or the like waits until that is known, and nothing that was written is ever written again.
 * However the message is cut, the sum is the same.
 *
 * @example
 * ```ts
 * const markdown = new MarkdownStream({ columns: 80, color: true });
 * await output.write(markdown.push("# 订单\n- A-1024 **已发货**\n"));
 * await output.write(markdown.end());
 * ```
 */
export class MarkdownStream {
  readonly #columns: number;
  readonly #styles: MarkdownStyles;
  readonly #wrapper: LineWrapper;
  /** Of the unfinished line, what was not shown yet. */
  #rest = "";
  #line: Line = "start";
  #fence: CodeFence | undefined;
  /** The table whose lines still come. */
  #table: string[] = [];
  #inList = false;
  /** An empty line came; it is shown once something follows. */
  #blank = false;
  #hasShown = false;
  #afterBlank = true;
  /** The end of what was shown of the line. */
  #tail = "";
  /** An address goes on: marks in it are none. */
  #inAddress = false;
  /** Quotes around the line, and the marks in front of it. */
  #prefix: StyledText[] = [];

  /** @param options See {@linkcode MarkdownStreamOptions}. */
  constructor({ columns, color }: MarkdownStreamOptions) {
    this.#columns = columns;
    this.#styles = markdownStyles(color);
    this.#wrapper = new LineWrapper(columns);
  }

  /**
   * Takes a piece.
   *
   * @param piece Text that is safe to show: line feeds and tabs are its only control characters.
   * @returns What to write.
   */
  push(piece: string): string {
    // Only the piece is looked through: a line of a megabyte that comes in small pieces takes no longer for that.
    const lines = piece.split("\n");
    const last = lines.pop() ?? "";
    let written = "";
    for (const line of lines) {
      this.#rest += line;
      written += this.#advance(true);
      this.#rest = "";
    }
    this.#rest += last;
    if (this.#line === "whole" || last === "") return written;
    // Half a character waits for its other half.
    const half = /[\ud800-\udbff]$/.exec(last)?.[0] ?? "";
    this.#rest = this.#rest.slice(0, this.#rest.length - half.length);
    if (this.#rest !== "") written += this.#advance(false);
    this.#rest += half;
    return written;
  }

  /** Ends the message. @returns What to write; it ends with a line feed if anything was shown. */
  end(): string {
    const written = this.#rest === "" && this.#line === "start" ? "" : this.#advance(true);
    return written + this.#endTable();
  }

  /** Shows what can be shown of the line. */
  #advance(complete: boolean): string {
    if (this.#line === "whole") this.#line = "start";
    let written = this.#line === "start" ? this.#start(complete) : "";
    if (this.#line === "text") written += this.#flow(complete);
    if (this.#line === "code") written += this.#copy(complete);
    return written;
  }

  #start(complete: boolean): string {
    if (this.#fence) return this.#startInFence(this.#fence, complete);
    const { quotes, rest } = splitQuotes(this.#rest);
    const start = lineStart(rest, complete);
    if (start === undefined) return "";
    if (!complete && (start.kind === "table" || start.kind === "heading")) {
      this.#line = "whole";
      return "";
    }
    const prefix = quotes.map(() => ({ text: "│ ", style: this.#styles.dim }));
    if (start.kind === "table") return this.#keepRow(rest, prefix);
    if (!complete && (start.kind === "rule" || start.kind === "fence" || "fence" in start)) return "";
    const table = this.#endTable();
    this.#prefix = prefix;
    if (start.kind === "blank") return table + this.#emptyLine(prefix);
    return table + this.#open(start, rest);
  }

  #open(start: LineStart, rest: string): string {
    const after = "length" in start ? rest.slice(start.length) : "";
    switch (start.kind) {
      case "heading":
        return this.#whole(this.#heading(after, start.level, rest), false);
      case "rule":
        return this.#whole([{
          text: "─".repeat(Math.min(this.#columns, LONGEST_RULE)),
          style: this.#styles.dim,
        }]);
      case "fence":
        this.#fence = new CodeFence(start.marks, this.#prefix.length);
        return this.#whole([{ text: rest, style: this.#styles.dim }]);
      case "item": {
        this.#inList = true;
        const bullet = `${" ".repeat(Math.min(start.indent, DEEPEST_INDENT))}${start.bullet} `;
        if (start.fence !== undefined) {
          this.#fence = new CodeFence(start.fence, this.#prefix.length);
          return this.#whole([{ text: bullet, style: "" }, { text: after, style: this.#styles.dim }]);
        }
        this.#rest = after;
        this.#line = "text";
        return this.#begin(bullet.length) + this.#wrapper.put({ text: bullet, style: "" });
      }
      case "text":
        return this.#openText(start.indent, after, rest);
      default:
        return "";
    }
  }

  #openText(indent: number, after: string, rest: string): string {
    if (indent >= CODE_INDENT && !this.#inList && this.#afterBlank) {
      this.#line = "code";
      this.#rest = rest;
      return this.#beginCode();
    }
    if (indent === 0) this.#inList = false;
    const shown = this.#inList ? Math.min(indent, DEEPEST_INDENT) : 0;
    this.#line = "text";
    this.#rest = after;
    return this.#begin(shown) + this.#wrapper.put({ text: " ".repeat(shown), style: "" });
  }

  #startInFence(fence: CodeFence, complete: boolean): string {
    const read = fence.read(this.#rest, complete);
    if (read === undefined) return "";
    if (read === "left") {
      this.#fence = undefined;
      return this.#start(complete);
    }
    if (read === "end") {
      this.#fence = undefined;
      return this.#whole([{ text: splitQuotes(this.#rest).rest, style: this.#styles.dim }]);
    }
    this.#rest = this.#rest.slice(read.code);
    this.#line = "code";
    return this.#beginCode();
  }

  #heading(text: string, level: number, whole: string): StyledText[] {
    const title = text.replace(/[ \t]+#+[ \t]*$|^#+[ \t]*$/, "");
    if (title.trim() === "") return [{ text: whole, style: "" }];
    const marks = this.#styles.styled ? [] : [{ text: `${"#".repeat(level)} `, style: "" }];
    return [...marks, ...renderInline(title, this.#styles, this.#styles.strong)];
  }

  /** A line that is there as a whole. */
  #whole(pieces: readonly StyledText[], inList = this.#inList): string {
    this.#inList = inList;
    this.#line = "start";
    this.#rest = "";
    const begun = this.#begin(0);
    return begun + pieces.map((piece) => this.#wrapper.put(piece)).join("") + this.#wrapper.end();
  }

  #begin(hanging: number): string {
    this.#tail = "";
    this.#inAddress = false;
    return this.#gap() + this.#wrapper.begin(this.#prefix, hanging);
  }

  #beginCode(): string {
    return this.#gap() + this.#prefix.map(dress).join("");
  }

  /** The empty line before what comes now. */
  #gap(): string {
    const gap = this.#blank && this.#hasShown ? "\n" : "";
    this.#afterBlank = false;
    this.#blank = false;
    this.#hasShown = true;
    return gap;
  }

  #emptyLine(prefix: readonly StyledText[]): string {
    this.#rest = "";
    this.#afterBlank = true;
    if (prefix.length === 0) {
      this.#blank = true;
      return "";
    }
    return `${this.#gap()}${prefix.map(dress).join("").trimEnd()}\n`;
  }

  #flow(complete: boolean): string {
    let written = "";
    while (this.#rest !== "") {
      const segment = this.#segment(complete);
      if (segment === undefined) return written;
      const source = this.#rest.slice(0, segment.length);
      this.#rest = this.#rest.slice(segment.length);
      const isPlain = segment.kind === "plain";
      this.#inAddress = isPlain &&
        ADDRESS_AT_END.test(this.#inAddress ? `http://${source}` : this.#tail + source);
      this.#tail = (this.#tail + source).slice(-LONGEST_SCHEME);
      const pieces = isPlain ? [{ text: source, style: "" }] : renderInline(source, this.#styles);
      written += pieces.map((piece) => this.#wrapper.put(piece)).join("");
    }
    if (!complete) return written;
    this.#line = "start";
    return written + this.#wrapper.end();
  }

  #segment(complete: boolean): InlineSegment | undefined {
    const address = this.#inAddress
      ? /^[^\s<>"'`)\]}|，。；：！？、）】》」』“”]*/.exec(this.#rest)?.[0] ?? ""
      : "";
    if (address !== "") return { length: address.length, kind: "plain" };
    return inlineSegment(this.#rest, [...this.#tail].at(-1) ?? "", complete);
  }

  /** Code goes out as it is, and the terminal breaks it where it must. */
  #copy(complete: boolean): string {
    const text = this.#rest.replaceAll("\t", "    ");
    this.#rest = "";
    if (!complete) return text;
    this.#line = "start";
    // A line of code that stands alone may go on in the next one.
    this.#afterBlank = this.#fence === undefined;
    return `${text}\n`;
  }

  #keepRow(row: string, prefix: StyledText[]): string {
    // A table in another quote is another table.
    const before = this.#table.length > 0 && prefix.length !== this.#prefix.length ? this.#endTable() : "";
    this.#prefix = prefix;
    this.#table.push(row);
    this.#rest = "";
    return before;
  }

  #endTable(): string {
    const rows = this.#table;
    if (rows.length === 0) return "";
    this.#table = [];
    const [rest, line] = [this.#rest, this.#line];
    const table = renderTable(rows, this.#columns - 2 * this.#prefix.length, this.#styles);
    // A table stands apart, all the more when it is drawn row by row.
    this.#blank ||= table !== undefined;
    const drawn = table ?? rows.map((row) => renderInline(row, this.#styles));
    const written = drawn.map((pieces) => this.#whole(pieces)).join("");
    [this.#rest, this.#line, this.#blank] = [rest, line, table !== undefined];
    return written;
  }
}

/**
 * What stands within a line of Markdown, as styled text.
 *
 * @module
 */
import { Lexer, type Token, Tokenizer, type Tokens } from "marked";
import type { MarkdownStyles, StyledText } from "./styled_text.ts";

/** A longer line is no prose, and the parser's time grows with the square of some: it is shown as it is. */
export const LONGEST_LINE = 10_000;

/** Bare addresses are shown as they are, so that nothing is gained by reading them, and a `_` within could be lost. */
class InlineTokenizer extends Tokenizer {
  override url(): undefined {
    return undefined;
  }
}

/**
 * Reads emphasis, code, links, images and escapes.
 *
 * @param source Markdown within one line.
 * @param styles What each looks like.
 * @param base A style that everything has, beside its own.
 *
 * @example
 * ```ts
 * renderInline("**550** 元", styles); // [{ text: "550", style: "\x1b[1m" }, { text: " 元", style: "" }]
 * ```
 */
export function renderInline(source: string, styles: MarkdownStyles, base = ""): StyledText[] {
  if (source.length > LONGEST_LINE) return [{ text: source, style: base }];
  return renderTokens(
    new Lexer({ gfm: true, tokenizer: new InlineTokenizer() }).inlineTokens(source),
    styles,
    base,
  );
}

/**
 * The same for what a parser has read already, such as the cells of a table.
 *
 * @param tokens The parser's.
 * @param styles What each looks like.
 * @param base A style that everything has, beside its own.
 *
 * @example
 * ```ts
 * renderTokens(cell.tokens, styles); // [{ text: "550", style: "\x1b[1m" }]
 * ```
 */
export function renderTokens(tokens: readonly Token[], styles: MarkdownStyles, base = ""): StyledText[] {
  return tokens.flatMap((token) => renderToken(token as Tokens.Generic, styles, base));
}

function renderToken(token: Tokens.Generic, styles: MarkdownStyles, base: string): StyledText[] {
  // Bold within what is bold already needs no more of it.
  const within = (style: string) =>
    renderTokens(token.tokens ?? [], styles, base.includes(style) ? base : base + style);
  const plain = (text: string, style = "") => ({ text, style: base + style });
  switch (token.type) {
    case "strong":
      return within(styles.strong);
    case "em":
      return within(styles.emphasis);
    case "del":
      // A price that was struck out must not look like one that holds.
      return styles.styled ? within(styles.deleted) : [plain("~~"), ...within(""), plain("~~")];
    case "codespan":
      return [styles.styled ? plain(token.text, styles.code) : plain(token.raw)];
    case "link":
      return linked(within(""), token, plain);
    case "image":
      return linked([plain(token.text)], token, plain);
    case "br":
      return [plain(" ")];
    case "html":
      return [plain(/^<br\s*\/?>$/i.test(token.raw) ? " " : token.raw)];
    default:
      return token.tokens ? within("") : [plain(token.text ?? token.raw)];
  }

  function linked(shown: StyledText[], { href }: Tokens.Generic, piece: typeof plain): StyledText[] {
    const text = shown.map((one) => one.text).join("");
    if (text === "") return [piece(href)];
    if (href === "" || text === href || `mailto:${text}` === href) return shown;
    return [...shown, piece(` (${href})`, styles.dim)];
  }
}

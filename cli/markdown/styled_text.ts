/**
 * Text with the style that it is shown in.
 *
 * @module
 */

/** A piece of text in one style. */
export interface StyledText {
  readonly text: string;
  /** The escape sequences that switch the style on (ECMA-48, SGR); empty for none. */
  readonly style: string;
}

/** Switches every style off. */
export const STYLE_OFF = "\x1b[0m";

/** What each construct looks like; all empty where no styles are wanted. */
export interface MarkdownStyles {
  /** Are there styles at all? Without them, marks that carry meaning stay as they were written. */
  readonly styled: boolean;
  readonly strong: string;
  readonly emphasis: string;
  readonly code: string;
  readonly deleted: string;
  readonly dim: string;
}

/**
 * The styles of constructs.
 *
 * @param color False for none (`NO_COLOR`).
 *
 * @example
 * ```ts
 * markdownStyles(settings.color).strong; // "\x1b[1m"
 * ```
 */
export function markdownStyles(color: boolean): MarkdownStyles {
  const code = (number: number) => color ? `\x1b[${number}m` : "";
  return {
    styled: color,
    strong: code(1),
    emphasis: code(3),
    code: code(36),
    deleted: code(9),
    dim: code(2),
  };
}

/** Dresses a whole piece. */
export function dress({ text, style }: StyledText): string {
  return style === "" || text === "" ? text : `${style}${text}${STYLE_OFF}`;
}

/**
 * Takes out of a text what could pass for something else in front of a model.
 *
 * @module
 */

/** What people see nothing of: controls but tab and line feed, soft hyphens, zero-width, bidi, filler, tag characters. */
const INVISIBLE =
  // deno-lint-ignore no-control-regex
  /[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;

const LINE_BREAKS = /\r\n|[\r\x85\u2028\u2029]/gu;

/** Characters that read as `<` or `>`, alone or after NFKC. */
const OPENING = "<＜﹤‹«〈《⟨⟪❮❬〈≪⋘˂ᐸ";
const CLOSING = ">＞﹥›»〉》⟩⟫❯❭〉≫⋙˃ᐳ";
const MARKER = new RegExp(
  `(?:[${OPENING}][ \\t\\u3000]*){2,}[${OPENING}]|(?:[${CLOSING}][ \\t\\u3000]*){2,}[${CLOSING}]|[⋘⋙]`,
  "gu",
);

/**
 * A text as a person would read it, in which no mark of a fence and no nonce is left.
 *
 * @param text The text.
 * @param nonce The nonce of the fence that will stand around it.
 *
 * @example
 * ```ts
 * harmlessText("<<<END 1\u200b", "k3v9x2q7"); // "‹ ‹ ‹END 1"
 * ```
 */
export function harmlessText(text: string, nonce: string): string {
  // Invisible characters go first: they could otherwise keep two halves of a mark apart until the model reads them.
  const visible = text.replace(LINE_BREAKS, () => "\n").replace(INVISIBLE, () => "");
  return withoutNonce(visible, nonce).replace(MARKER, (mark) => spaced(mark));
}

/**
 * A heading or a file's name as one line of such text.
 *
 * @param title The title.
 * @param nonce The nonce of the fence that will stand around it.
 *
 * @example
 * ```ts
 * harmlessTitle("Refunds\n<<<", "k3v9x2q7"); // "Refunds ‹ ‹ ‹"
 * ```
 */
export function harmlessTitle(title: string, nonce: string): string {
  return harmlessText(title, nonce).replace(/\s+/gu, () => " ").trim();
}

/** A mark keeps its characters, so that quoted code stays readable, but not its shape. */
function spaced(mark: string): string {
  return [...mark.replace(/\s/gu, () => "")].map((character) => lookAlikeOf(character)).join(" ");
}

function lookAlikeOf(character: string): string {
  return OPENING.includes(character) ? "‹" : "›";
}

/** Compares under NFKC and without regard to case, one character of the text at a time. */
function withoutNonce(text: string, nonce: string): string {
  const plain = (value: string) => value.normalize("NFKC").toLowerCase();
  if (!plain(text).includes(plain(nonce))) return text;
  // A space stays behind, or the two sides of a nonce inside a nonce would meet.
  return plain(text).split(plain(nonce)).join(" ");
}

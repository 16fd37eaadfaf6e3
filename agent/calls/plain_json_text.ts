/**
 * Takes off what weak models put around and into JSON.
 *
 * @module
 */

/** A text, and what was done to it. */
export interface PlainJsonText {
  readonly text: string;
  readonly repairs: readonly string[];
}

const STEPS: readonly (readonly [repair: string, step: (text: string) => string])[] = [
  ["byte order mark", (text) => text.replace(/^\uFEFF/, "")],
  ["code fence", (text) => text.replace(/^```[\w-]*\s*([\s\S]*?)\s*```$/, "$1")],
  ["escaped quotes", unescaped],
  ["curly quotes", straightQuotes],
  ["Python literals", (text) => outsideStrings(text, PYTHON)],
  ["full-width punctuation", (text) => outsideStrings(text, FULL_WIDTH)],
];

const PYTHON: Readonly<Record<string, string>> = { True: "true", False: "false", None: "null" };
const FULL_WIDTH: Readonly<Record<string, string>> = { "：": ":", "，": "," };

/**
 * Removes a byte order mark, a code fence, curly and escaped quotes, and replaces Python's literals and full-width
 * punctuation, all but in strings. What it gives back need not be JSON.
 *
 * @param text What a model wrote.
 *
 * @example
 * ```ts
 * plainJsonText("```json\n{\"urgent\": True}\n```").text; // '{"urgent": true}'
 * ```
 */
export function plainJsonText(text: string): PlainJsonText {
  const repairs: string[] = [];
  let plain = text.trim();
  // `trim` takes a mark at the front for a blank.
  if (/^\s*\uFEFF/.test(text)) repairs.push("byte order mark");
  for (const [repair, step] of STEPS) {
    const next = step(plain).trim();
    if (next !== plain) repairs.push(repair);
    plain = next;
  }
  return { text: plain, repairs };
}

/** `{\"a\":\"b\"}`: the inside of a string, without its quotes. */
function unescaped(text: string): string {
  if (!/^\{\s*\\"/.test(text)) return text;
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    return text;
  }
}

/** Only where no straight quote tells which of them are part of a value. */
function straightQuotes(text: string): string {
  return /["'\\]/.test(text) ? text : text.replaceAll(/[“”„‟]/g, '"');
}

const TOKENS = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\/\/[^\n]*|\/\*[\s\S]*?\*\/|["'][\s\S]*$|\w+|[：，]/gs;

function outsideStrings(text: string, replacements: Readonly<Record<string, string>>): string {
  return text.replaceAll(
    TOKENS,
    (token) => Object.hasOwn(replacements, token) ? replacements[token] ?? token : token,
  );
}

import type { Chunk } from "./chunk_document.ts";
import { tokenize } from "./tokenize.ts";

/**
 * The terms by which a chunk is found. Headings are searched with the text below them; their words say more of what a
 * passage is about than words of its text, so they count twice.
 *
 * @param chunk The chunk.
 *
 * @example
 * ```ts
 * searchedTerms({ title: "退款", text: "七天" }); // ["退", "退款", "款", "退", "退款", "款", "七", "七天", "天"]
 * ```
 */
export function searchedTerms({ title, text }: Pick<Chunk, "title" | "text">): string[] {
  return tokenize(`${title}\n${title}\n${text}`);
}

/**
 * What of a chunk is embedded: the headings and the text below them, since a short text says little by itself.
 *
 * @param chunk The chunk.
 *
 * @example
 * ```ts
 * embeddedText({ title: "退款", text: "七天" }); // "退款\n七天"
 * ```
 */
export function embeddedText({ title, text }: Pick<Chunk, "title" | "text">): string {
  return title === "" ? text : `${title}\n${text}`;
}

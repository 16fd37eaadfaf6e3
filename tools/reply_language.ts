/**
 * Which language to answer in.
 *
 * @module
 */
import type { Language } from "./types.ts";

/** The shape of a conversation that matters here; the AI SDK's `ModelMessage[]` fits. */
type Conversation = readonly { readonly role: string; readonly content: unknown }[];

/**
 * The language of the reply: Chinese when the person's last message holds Han characters, English when it holds a
 * Latin word. A message that holds neither, such as an order number, goes on in the language of those before it;
 * when there is none, the fallback decides.
 *
 * @param messages The conversation so far.
 * @param fallback The language of the person's environment (`LANG`).
 * @returns `"zh"` or `"en"`.
 *
 * @example
 * ```ts
 * replyLanguage([{ role: "user", content: "订单 A-1024 到哪了？" }], "en"); // "zh"
 * ```
 */
export function replyLanguage(messages: Conversation, fallback: Language): Language {
  for (const { role, content } of messages.toReversed()) {
    const language = role === "user" ? languageOf(textOf(content)) : undefined;
    if (language) return language;
  }
  return fallback;
}

/**
 * The language that a text is written in, as far as one message tells.
 *
 * @param text What a person wrote.
 * @returns Chinese when it holds Han characters, English when it holds a Latin word, else `undefined`.
 *
 * @example
 * ```ts
 * languageOf("A-1024"); // undefined
 * ```
 */
export function languageOf(text: string): Language | undefined {
  if (/\p{Script=Han}/u.test(text)) return "zh";
  // An id such as A-1024 or TK-20261009-0001 says nothing about its writer's language; a word does.
  const isWord = (token: string) => /\p{Script=Latin}{2,}/u.test(token) && !/\d/.test(token);
  return text.split(/\s+/).some(isWord) ? "en" : undefined;
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map((part) => typeof part?.text === "string" ? part.text : "").join(" ");
}

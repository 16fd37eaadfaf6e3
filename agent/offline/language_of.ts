/** The languages the offline model answers in. */
export type Language = "zh" | "en";

/**
 * The language to answer a message in: Chinese when it holds Han characters, English when it holds Latin
 * words only.
 *
 * @param text The user's message.
 * @param fallback What to use when the text holds neither.
 * @returns The language.
 *
 * @example
 * ```ts
 * languageOf("订单 A-1024 到哪了？", "en"); // "zh"
 * ```
 */
export function languageOf(text: string, fallback: Language): Language {
  if (/\p{Script=Han}/u.test(text)) return "zh";
  // An id such as A-1024 says nothing about its writer's language; a word does.
  const isWord = (token: string) => /\p{Script=Latin}{2,}/u.test(token) && !/\d/.test(token);
  return text.split(/\s+/).some(isWord) ? "en" : fallback;
}

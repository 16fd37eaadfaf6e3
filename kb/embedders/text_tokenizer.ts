import { Tokenizer } from "@huggingface/tokenizers";
import { bilingual } from "../bilingual_error.ts";

/** What is done to a text whatever the file says; a part of what makes two models' vectors comparable. */
export const TOKENIZER_RULES = { lowercase: true, strip_accents: true } as const;

/** Cuts texts into a model's tokens. */
export interface TextTokenizer {
  /** Tokens of a text, special ones not counted. */
  count(text: string): number;
  /** A text's tokens with the special ones around them, cut to the model's length. */
  encode(text: string): Int32Array;
}

/**
 * The tokenizer of a `tokenizer.json` of the BERT family.
 *
 * Letters are lower-cased and stripped of their accents, whatever the file says: the vocabulary has next to no capital
 * letters, the published file does not lower them all the same, and every capitalised word would be unknown. Lowered,
 * the same model finds far more English (nDCG@10 .404 beside .298 on 2,000 scientific abstracts) and more Chinese
 * (.945 beside .932).
 *
 * @param json What the file says.
 * @param maxLength The longest sequence that the model takes, special tokens included.
 * @throws {Error} when it is no such file.
 *
 * @example
 * ```ts
 * const tokenizer = bertTokenizer(await Deno.readTextFile("tokenizer.json"), 512);
 * tokenizer.count("怎么退款？"); // 5
 * ```
 */
export function bertTokenizer(json: string, maxLength: number): TextTokenizer {
  const file = JSON.parse(json);
  if (file?.normalizer?.type !== "BertNormalizer") {
    throw bilingual(TypeError, {
      en: "Cannot read tokenizer: it has no BertNormalizer. Use the model's own tokenizer.json",
      zh: "无法读取分词器：其中没有 BertNormalizer。请用模型自带的 tokenizer.json",
    });
  }
  file.normalizer = { ...file.normalizer, ...TOKENIZER_RULES };
  const tokenizer = new Tokenizer(file, {});
  return {
    count: (text) => tokenizer.encode(text, { add_special_tokens: false }).ids.length,
    encode: (text) => {
      const { ids } = tokenizer.encode(text);
      if (ids.length <= maxLength) return Int32Array.from(ids);
      // The last token closes every sequence, a cut one too.
      return Int32Array.from([...ids.slice(0, maxLength - 1), ids.at(-1) ?? 0]);
    },
  };
}

import { assertEquals, assertThrows } from "@std/assert";
import { bertTokenizer } from "../../../kb/embedders/text_tokenizer.ts";

const VOCABULARY = [
  "[PAD]",
  "[UNK]",
  "[CLS]",
  "[SEP]",
  "退",
  "款",
  "refund",
  "re",
  "##fun",
  "##s",
  "cafe",
  "？",
];

function tokenizerFile(): string {
  return JSON.stringify({
    version: "1.0",
    added_tokens: [],
    normalizer: {
      type: "BertNormalizer",
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: null,
      lowercase: false,
    },
    pre_tokenizer: { type: "BertPreTokenizer" },
    post_processor: {
      type: "TemplateProcessing",
      single: [
        { SpecialToken: { id: "[CLS]", type_id: 0 } },
        { Sequence: { id: "A", type_id: 0 } },
        { SpecialToken: { id: "[SEP]", type_id: 0 } },
      ],
      pair: [],
      special_tokens: {
        "[CLS]": { id: "[CLS]", ids: [2], tokens: ["[CLS]"] },
        "[SEP]": { id: "[SEP]", ids: [3], tokens: ["[SEP]"] },
      },
    },
    decoder: { type: "WordPiece", prefix: "##", cleanup: true },
    model: {
      type: "WordPiece",
      unk_token: "[UNK]",
      continuing_subword_prefix: "##",
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(VOCABULARY.map((token, id) => [token, id])),
    },
  });
}

Deno.test("bertTokenizer() puts Han characters and parts of words between the special tokens", () => {
  const tokenizer = bertTokenizer(tokenizerFile(), 16);
  assertEquals([...tokenizer.encode("退款？refunds")], [2, 4, 5, 11, 6, 9, 3]);
  assertEquals(tokenizer.count("退款？refunds"), 5);
  assertEquals([...tokenizer.encode("")], [2, 3]);
  assertEquals(tokenizer.count(""), 0);
});

Deno.test("bertTokenizer() lowers letters and strips accents, whatever the file says", () => {
  const tokenizer = bertTokenizer(tokenizerFile(), 16);
  assertEquals([...tokenizer.encode("REFUND Café")], [2, 6, 10, 3]);
});

Deno.test("bertTokenizer() gives the token of unknown characters for what it does not know", () => {
  assertEquals([...bertTokenizer(tokenizerFile(), 16).encode("龘 xyz")], [2, 1, 1, 3]);
});

Deno.test("bertTokenizer() cuts to the model's length and still closes the sequence (K17)", () => {
  const tokenizer = bertTokenizer(tokenizerFile(), 5);
  assertEquals([...tokenizer.encode("退退退款款款")], [2, 4, 4, 4, 3]);
  assertEquals([...tokenizer.encode("退退退")], [2, 4, 4, 4, 3]);
  assertEquals(tokenizer.count("退退退款款款"), 6);
});

Deno.test("bertTokenizer() refuses a file that is no such tokenizer", () => {
  assertThrows(
    () => bertTokenizer('{"normalizer":{"type":"NFC"}}', 16),
    TypeError,
    "Cannot read tokenizer: it has no BertNormalizer. Use the model's own tokenizer.json",
  );
  assertThrows(() => bertTokenizer("<html>", 16), SyntaxError);
});

import { assertEquals } from "@std/assert";
import { stemWord } from "../../kb/stem_word.ts";

/** Pairs of the published sample vocabulary, and words of an order desk. */
const CASES: readonly [string, string][] = [
  ["caresses", "caress"],
  ["ponies", "poni"],
  ["ties", "tie"],
  ["cats", "cat"],
  ["gas", "gas"],
  ["this", "this"],
  ["agreed", "agre"],
  ["plastered", "plaster"],
  ["bled", "bled"],
  ["motoring", "motor"],
  ["sing", "sing"],
  ["conflated", "conflat"],
  ["hopping", "hop"],
  ["hoping", "hope"],
  ["falling", "fall"],
  ["consign", "consign"],
  ["consigned", "consign"],
  ["consignment", "consign"],
  ["consistency", "consist"],
  ["consolatory", "consolatori"],
  ["knightly", "knight"],
  ["knocking", "knock"],
  ["knowledge", "knowledg"],
  ["relational", "relat"],
  ["hopefulness", "hope"],
  ["policy", "polici"],
  ["policies", "polici"],
  ["cancel", "cancel"],
  ["cancellation", "cancel"],
  ["cancelled", "cancel"],
  ["day", "day"],
  ["mp3s", "mp3s"],
];

Deno.test("stemWord() brings the forms of a word together as Porter's second stemmer does", () => {
  assertEquals(CASES.map(([word]) => [word, stemWord(word)]), CASES.map(([word, stem]) => [word, stem]));
});

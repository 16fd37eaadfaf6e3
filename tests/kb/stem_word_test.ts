import { assertEquals } from "@std/assert";
import { stemWord } from "../../kb/stem_word.ts";

const CASES: readonly [string, string][] = [
  ["caresses", "caress"],
  ["ponies", "poni"],
  ["ties", "tie"],
  ["cats", "cat"],
  ["gas", "gas"],
  ["this", "this"],
  ["virus", "virus"],
  ["agreed", "agree"],
  ["plastered", "plaster"],
  ["bled", "bled"],
  ["motoring", "motor"],
  ["sing", "sing"],
  ["conflated", "conflate"],
  ["hopping", "hop"],
  ["hoping", "hope"],
  ["falling", "fall"],
  ["policy", "polici"],
  ["policies", "polici"],
  ["day", "day"],
  ["a1s", "a1s"],
  ["mp3s", "mp3s"],
];

Deno.test("stemWord() takes plural, -ed and -ing off as Porter's second stemmer does", () => {
  assertEquals(CASES.map(([word]) => [word, stemWord(word)]), CASES.map(([word, stem]) => [word, stem]));
});

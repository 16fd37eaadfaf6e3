import { assert, assertEquals } from "@std/assert";
import { kbWording } from "../../cli/kb_wording.ts";

/** Every sentence by its name; those that are made of words get their own names for words. */
function sentences(language: "zh" | "en"): [string, string][] {
  const { outcomes, facts, ...others } = kbWording(language);
  return [
    ...Object.entries(others).map(([name, said]): [string, string] => [
      name,
      typeof said === "string" ? said : (said as (...words: unknown[]) => string)(1, 2, 3, 4, 5, 6),
    ]),
    ...Object.entries(outcomes),
    ...facts.map((said, at): [string, string] => [`fact ${at}`, said]),
  ];
}

Deno.test("kbWording() says everything in both languages", () => {
  for (const [name, said] of sentences("en")) assert(said !== "" && !/\p{Script=Han}/u.test(said), name);
  for (const [name, said] of sentences("zh")) assert(/\p{Script=Han}|：/u.test(said), name);
});

Deno.test("kbWording() loses none of the words that it is given", () => {
  const words = (language: "zh" | "en") =>
    sentences(language).map(([name, said]) => [name, said.match(/\d/g) ?? []]);
  assertEquals(words("zh"), words("en"));
});

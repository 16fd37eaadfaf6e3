import { assertEquals } from "@std/assert";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readTexts, type SourceTexts } from "./_support/bilingual_texts.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const HAN = /\p{Script=Han}/u;
/** What must be the same in both: flags, variables, files, and the commands that are to be typed. */
const NAMES =
  /--[a-z][a-z-]+|\b[A-Z]+(?:_[A-Z]+)+\b|\bhandrail (?:--help|[a-z]+(?: (?:ingest|search|list|lint|stats|verify|export))?)|\b\w+\.(?:json|md)\b|(?<= )\/[a-z]+\b(?![/.])/g;
/** Sentences for whoever calls a function, not for whoever runs the program. */
const FOR_PROGRAMMERS = [
  "Cannot print type",
  "Cannot look at",
  "Cannot add vector",
  "Cannot give",
  "Cannot fence passage",
];

const sources: readonly SourceTexts[] = ["cli", "kb", "agent", "shells", "tools"].flatMap((folder) =>
  pathsBelow(folder).map((path) => readTexts(path, Deno.readTextFileSync(join(ROOT, path))))
);
const texts = sources.flatMap((source) => source.texts);

function pathsBelow(folder: string): string[] {
  return [...Deno.readDirSync(join(ROOT, folder))].flatMap(({ name, isDirectory }) =>
    isDirectory ? pathsBelow(`${folder}/${name}`) : name.endsWith(".ts") ? [`${folder}/${name}`] : []
  );
}

Deno.test("the texts of the house are found", () => {
  assertEquals(texts.length > 250, true, `${texts.length} texts`);
});

Deno.test("what is to be English has no Han in it, and what is to be Chinese has", () => {
  const said = (text: string) => text.replaceAll(/<[^>]*>/g, "");
  const wrong = texts.filter(({ en, zh }) => HAN.test(en) || (/\p{L}/u.test(said(en)) && !HAN.test(zh))).map((
    { at },
  ) => at);
  assertEquals(wrong, []);
});

Deno.test("both languages tell the same values", () => {
  const wrong = texts.filter(({ values }) => values.en.join() !== values.zh.join())
    .map(({ at, values }) => [at, values]);
  assertEquals(wrong, []);
});

Deno.test("both languages name the same flags, variables, files and commands", () => {
  const wrong = texts.flatMap(({ at, en, zh }) =>
    (en.replaceAll(/<[^>]*>/g, "").match(NAMES) ?? []).filter((name) => !zh.includes(name))
      .map((name) => `${at}: ${name}`)
  );
  assertEquals(wrong, []);
});

Deno.test("Chinese has its own punctuation", () => {
  const half = /\p{Script=Han}(?:[,;:!?.](?:\s|$)|[,;!?]\p{Script=Han})/u;
  assertEquals(texts.filter(({ zh }) => half.test(zh)).map(({ at, zh }) => `${at}: ${zh}`), []);
});

Deno.test("no sentence of cli/ and kb/ that a person may be shown as an error is there in English alone", () => {
  const errors = sources.flatMap((source) => source.errors).filter(({ path, sentence }) =>
    /^(?:cli|kb)\//.test(path) && sentence.startsWith("Cannot ")
  );
  const wrong = errors.filter(({ sentence }) => !FOR_PROGRAMMERS.some((known) => sentence.startsWith(known)));
  assertEquals(wrong, []);
  assertEquals(errors.length >= FOR_PROGRAMMERS.length, true);
});

Deno.test("readTexts() finds texts in whatever way they are written, and errors with a sentence", () => {
  const source = 'const a = { en: `No ${x.en}: ` + "b", zh: `没有 ${x.zh}：乙` };\n' +
    'throw new RangeError("Cannot count"); new Foo("x"); f({ en: 1, zh: 2 }); g({ en: "a", zh: "甲", c: 1 });';
  assertEquals(readTexts("kb/a.ts", source), {
    texts: [{
      at: "kb/a.ts:1",
      en: "No <x>: b",
      zh: "没有 <x>：乙",
      values: { en: ["x"], zh: ["x"] },
    }],
    errors: [{ path: "kb/a.ts", sentence: "Cannot count" }],
  });
});

import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { readerLanguage } from "../../../cli/settings/reader_language.ts";

const NOTHING = { args: [], environment: {}, config: undefined };

Deno.test("readerLanguage() goes by the flag, then HANDRAIL_LANG, the file and the system", () => {
  const all = {
    args: ["--lang", "zh"],
    environment: { HANDRAIL_LANG: "en", LANG: "en_US.UTF-8" },
    config: '{"ui":{"language":"en"}}',
  };
  assertEquals(readerLanguage(all), "zh");
  assertEquals(readerLanguage({ ...all, args: [], environment: { HANDRAIL_LANG: "zh" } }), "zh");
  assertEquals(readerLanguage({ ...all, args: [], environment: { LANG: "zh_CN.UTF-8" } }), "en");
  assertEquals(readerLanguage({ ...NOTHING, environment: { LANG: "zh_CN.UTF-8" } }), "zh");
  assertEquals(readerLanguage({ ...NOTHING, environment: { LC_ALL: "C", LANG: "zh_CN.UTF-8" } }), "en");
  assertEquals(readerLanguage(NOTHING), "en");
});

Deno.test("readerLanguage() finds the flag among arguments that mean nothing, and the last one counts", () => {
  const of = (...args: string[]) => readerLanguage({ ...NOTHING, args });
  assertEquals(of("nosuch", "--nosuch", "--lang=zh"), "zh");
  assertEquals(of("--lang", "en", "--session", "--lang", "zh"), "zh");
  assertEquals(of("--lang", "zh", "--lang=en"), "en");
  assertEquals(of("run", "--", "--lang", "zh"), "en");
  assertEquals(of("--language", "zh"), "en");
});

Deno.test("readerLanguage() passes over what cannot be understood, as that may be what is wrong", () => {
  const zh = { LANG: "zh_CN.UTF-8" };
  assertEquals(readerLanguage({ ...NOTHING, args: ["--lang", "fr"], environment: zh }), "zh");
  assertEquals(readerLanguage({ ...NOTHING, args: ["--lang"], environment: zh }), "zh");
  assertEquals(readerLanguage({ ...NOTHING, environment: { ...zh, HANDRAIL_LANG: "xx" } }), "zh");
  for (const config of ['{"ui":', "null", "[]", '{"ui":{"language":"fr"}}', '{"ui":3}', '"ui"', ""]) {
    assertEquals(readerLanguage({ ...NOTHING, environment: zh, config }), "zh", config);
  }
});

Deno.test("readerLanguage() finds the file's language beside what is wrong with it", () => {
  const config = '\ufeff{"ui":{"language":"zh"},"nosuch":1}';
  assertEquals(readerLanguage({ ...NOTHING, config }), "zh");
});

Deno.test("readerLanguage() never throws", () => {
  const sources = fc.record({
    args: fc.array(fc.oneof(fc.string(), fc.constantFrom("--lang", "--lang=", "--"))),
    environment: fc.record({ HANDRAIL_LANG: fc.string(), LANG: fc.string() }),
    config: fc.option(fc.oneof(fc.string(), fc.json()), { nil: undefined }),
  });
  fc.assert(fc.property(sources, (given) => ["en", "zh"].includes(readerLanguage(given))));
});

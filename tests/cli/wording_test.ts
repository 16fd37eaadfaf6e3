import { assert, assertEquals } from "@std/assert";
import { wordingOf } from "../../cli/wording.ts";
import { parseSlashCommand } from "../../cli/repl/slash_command.ts";

/** Every sentence by its name; those that are made of words get their own names for words. */
function sentences(language: "zh" | "en"): [string, string][] {
  const { statuses, hints, language: _, said: _ofEvents, ...others } = wordingOf(language);
  return [
    ...Object.entries(others).map(([name, said]): [string, string] => [
      name,
      typeof said === "string" ? said : (said as (...words: unknown[]) => string)("<1>", "<2>", 3),
    ]),
    ...Object.entries(statuses),
    ...Object.entries(hints).map(([code, said]): [string, string] => [`hint of ${code}`, said]),
  ];
}

Deno.test("wordingOf() says everything in both languages", () => {
  for (const [name, said] of sentences("en")) assert(said !== "" && !/\p{Script=Han}/u.test(said), name);
  for (const [name, said] of sentences("zh")) assert(/\p{Script=Han}|：/u.test(said), name);
});

Deno.test("wordingOf() loses none of the words that it is given", () => {
  const words = (language: "zh" | "en") =>
    sentences(language).filter(([name]) => !name.startsWith("hint of "))
      .map(([name, said]) => [name, said.match(/<\d>/g)?.sort() ?? []]);
  assertEquals(words("zh"), words("en"));
  assertEquals(wordingOf("en").banner("0.1.0", "offline").includes("0.1.0 · model offline"), true);
});

Deno.test("wordingOf() lists the slash commands that there are", () => {
  const unknown = parseSlashCommand("/");
  assert(unknown?.name === "unknown");
  for (const language of ["zh", "en"] as const) {
    const listed = [...wordingOf(language).commands.matchAll(/^(\/\w+)\b[^\t]*\t\S/gm)].map(([, name]) =>
      name ?? ""
    );
    assertEquals(listed, [...unknown.valid]);
  }
});

import { assertEquals } from "@std/assert";

const ROOT = new URL("../", import.meta.url);
const NUMBER = /\b[HTK]\d+\b/g;

function* testSources(folder: URL): Generator<{ readonly path: string; readonly text: string }> {
  for (const entry of Deno.readDirSync(folder)) {
    const url = new URL(`${entry.name}${entry.isDirectory ? "/" : ""}`, folder);
    if (entry.isDirectory) yield* testSources(url);
    else if (entry.name.endsWith(".ts")) {
      yield { path: url.pathname.slice(ROOT.pathname.length), text: Deno.readTextFileSync(url) };
    }
  }
}

/** The rows of the tables: number, case, thread, file, test name. */
function rows(): { readonly number: string; readonly file: string; readonly test: string }[] {
  const text = Deno.readTextFileSync(new URL("docs/hard-cases.md", ROOT));
  return [...text.matchAll(/^\| ([HTK]\d+) \| .+ \| `(tests\/[^`]+)`: (.+) \|$/gm)].map((row) => ({
    number: row[1] ?? "",
    file: row[2] ?? "",
    test: (row[3] ?? "").replaceAll("\\|", "|"),
  }));
}

Deno.test("docs/hard-cases.md names a test that exists, for every number in it", () => {
  const sources = new Map([...testSources(new URL("tests/", ROOT))].map(({ path, text }) => [path, text]));
  const wrong = rows().filter(({ number, file, test }) =>
    !test.includes(number) || !sources.get(file)?.includes(test)
  );
  assertEquals(wrong, []);
});

Deno.test("every number that a test carries has its line in docs/hard-cases.md, once", () => {
  const listed = rows().map(({ number }) => number);
  assertEquals(listed.length, new Set(listed).size);
  const carried = new Set<string>();
  for (const { text } of testSources(new URL("tests/", ROOT))) {
    for (const [, numbers = ""] of text.matchAll(/\(((?:[HTK]\d+(?:, ?)?)+)\)["`]/g)) {
      for (const [number] of numbers.matchAll(NUMBER)) carried.add(number);
    }
  }
  assertEquals([...carried].filter((number) => !listed.includes(number)), []);
});

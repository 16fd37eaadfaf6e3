import { assertArrayIncludes, assertEquals } from "@std/assert";
import { join } from "node:path";
import { ModuleGraph } from "./_support/module_graph.ts";

const graph = await ModuleGraph.read();

/** What is imported, one after the other, until a session can say its first line. */
const BEFORE_FIRST_LINE = [
  "main.ts",
  "cli/start.ts",
  "cli/commands/json.ts",
  "cli/build_agent.ts",
  "cli/open_model.ts",
  "cli/settings/read_secret.ts",
  "shells/clock.ts",
  "shells/stores/create_breaker_store.ts",
  "shells/stores/create_idempotency_store.ts",
];

/** The packages among modules, without versions. */
function packagesIn(modules: readonly string[]): string[] {
  return modules.filter((name) => name.startsWith("npm:")).map((name) =>
    name.replace(/^npm:\/?/, "").replace(/(?<=.)@.*/, "")
  );
}

Deno.test("--version loads no package, and next to nothing of ours (T41)", () => {
  assertEquals(graph.loadedWith("main.ts").filter((path) => !path.startsWith("node:")).toSorted(), [
    "cli/build_facts.ts",
    "cli/output_stream.ts",
    "cli/redirect_console.ts",
    "deno.json",
    "main.ts",
  ]);
});

Deno.test("--help loads nothing but the command line's parser (T41)", () => {
  assertEquals(packagesIn(graph.loadedWith("main.ts", "cli/start.ts")), ["minimist"]);
});

Deno.test("completions load no package of their own (T41)", () => {
  assertEquals(packagesIn(graph.loadedWith("cli/commands/completions.ts")), ["minimist"]);
});

Deno.test("a JSON session loads no model and no AI SDK before its first line (T41)", () => {
  const loaded = graph.loadedWith(...BEFORE_FIRST_LINE);
  assertEquals(packagesIn(loaded), ["libphonenumber-js", "@ai-sdk/provider", "minimist", "zod"]);
  assertEquals(loaded.filter((path) => /^agent\/(offline\/|run_tool_loop)/.test(path)), []);
});

Deno.test("what a turn needs is loaded with its first step (T41)", () => {
  assertArrayIncludes(packagesIn(graph.loadedWith("agent/run_tool_loop.ts")), ["ai"]);
});

Deno.test("the list above names every module that is imported on the way to the first line (T41)", async () => {
  const source = await Deno.readTextFile(new URL("../cli/start.ts", import.meta.url));
  const body = ["openSecret", "openStore", "openBreakerStore"].map((name) => {
    const start = source.indexOf(`async function ${name}(`);
    return source.slice(start, source.indexOf("\n}\n", start));
  }).join("");
  const imported = [...body.matchAll(/import\("([^"]+)"\)/g)].map(([, path = ""]) => join("cli", path));
  assertEquals(imported.length > 3, true);
  assertArrayIncludes(BEFORE_FIRST_LINE, imported);
});

Deno.test("zod is imported as a namespace: by its own name all of it would be loaded, in forty languages (T41)", async () => {
  const importers: string[] = [];
  for (const folder of ["agent", "cli", "kb", "shells", "tools"]) {
    for await (const path of sourcesIn(new URL(`../${folder}/`, import.meta.url))) {
      const source = await Deno.readTextFile(path);
      if (/^import (?!type)(?!\* as z ).*from "zod"/m.test(source)) importers.push(path.pathname);
    }
  }
  assertEquals(importers, []);
});

async function* sourcesIn(folder: URL): AsyncGenerator<URL> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (isDirectory) yield* sourcesIn(new URL(`${name}/`, folder));
    else if (name.endsWith(".ts")) yield new URL(name, folder);
  }
}

import { assertArrayIncludes, assertEquals } from "@std/assert";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  arrows,
  environmentInMainOnly,
  frontEndsApart,
  globalsByName,
  loopInAgentOnly,
  namesAndSizes,
  outputInOneModule,
  packagesFrom,
  shellFiles,
  toolFiles,
  toolsAndShellsApart,
} from "./_support/house_rules.ts";
import { readSource, type SourceFacts } from "./_support/source_facts.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const SKIPPED = ["node_modules", "dist", "coverage", "docs", "samples"];
const EXACT = /^(npm|jsr):(@[\w.-]+\/)?[\w.-]+@\d+\.\d+\.\d+(-[\w.]+)?(\/[\w./-]+)?$/;

const sources: readonly SourceFacts[] = sourcePaths("")
  .map((path) => readSource(path, Deno.readTextFileSync(join(ROOT, path))));
const packages = readImports("deno.json");
const readme = readIfThere("README.md");

Deno.test("the rules see every folder of the house", () => {
  const folders = new Set(sources.map(({ path }) => path.split("/")[0]));
  assertArrayIncludes([...folders], ["main.ts", "agent", "cli", "jsr", "kb", "shells", "tests", "tools"]);
  assertEquals(toolFiles(sources), [
    "tools/agent_ask_to_user.ts",
    "tools/handoff_create.ts",
    "tools/kb_query.ts",
    "tools/order_cancel.ts",
    "tools/order_query_status.ts",
    "tools/order_query_with_tracking.ts",
    "tools/order_refund.ts",
    "tools/ticket_create.ts",
  ]);
  assertArrayIncludes(shellFiles(sources), [
    "shells/approval.ts",
    "shells/audit.ts",
    "shells/circuit_breaker.ts",
    "shells/friendly_errors.ts",
    "shells/idempotency.ts",
    "shells/input_validation.ts",
    "shells/loop_guard.ts",
    "shells/timeout.ts",
  ]);
});

Deno.test("imports point one way: main, cli, agent, then shells and tools, then kb", () => {
  assertEquals(arrows(sources), []);
});

Deno.test("cli/repl and cli/json never import each other", () => {
  assertEquals(frontEndsApart(sources), []);
});

Deno.test("two tools, or two shells, never import each other", () => {
  assertEquals(toolsAndShellsApart(sources), []);
});

Deno.test("only agent/ knows a vendor or the loop of the AI SDK", () => {
  assertEquals(loopInAgentOnly(sources), []);
});

Deno.test("nothing but main.ts reads the arguments or the environment", () => {
  assertEquals(environmentInMainOnly(sources), []);
});

Deno.test("nothing but one module writes to standard output", () => {
  assertEquals(outputInOneModule(sources), []);
});

Deno.test("globals are used by their names", () => {
  assertEquals(globalsByName(sources), []);
});

Deno.test("files are snake_case, 300 lines at most but for tests, and neither barrels nor utils", () => {
  assertEquals(namesAndSizes(sources), []);
});

Deno.test("every package that is imported is named in deno.json", () => {
  assertEquals(packagesFrom(Object.keys(packages))(sources), []);
});

Deno.test("deno.json and the stand-ins pin every package to an exact version", () => {
  const files = [
    "deno.json",
    ...["std_assert", "std_cli", "cliffy_prompt"].map((name) => `jsr/${name}/deno.json`),
  ];
  const loose = files.flatMap((file) =>
    Object.values(readImports(file)).filter((target) => !EXACT.test(target)).map((target) =>
      `${file}: ${target}`
    )
  );
  assertEquals(loose, []);
});

Deno.test({
  name: readme === undefined
    ? "README.md names every package of deno.json (skipped: there is no README.md yet)"
    : "README.md names every package of deno.json",
  ignore: readme === undefined,
  fn: () => {
    const missing = Object.keys(packages).filter((name) => !readme?.includes(name));
    assertEquals(missing, []);
  },
});

Deno.test("the pattern for exact versions refuses ranges", () => {
  for (
    const target of [
      "npm:ai@7.0.173",
      "npm:@ai-sdk/provider@4.0.38",
      "jsr:@std/cli@1.0.0",
      "npm:x@1.0.0-rc.1",
    ]
  ) {
    assertEquals(EXACT.test(target), true, target);
  }
  for (
    const target of ["npm:ai", "npm:ai@^7.0.0", "npm:ai@7", "npm:ai@~7.0.1", "jsr:@std/cli@1.0", "npm:ai@*"]
  ) {
    assertEquals(EXACT.test(target), false, target);
  }
});

function sourcePaths(folder: string): string[] {
  return [...Deno.readDirSync(join(ROOT, folder))].flatMap(({ name, isDirectory, isFile }) => {
    const path = folder === "" ? name : `${folder}/${name}`;
    if (name.startsWith(".") || SKIPPED.includes(path)) return [];
    if (isDirectory) return sourcePaths(path);
    return isFile && name.endsWith(".ts") ? [path] : [];
  }).sort();
}

function readImports(path: string): Record<string, string> {
  return JSON.parse(Deno.readTextFileSync(join(ROOT, path))).imports ?? {};
}

function readIfThere(path: string): string | undefined {
  try {
    return Deno.readTextFileSync(join(ROOT, path));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

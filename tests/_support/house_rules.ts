import { dirname, join } from "node:path/posix";
import type { ImportFact, SourceFacts } from "./source_facts.ts";

/** Looks at all sources of the house and says, one line each, which file breaks the rule and how. */
export type HouseRule = (sources: readonly SourceFacts[]) => string[];

/** What each folder may import from, beside itself; `main` stands for main.ts. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  "main": ["cli", "agent", "shells", "tools", "kb", "deno.json"],
  "cli": ["agent", "shells", "tools", "kb"],
  "agent": ["shells", "tools", "kb"],
  "shells": [],
  "tools": ["kb"],
  "kb": [],
};
/** Files of other folders that may be imported all the same. */
const EXCEPTIONS: Readonly<Record<string, readonly string[]>> = {
  "shells": ["tools/types.ts", "kb/bilingual_error.ts"],
};

/** What of the AI SDK runs a model. */
const LOOP_FUNCTIONS = [
  "*",
  "streamText",
  "generateText",
  "streamObject",
  "generateObject",
  "ToolLoopAgent",
  "Experimental_Agent",
];
const MAX_LINES = 300;

/** `main → cli → agent → shells, tools → kb`, and of those shells only how tools and errors look. */
export function arrows(sources: readonly SourceFacts[]): string[] {
  return houseImports(sources).flatMap(({ from, to, specifier }) => {
    const [own, target] = [folderOf(from), folderOf(to)];
    const allowed = own === target || MAY_IMPORT[own]?.includes(target) || EXCEPTIONS[own]?.includes(to);
    return allowed ? [] : [`${from} imports ${specifier}: ${own} must not know ${target}`];
  });
}

/** cli/repl and cli/json consume the same events and never each other. */
export function frontEndsApart(sources: readonly SourceFacts[]): string[] {
  return houseImports(sources).flatMap(({ from, to, specifier }) => {
    const [one, other] = [/^cli\/(repl|json)\//.exec(from)?.[1], /^cli\/(repl|json)\//.exec(to)?.[1]];
    return one && other && one !== other
      ? [`${from} imports ${specifier}: cli/${one} must not know cli/${other}`]
      : [];
  });
}

/** The files under tools/ that build a tool. */
export function toolFiles(sources: readonly SourceFacts[]): string[] {
  return sources.filter(({ path, calls }) => path.startsWith("tools/") && calls.includes("defineTool"))
    .map(({ path }) => path);
}

/** The files under shells/ that build a shell. */
export function shellFiles(sources: readonly SourceFacts[]): string[] {
  return sources.filter(({ path, factories }) =>
    path.startsWith("shells/") && factories.some(({ returns }) => returns === "Shell")
  ).map(({ path }) => path);
}

/** Two tools never import each other, nor do two shells. */
export function toolsAndShellsApart(sources: readonly SourceFacts[]): string[] {
  return [toolFiles(sources), shellFiles(sources)].flatMap((files) =>
    houseImports(sources).filter(({ from, to }) => files.includes(from) && files.includes(to))
      .map(({ from, specifier }) => `${from} imports ${specifier}: two of a kind must not know each other`)
  );
}

/** Only agent/ knows a vendor or the AI SDK's loop. */
export function loopInAgentOnly(sources: readonly SourceFacts[]): string[] {
  return house(sources).filter(({ path }) => folderOf(path) !== "agent").flatMap((
    { path, imports, calls },
  ) => [
    ...imports.filter((fact) => fact.specifier.startsWith("@ai-sdk/") && fact.names.length > 0)
      .map(({ specifier }) => `${path} imports ${specifier}: only agent/ knows a vendor`),
    ...imports.filter((fact) =>
      fact.specifier === "ai" && fact.names.some((name) => LOOP_FUNCTIONS.includes(name))
    )
      .map(({ names }) => `${path} imports ${names.join(", ")} from ai: only agent/ knows the loop`),
    ...calls.filter((name) => ["streamText", "generateText"].includes(name))
      .map((name) => `${path} calls ${name}: only agent/ knows the loop`),
  ]);
}

/**
 * Nothing but main.ts reads the arguments and the environment; one worker sets what its library looks for there. Listening
 * for signals reads neither.
 */
export function environmentInMainOnly(sources: readonly SourceFacts[]): string[] {
  return globalsBeside(sources, /^(Deno\.(env|args)|process(?!\.(?:on|off)$)(\..*)?)$/, [
    "main.ts",
    "kb/embedders/native_worker.ts",
  ]);
}

/** Nothing but the one writer touches standard output; only it and the redirected console standard error. */
export function outputInOneModule(sources: readonly SourceFacts[]): string[] {
  return [
    ...globalsBeside(sources, /^Deno\.stdout$/, ["cli/output_stream.ts"]),
    ...globalsBeside(sources, /^Deno\.stderr$/, ["cli/output_stream.ts", "cli/redirect_console.ts"]),
    ...globalsBeside(sources, /^console/, ["cli/redirect_console.ts"]),
  ];
}

/** `Deno`, `globalThis` or `process` in disguise would get past the rules on what is read and written. */
export function globalsByName(sources: readonly SourceFacts[]): string[] {
  return [
    ...globalsBeside(sources, /^(Deno|globalThis(\.(Deno|process|console))?)$/, []),
    ...house(sources).flatMap(({ path, imports }) =>
      imports.filter(({ specifier }) => /^(node:)?(process|console)$/.test(specifier) || specifier === "?")
        .map(({ specifier }) => `${path} imports ${specifier}: name what is used`)
    ),
  ];
}

/** Packages come through deno.json, which pins them; `own` lists the names it gives them. */
export function packagesFrom(own: readonly string[]): HouseRule {
  return (sources) =>
    sources.filter(({ path }) => !path.startsWith("jsr/")).flatMap(({ path, imports }) =>
      imports.map(({ specifier }) => specifier)
        .filter((specifier) => !/^(\.|node:|\?$)/.test(specifier))
        .filter((specifier) => !own.some((name) => specifier === name || specifier.startsWith(`${name}/`)))
        .map((specifier) => `${path} imports ${specifier}: deno.json does not name it`)
    );
}

/** snake_case, short (tests may be longer: they are lists), no barrels and no utils. */
export function namesAndSizes(sources: readonly SourceFacts[]): string[] {
  return sources.filter(({ path }) => !path.startsWith("jsr/")).flatMap(({ path, lines }) => [
    ...(path.split("/").every((part) => /^_?[a-z0-9]+(_[a-z0-9]+)*(\.ts)?$/.test(part)) ? [] : [
      `${path} is not snake_case`,
    ]),
    ...(/(^|\/)(mod|index)\.ts$/.test(path) ? [`${path} is a barrel`] : []),
    ...(/(^|[/_])utils?([/_.]|$)/.test(path) ? [`${path} is a drawer of utils`] : []),
    ...(lines > MAX_LINES && !path.endsWith("_test.ts")
      ? [`${path} has ${lines} lines, more than ${MAX_LINES}`]
      : []),
  ]);
}

/** What the program is made of: main.ts and the five folders. */
function house(sources: readonly SourceFacts[]): SourceFacts[] {
  return sources.filter(({ path }) => Object.hasOwn(MAY_IMPORT, folderOf(path)));
}

interface HouseImport {
  readonly from: string;
  readonly to: string;
  readonly specifier: string;
}

function houseImports(sources: readonly SourceFacts[]): HouseImport[] {
  return house(sources).flatMap(({ path, imports }) =>
    imports.filter(isPath).map(({ specifier }) => ({
      from: path,
      to: specifier.startsWith(".") ? join(dirname(path), specifier) : specifier,
      specifier,
    }))
  );
}

function isPath({ specifier }: ImportFact): boolean {
  return /^(\.|\/|file:|https?:)/.test(specifier);
}

function folderOf(path: string): string {
  return path === "main.ts" ? "main" : path.split("/")[0] ?? path;
}

function globalsBeside(
  sources: readonly SourceFacts[],
  pattern: RegExp,
  owners: readonly string[],
): string[] {
  return house(sources).filter(({ path }) => !owners.includes(path)).flatMap(({ path, globals }) =>
    globals.filter((name) => pattern.test(name)).map((name) => `${path} uses ${name}`)
  );
}

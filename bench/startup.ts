/**
 * What the binary takes to start, beside a program of one line on the same base runtime: `deno task bench:startup`, after
 * `deno task compile`. A figure that misses its target is printed as missed.
 *
 * @module
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { npmPack } from "../kb/embedders/npm_pack.ts";
import { findBaseRuntime } from "../scripts/base_runtime.ts";
import { findTarget } from "../scripts/compile_targets.ts";
import { runCommand } from "../scripts/run_command.ts";
import { type CommandWords, idleMemory, timeToEnd, timeToFirstLine } from "./startup_process.ts";

const RUNS = 31;
const MEMORY_RUNS = 5;
/** The first run of a program reads it from the disk. */
const WARM_UPS = 3;

const root = fileURLToPath(new URL("..", import.meta.url));
const target = findTarget(Deno.build.target);
const binary = Deno.args[0] ?? join(root, "dist", `handrail-${target.name}${target.suffix}`);
const folder = await Deno.makeTempDir({ prefix: "handrail-startup-" });
const surroundings = { home: folder };

/** A program that says one line, compiled in the same way. */
async function compileHello(): Promise<string> {
  const cache = Deno.env.get("HANDRAIL_CACHE") ?? Deno.env.get("XDG_CACHE_HOME") ??
    join(Deno.env.get("HOME") ?? ".", ".cache");
  const runtimes = join(cache, "handrail", "compile");
  const [source, output] = [join(folder, "hello.js"), join(folder, "hello")];
  await Deno.writeTextFile(source, 'console.log("hello");\n');
  const flags = ["--quiet", "--no-config", "--no-check", "--no-code-cache", "--output"];
  const runtime = await findBaseRuntime(target, {
    denort: Deno.env.get("DENORT_BIN") || undefined,
    deno: Deno.execPath(),
    folder: runtimes,
    compileSmallest: async () => {
      await runCommand(Deno.execPath(), ["compile", ...flags, output, source]);
      return output;
    },
    pack: npmPack,
  });
  const [compiler, ...first] = runtime.compiler;
  const env = runtime.path === undefined ? {} : { DENORT_BIN: runtime.path };
  await runCommand(compiler, [...first, "compile", ...flags, output, source], { env });
  return output;
}

/** The programs take turns, so that what else the machine does hits all of them. */
async function medians(
  commands: readonly CommandWords[],
  measure: (command: CommandWords) => Promise<number>,
  runs: number,
): Promise<number[]> {
  const times = commands.map((): number[] => []);
  for (let run = -Math.min(WARM_UPS, runs); run < runs; run++) {
    for (const [at, command] of commands.entries()) {
      const time = await measure(command);
      if (run >= 0) times[at]?.push(time);
    }
  }
  return times.map((list) => list.toSorted((one, other) => one - other)[Math.floor(list.length / 2)] ?? NaN);
}

function line(what: string, figure: string, value: number, most?: number): string {
  const verdict = most === undefined ? "no target" : `${value <= most ? "met" : "MISSED"} (at most ${most})`;
  return `${what.padEnd(34)}${figure.padEnd(28)}${verdict}\n`;
}

async function main(): Promise<void> {
  const hello: CommandWords = [await compileHello()];
  const [bare = NaN, version = NaN, help = NaN] = await medians(
    [hello, [binary, "--version"], [binary, "--help"]],
    (command) => timeToEnd(command, surroundings),
    RUNS,
  );
  const [bareLine = NaN, firstLine = NaN] = await medians(
    [hello, [binary, "json"]],
    (command) => timeToFirstLine(command, surroundings),
    RUNS,
  );
  const [json = NaN] = await medians(
    [[binary, "json"]],
    (command) => idleMemory(command, surroundings, ""),
    MEMORY_RUNS,
  );
  const [chat = NaN] = await medians(
    [[binary, "chat"]],
    (command) => idleMemory(command, surroundings, "Where is order A-1024?\n"),
    MEMORY_RUNS,
  );
  const ms = (time: number, base: number) =>
    `${time.toFixed(1)} ms = ${(time / base).toFixed(2)} × ${base.toFixed(1)}`;
  const mb = (bytes: number) => `${(bytes / 1_000_000).toFixed(0)} MB`;
  const report = line("--version, beside hello", ms(version, bare), version / bare, 1.5) +
    line("--help, beside hello", ms(help, bare), help / bare) +
    line("first line of JSON mode", ms(firstLine, bareLine), firstLine / bareLine, 4) +
    line("memory of an idle JSON session", mb(json), json / 1_000_000, 150) +
    line("memory of a chat after a turn", mb(chat), chat / 1_000_000, 150);
  Deno.stdout.writeSync(new TextEncoder().encode(`medians of ${RUNS} runs\n${report}`));
}

try {
  await main();
} finally {
  await Deno.remove(folder, { recursive: true });
}

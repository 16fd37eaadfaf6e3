/**
 * What other terminal agents take: installs them with npm into a temporary folder, weighs them and times their
 * `--version`, beside Handrail's and beside a JavaScript runtime that does nothing: `deno task bench:peers`, after
 * `deno task compile`.
 *
 * @module
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findTarget } from "../scripts/compile_targets.ts";
import { runCommand } from "../scripts/run_command.ts";
import { type CommandWords, timeToEnd } from "./startup_process.ts";

/** The package and its program. */
const PEERS = [
  ["@openai/codex", "codex"],
  ["@google/gemini-cli", "gemini"],
  ["@mariozechner/pi-coding-agent", "pi"],
] as const;
const RUNS = 15;
const WARM_UPS = 2;

interface Program {
  readonly name: string;
  readonly command: CommandWords;
  /** What it takes on the disk, in bytes. */
  readonly size: number | undefined;
  readonly times: number[];
}

const folder = await Deno.makeTempDir({ prefix: "handrail-peers-" });

async function install(name: string, program: string): Promise<Program> {
  const prefix = join(folder, program);
  await Deno.mkdir(prefix);
  await runCommand("npm", ["install", "--prefix", prefix, "--no-audit", "--no-fund", "--silent", name]);
  const kilobytes = Number((await runCommand("du", ["-sk", prefix])).split("\t")[0]);
  const about = await Deno.readTextFile(join(prefix, "node_modules", name, "package.json"));
  return {
    name: `${name}@${JSON.parse(about).version}`,
    command: [join(prefix, "node_modules", ".bin", program), "--version"],
    size: kilobytes * 1_024,
    times: [],
  };
}

async function ownProgram(): Promise<Program> {
  const target = findTarget(Deno.build.target);
  const path = fileURLToPath(new URL(`../dist/handrail-${target.name}${target.suffix}`, import.meta.url));
  return { name: "handrail", command: [path, "--version"], size: (await Deno.stat(path)).size, times: [] };
}

async function main(): Promise<void> {
  const programs: Program[] = [
    { name: "node -e 0", command: ["node", "-e", "0"], size: undefined, times: [] },
    await ownProgram(),
  ];
  for (const [name, program] of PEERS) programs.push(await install(name, program));
  // They take turns, so that what else the machine does hits all of them.
  for (let run = -WARM_UPS; run < RUNS; run++) {
    for (const { command, times } of programs) {
      const time = await timeToEnd(command, { home: folder });
      if (run >= 0) times.push(time);
    }
  }
  for (const { name, size, times } of programs) {
    const median = times.toSorted((one, other) => one - other)[Math.floor(RUNS / 2)] ?? NaN;
    const weight = size === undefined ? "" : `${(size / 1_000_000).toFixed(0)} MB`;
    const line = `${name.padEnd(40)}${weight.padStart(8)}   ${median.toFixed(0).padStart(5)} ms\n`;
    Deno.stdout.writeSync(new TextEncoder().encode(line));
  }
}

try {
  await main();
} finally {
  await Deno.remove(folder, { recursive: true });
}

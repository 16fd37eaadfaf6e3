/**
 * What other terminal agents take: installs them with npm into a temporary folder, weighs them and times their
 * `--version`: `deno task bench:peers`.
 *
 * @module
 */
import { join } from "node:path";
import { runCommand } from "../scripts/run_command.ts";
import { timeToEnd } from "./startup_process.ts";

/** The package and its program. */
const PEERS = [
  ["@openai/codex", "codex"],
  ["@google/gemini-cli", "gemini"],
  ["@mariozechner/pi-coding-agent", "pi"],
] as const;
const RUNS = 15;

const folder = await Deno.makeTempDir({ prefix: "handrail-peers-" });
try {
  for (const [name, program] of PEERS) {
    const prefix = join(folder, program);
    await Deno.mkdir(prefix);
    await runCommand("npm", ["install", "--prefix", prefix, "--no-audit", "--no-fund", "--silent", name]);
    const command = [join(prefix, "node_modules", ".bin", program), "--version"] as const;
    const times: number[] = [];
    for (let run = -2; run < RUNS; run++) {
      const time = await timeToEnd(command, { home: folder });
      if (run >= 0) times.push(time);
    }
    const median = times.toSorted((one, other) => one - other)[Math.floor(RUNS / 2)] ?? NaN;
    const kilobytes = Number((await runCommand("du", ["-sk", prefix])).split("\t")[0]);
    const { version } = JSON.parse(
      await Deno.readTextFile(join(prefix, "node_modules", name, "package.json")),
    );
    const words = [
      `${name}@${version}`.padEnd(44),
      `${(kilobytes * 1.024 / 1_000).toFixed(0)} MB installed`.padEnd(20),
      `--version ${median.toFixed(0)} ms\n`,
    ];
    Deno.stdout.writeSync(new TextEncoder().encode(words.join("")));
  }
} finally {
  await Deno.remove(folder, { recursive: true });
}

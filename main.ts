/**
 * Handrail's edge: the only reader of `Deno.args` and `Deno.env`. Everything but `--version` is imported from here when it
 * is known that it is needed.
 *
 * @module
 */
import "./cli/redirect_console.ts";
import config from "./deno.json" with { type: "json" };
import { describeVersion, readBuildFacts } from "./cli/build_facts.ts";
import type { Host } from "./cli/host.ts";
import { standardOutput, writtenOut } from "./cli/output_stream.ts";

const host: Host = {
  version: config.version,
  args: Deno.args,
  variable: (name) => Deno.env.get(name),
  readBuild: () => readBuildFacts(import.meta.dirname ?? ".", Deno.build.standalone, Deno.execPath()),
};

async function main(): Promise<number> {
  // Installers and completions ask often, and want nothing else.
  if (host.args.length === 1 && host.args[0] === "--version") {
    await standardOutput.write(`${describeVersion(host.version, host.readBuild())}\n`);
    return 0;
  }
  const { start } = await import("./cli/start.ts");
  return await start(host);
}

async function report(error: unknown): Promise<number> {
  const { report: reportError } = await import("./cli/start.ts");
  return await reportError(error, host);
}

if (import.meta.main) {
  const code = await main().catch(report);
  await writtenOut();
  // A read of standard input that is still pending would keep the process alive.
  Deno.exit(code);
}

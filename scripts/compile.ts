/**
 * Makes a binary: `deno task compile [--target NAME] [--lite] [--kb INDEX [--about TEXT]] [--output FILE] [--own-runtime]`.
 *
 * @module
 */
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { readAbout } from "../cli/documents_about.ts";
import { npmPack } from "../kb/embedders/npm_pack.ts";
import { findBaseRuntime } from "./base_runtime.ts";
import { bundledPackages, collectLicences } from "./collect_licences.ts";
import { compileBinary } from "./compile_binary.ts";
import { readCompileFlags } from "./compile_flags.ts";
import { type CompileTarget, findTarget } from "./compile_targets.ts";
import { runCommand } from "./run_command.ts";
import { BUDGETS, sizeReport } from "./size_report.ts";

const environment = (name: string) => Deno.env.get(name)?.trim() || undefined;
const say = (text: string) => Deno.stdout.writeSync(new TextEncoder().encode(text));
const root = fileURLToPath(new URL("..", import.meta.url));
const deno = Deno.execPath();

/** What the compiler downloads, it downloads for this. */
const SMALLEST = "Deno.exit(0);\n";
/** So long may a download take, in milliseconds. */
const DOWNLOAD_MS = 300_000;

/** Whatever this Deno compiles stands on its own base runtime. */
async function compileSmallest(target: CompileTarget, folder: string): Promise<string> {
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  const [source, output] = [join(folder, "smallest.js"), join(folder, `smallest-${target.name}`)];
  await Deno.writeTextFile(source, SMALLEST);
  const flags = ["--quiet", "--no-config", "--no-check", "--target", target.triple, "--output", output];
  await runCommand(deno, ["compile", ...flags, source], { signal: AbortSignal.timeout(DOWNLOAD_MS) })
    .catch((error: Error) => {
      const why = error.message.split("\n").at(-1)?.replace(/^\s*\d+: /, "");
      throw new Error(`Deno ${Deno.version.deno} could not have its own: ${why}`, { cause: error });
    });
  return `${output}${target.suffix}`;
}

async function main(): Promise<number> {
  const flags = readCompileFlags(Deno.args);
  const target = findTarget(flags.target ?? Deno.build.target);
  const { lite } = flags;
  const name = `handrail${lite ? "-lite" : ""}-${target.name}${target.suffix}`;
  const output = resolve(flags.output ?? join(root, "dist", name));
  const cacheFolder = environment("HANDRAIL_CACHE") ?? environment("XDG_CACHE_HOME") ??
    join(environment("HOME") ?? environment("USERPROFILE") ?? ".", ".cache");
  const runtimeFolder = join(cacheFolder, "handrail", "compile");
  const runtime = await findBaseRuntime(target, {
    denort: environment("DENORT_BIN"),
    deno,
    folder: runtimeFolder,
    compileSmallest: () => compileSmallest(target, runtimeFolder),
    onlyOwn: flags["own-runtime"],
    pack: npmPack,
  });
  say(`${name}: on the base runtime of ${runtime.origin}\n`);
  await Deno.mkdir(join(output, ".."), { recursive: true });
  const parts = await compileBinary({
    root,
    target,
    lite,
    knowledge: flags.kb === undefined ? undefined : resolve(flags.kb),
    documentsAbout: readAbout(flags.about, "--about"),
    cacheFolder,
    modelFolder: environment("HANDRAIL_MODEL_DIR"),
    output,
    runtime,
    deno,
  });
  await Deno.writeTextFile(
    join(output, "..", "licences.txt"),
    await collectLicences(await bundledPackages(root, deno)),
  );
  const { size } = await Deno.stat(output);
  const budget = lite ? BUDGETS.lite : BUDGETS.full;
  say(sizeReport(parts, size, budget));
  const isHere = target.triple === Deno.build.target;
  if (isHere) say(`it says: ${await runCommand(output, ["--version"])}\n`);
  else if (!target.tried) say(`untried: nobody has run a binary for ${target.name} yet\n`);
  say(`${output}\n`);
  // An index of the user's own may be of any size.
  if (size <= budget || flags.kb !== undefined) return 0;
  say(`Cannot accept ${name}: it is larger than it may be. See what grew in the table above\n`);
  return 1;
}

async function run(): Promise<number> {
  try {
    return await main();
  } catch (error) {
    Deno.stderr.writeSync(new TextEncoder().encode(`${error instanceof Error ? error.message : error}\n`));
    return 1;
  }
}

if (import.meta.main) Deno.exit(await run());

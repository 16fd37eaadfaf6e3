import { join } from "node:path";
import { runCommand } from "./run_command.ts";

/** The workers of the embedding runtimes: programs of their own. */
export const WORKERS = ["kb/embedders/native_worker", "kb/embedders/wasm_worker"] as const;

/** What is bundled. */
export interface BundleOptions {
  /** The repository. */
  readonly root: string;
  /** Where to. */
  readonly folder: string;
  /** The workers of the embedding runtimes too? */
  readonly workers: boolean;
  readonly deno: string;
}

/** Packages that speak to vendors, and what each is bundled as. */
const VENDORS: Readonly<Record<string, string>> = {
  "@ai-sdk/anthropic": "vendors/anthropic.js",
  "@ai-sdk/openai-compatible": "vendors/openai_compatible.js",
};

/** Says where those are, when the bundle is compiled. */
export const IMPORT_MAP = "import_map.json";

/**
 * Bundles the program with everything that it imports into small files, so that a command loads no more than it needs.
 *
 * The vendors' packages become bundles of their own. They use all of zod, down to its messages in forty languages; in
 * one bundle with ours, every start would load that (35 ms).
 *
 * @param options See {@linkcode BundleOptions}.
 * @returns Bytes of all of them.
 * @throws {Error} When the bundler fails.
 *
 * @example
 * ```ts
 * await bundleProgram({ root, folder: "dist/build", workers: true, deno: Deno.execPath() });
 * ```
 */
export async function bundleProgram(options: BundleOptions): Promise<number> {
  const { folder, workers } = options;
  const entries = ["main.ts", ...(workers ? WORKERS.map((worker) => `${worker}.ts`) : [])];
  // The addon of the native runtime is no source; it is looked up when the program runs.
  const external = ["*.node", ...Object.keys(VENDORS)].flatMap((name) => ["--external", name]);
  await bundle(options, ["--code-splitting", ...external, "--outdir", folder, ...entries]);
  await provideRequire(folder);
  for (const [name, path] of Object.entries(VENDORS)) await bundleVendor(options, name, join(folder, path));
  const imports = Object.fromEntries(Object.entries(VENDORS).map(([name, path]) => [name, `./${path}`]));
  await Deno.writeTextFile(join(folder, IMPORT_MAP), JSON.stringify({ imports }));
  return await sizeOf(folder);
}

/** CommonJS packages go on calling `require` for parts of Node; a module has none, unless the first one brings it. */
async function provideRequire(folder: string): Promise<void> {
  const main = join(folder, "main.js");
  await Deno.writeTextFile(
    join(folder, "require.js"),
    'import{createRequire}from"node:module";globalThis.require=createRequire(import.meta.url);\n',
  );
  await Deno.writeTextFile(main, `import"./require.js";\n${await Deno.readTextFile(main)}`);
}

async function bundleVendor(options: BundleOptions, name: string, output: string): Promise<void> {
  const entry = await Deno.makeTempFile({ suffix: ".ts" });
  try {
    await Deno.writeTextFile(entry, `export * from ${JSON.stringify(name)};\n`);
    await bundle(options, ["--config", join(options.root, "deno.json"), "--output", output, entry]);
  } finally {
    await Deno.remove(entry);
  }
}

async function bundle({ root, deno }: BundleOptions, args: readonly string[]): Promise<void> {
  await runCommand(deno, ["bundle", "--quiet", "--minify", ...args], { cwd: root });
}

async function sizeOf(folder: string): Promise<number> {
  let size = 0;
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = join(folder, name);
    size += isDirectory ? await sizeOf(path) : (await Deno.stat(path)).size;
  }
  return size;
}

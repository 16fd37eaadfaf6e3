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

/**
 * Bundles the program with everything that it imports into small files, so that a command loads no more than it needs.
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
export async function bundleProgram({ root, folder, workers, deno }: BundleOptions): Promise<number> {
  const entries = ["main.ts", ...(workers ? WORKERS.map((worker) => `${worker}.ts`) : [])];
  // The addon of the native runtime is no source; it is looked up when the program runs.
  const flags = ["--quiet", "--minify", "--code-splitting", "--external", "*.node", "--outdir", folder];
  await runCommand(deno, ["bundle", ...flags, ...entries], { cwd: root });
  return await sizeOf(folder);
}

async function sizeOf(folder: string): Promise<number> {
  let size = 0;
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = join(folder, name);
    size += isDirectory ? await sizeOf(path) : (await Deno.stat(path)).size;
  }
  return size;
}

import { join } from "node:path";
import { BilingualError } from "../bilingual_error.ts";

/**
 * Has npm fetch a package as an archive; the machine's own npm knows its registry, proxy and certificates. Needs
 * `--allow-run=npm`.
 *
 * @param specifier The package and its version.
 * @param folder Where the archive goes.
 * @param signal Ends npm.
 * @returns The archive's path.
 * @throws {Error} when there is no npm, or it fails; its message is the bare reason.
 *
 * @example
 * ```ts
 * await npmPack("@scope/name@1.0.0", "/tmp/x"); // "/tmp/x/scope-name-1.0.0.tgz"
 * ```
 */
export async function npmPack(specifier: string, folder: string, signal?: AbortSignal): Promise<string> {
  const command = new Deno.Command("npm", {
    // No script of the package's is run by this, and no configuration of a folder that the user happens to be in is read.
    args: ["pack", specifier, "--pack-destination", ".", "--ignore-scripts", "--silent", "--fetch-retries=0"],
    cwd: folder,
    stdin: "null",
    ...(signal ? { signal } : {}),
  });
  let output: Deno.CommandOutput;
  try {
    output = await command.output();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) {
      throw new BilingualError({ en: "npm is not installed", zh: "没有安装 npm" }, { cause: error });
    }
    throw error;
  }
  signal?.throwIfAborted();
  if (!output.success) {
    throw new BilingualError({
      en: `npm pack ended with code ${output.code}`,
      zh: `npm pack 以代码 ${output.code} 结束`,
    });
  }
  for await (const { name, isFile } of Deno.readDir(folder)) {
    if (isFile && name.endsWith(".tgz")) return join(folder, name);
  }
  throw new BilingualError({ en: "npm pack left no archive", zh: "npm pack 没有留下压缩包" });
}

import { join } from "node:path";
import { runCommand } from "./run_command.ts";

/** A package that is in the binary. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** Where it stands on this machine. */
  readonly localPath: string;
}

const HEAD =
  `Handrail contains the packages below, Deno's runtime (MIT, the Deno authors), and in the full binary the
embedding model bge-small-zh-v1.5 (MIT, BAAI).
`;
const LICENCE_FILE = /^(licen[cs]e|copying|notice|third.?party.?notices)/i;

/**
 * The packages that the program is bundled of.
 *
 * @param root The repository.
 * @param deno The running Deno.
 *
 * @example
 * ```ts
 * await bundledPackages(root, Deno.execPath());
 * ```
 */
export async function bundledPackages(root: string, deno: string): Promise<BundledPackage[]> {
  const graph = JSON.parse(await runCommand(deno, ["info", "--json", "main.ts"], { cwd: root }));
  return Object.values(graph.npmPackages);
}

/**
 * The licences of packages, as whoever hands on a binary must hand them on too.
 *
 * @param packages The packages.
 * @returns One text: each package's name and what its licence files say, or the licence that it names.
 * @throws {Error} When a package says nothing about its licence.
 *
 * @example
 * ```ts
 * await Deno.writeTextFile("dist/licences.txt", await collectLicences(packages));
 * ```
 */
export async function collectLicences(packages: readonly BundledPackage[]): Promise<string> {
  const unique = new Map(packages.map((one) => [`${one.name}@${one.version}`, one.localPath]));
  const sorted = [...unique].sort(([one], [other]) => one < other ? -1 : 1);
  const parts = await Promise.all(sorted.map(async ([title, path]) => {
    return `\n${"=".repeat(80)}\n${title}\n\n${await licenceOf(title, path)}\n`;
  }));
  return HEAD + parts.join("");
}

async function licenceOf(title: string, path: string): Promise<string> {
  const names = (await Array.fromAsync(Deno.readDir(path)))
    .filter(({ name, isFile }) => isFile && LICENCE_FILE.test(name)).map(({ name }) => name).sort();
  if (names.length > 0) {
    return (await Promise.all(names.map((name) => Deno.readTextFile(join(path, name))))).join("\n").trim();
  }
  const { license } = JSON.parse(await Deno.readTextFile(join(path, "package.json")));
  if (typeof license === "string") return license;
  throw new Error(`Cannot hand on ${title}: it names no licence. Leave it out, or ask its authors`);
}

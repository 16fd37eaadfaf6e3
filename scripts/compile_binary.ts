import { join } from "node:path";
import { BUILD_FILE, type BuildFile } from "../cli/build_facts.ts";
import { permissionsOf } from "../cli/permissions.ts";
import type { PackedFile } from "../kb/packed_file.ts";
import type { BaseRuntime } from "./base_runtime.ts";
import { bundleProgram, IMPORT_MAP, WORKERS } from "./bundle_program.ts";
import { type BinaryParts, collectParts, listParts } from "./collect_parts.ts";
import type { CompileTarget } from "./compile_targets.ts";
import { currentCommit } from "./current_commit.ts";
import { placeAmongFiles, placeBehindRuntime, stillInPlace } from "./place_parts.ts";
import { runCommand } from "./run_command.ts";
import type { SizedPart } from "./size_report.ts";

/** What to compile. */
export interface CompileOptions {
  readonly root: string;
  readonly target: CompileTarget;
  readonly lite: boolean;
  /** An index of the user's own, to build the binary around. */
  readonly knowledge: string | undefined;
  /** What is in it, for the model. */
  readonly documentsAbout: string | undefined;
  readonly cacheFolder: string;
  readonly modelFolder: string | undefined;
  /** The binary. */
  readonly output: string;
  readonly runtime: BaseRuntime;
  readonly deno: string;
}

/**
 * Makes a binary.
 *
 * @param options See {@linkcode CompileOptions}.
 * @returns What is inside.
 * @throws {Error} When a part is missing or a compiler fails.
 *
 * @example
 * ```ts
 * const parts = await compileBinary(options);
 * ```
 */
export async function compileBinary(options: CompileOptions): Promise<SizedPart[]> {
  const folder = await Deno.makeTempDir({ prefix: "handrail-compile-" });
  try {
    return await compileIn(folder, options);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function compileIn(folder: string, options: CompileOptions): Promise<SizedPart[]> {
  const { root, target, lite, knowledge, output, runtime, deno } = options;
  const program = join(folder, "program");
  const bundled = await bundleProgram({ root, folder: program, workers: !lite, deno });
  const parts = await collectParts({ ...options, folder });
  const list = listParts(parts);
  if (knowledge === undefined) await copySamples(root, program);
  const commit = await currentCommit(root);
  const compile = async (placed: readonly PackedFile[], base: string | undefined) => {
    const build = describeBuild(options, commit, parts, placed);
    await Deno.writeTextFile(join(program, BUILD_FILE), JSON.stringify(build));
    await forgetTimes(program);
    await runCompiler(program, base, options);
  };
  let isDone = false;
  if (target.isElf && runtime.path !== undefined) {
    const base = join(folder, "runtime");
    const placed = await placeBehindRuntime(runtime.path, list, base);
    await compile(placed, base);
    isDone = await stillInPlace(output, list, placed);
  }
  // A compiler that builds its output in another way gets the parts as files: the binary starts slower, and works.
  if (!isDone) await compile(await placeAmongFiles(program, list), runtime.path);
  return [
    ...(runtime.size === undefined
      ? []
      : [{ label: "base runtime", packed: runtime.size, size: runtime.size }]),
    { label: "program", packed: bundled, size: bundled },
    ...list.map(({ label, bytes, size }) => ({ label, packed: bytes.length, size })),
  ];
}

/** The compiler writes down when each file was changed: without that, the same sources give the same binary. */
async function forgetTimes(folder: string): Promise<void> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = join(folder, name);
    if (isDirectory) await forgetTimes(path);
    else await Deno.utime(path, 0, 0);
  }
}

/** The words of the samples, for machines on which the index cannot be copied to the disk. */
async function copySamples(root: string, program: string): Promise<void> {
  const [from, to] = [join(root, "samples", "kb"), join(program, "samples", "kb")];
  await Deno.mkdir(to, { recursive: true });
  for await (const { name, isFile } of Deno.readDir(from)) {
    if (isFile) await Deno.copyFile(join(from, name), join(to, name));
  }
}

function describeBuild(
  { lite, knowledge, documentsAbout }: CompileOptions,
  commit: string | null,
  parts: BinaryParts,
  placed: readonly PackedFile[],
): BuildFile {
  const at = new Map(listParts(parts).map((part, position) => [part, placed[position]]));
  const find = (part: BinaryParts["wasm"]) => (part && at.get(part)) ?? null;
  const [index, weights, tokenizer] = [parts.index, parts.weights, parts.tokenizer].map(find);
  if (!index) {
    throw new Error("Cannot compile: the index has no place. This is a fault of scripts/compile_binary.ts");
  }
  return {
    variant: lite ? "lite" : "full",
    commit,
    index,
    ownIndex: knowledge !== undefined,
    documentsAbout: documentsAbout ?? null,
    model: weights && tokenizer ? { weights, tokenizer } : null,
    native: parts.native.map(find).filter((file) => file !== null),
    wasm: find(parts.wasm),
  };
}

/** What the compiler finds by itself, or does not put into the program. */
const GRAPH: readonly string[] = ["kb", "vendors", IMPORT_MAP];

async function runCompiler(
  program: string,
  base: string | undefined,
  { target, lite, output, runtime }: CompileOptions,
): Promise<void> {
  const [compiler, ...first] = runtime.compiler;
  const included = (await Array.fromAsync(Deno.readDir(program)))
    .filter(({ name, isFile }) => !(isFile && name.endsWith(".js")) && !GRAPH.includes(name)).map((
      { name },
    ) => name);
  const workers = lite ? [] : WORKERS.map((worker) => `${worker}.js`);
  const args = [
    ...first,
    "compile",
    ...[
      "--quiet",
      "--no-config",
      "--no-check",
      "--no-prompt",
      "--unstable-kv",
      "--no-code-cache",
      "--target",
      target.triple,
    ],
    ...["--import-map", IMPORT_MAP],
    ...permissionsOf(lite ? "lite" : "full").map(({ flag }) => flag),
    ...[...included, ...workers].flatMap((path) => ["--include", path]),
    ...["--output", output, "main.js"],
  ];
  await runCommand(compiler, args, {
    cwd: program,
    ...(base === undefined ? {} : { env: { DENORT_BIN: base } }),
  });
}

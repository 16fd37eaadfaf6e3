import { createHash } from "node:crypto";
import { join } from "node:path";
import { readTar } from "../kb/embedders/read_tar.ts";
import type { CompileTarget } from "./compile_targets.ts";
import { elfLength } from "./elf_length.ts";

/**
 * A published program (MIT) that `deno compile` made: its first part is Deno's own base runtime for Linux on x64, for
 * machines that reach a package registry but not Deno's downloads.
 */
export const RUNTIME_PACKAGE = {
  specifier: "@mcp-stress/linux-x64@0.2.1",
  integrity:
    "sha512-mBnQXZQ6Cm+Yw5P31/7xYeQSw80IXQ5appuAGrAKGkgAYzgCWswQ8hVU4jTPMnGR5XoUujZWvXTRkLTT3wSt/w==",
  file: "package/bin/mcp-stress",
  target: "linux-x64",
  /** Of the runtime that is cut out: Deno 2.6.10. */
  sha256: "1b136202dc147212ad0b129de0c10eb5f17060917c9754c7921cd68f764ad2e2",
} as const;

/** The newest compiler that works with that runtime. */
const ITS_COMPILER = "deno@2.8.3";

/** A compiler and the runtime that it puts programs onto. */
export interface BaseRuntime {
  /** The runtime's file; `undefined`: the compiler has its own. */
  readonly path: string | undefined;
  /** Bytes; unknown for the compiler's own. */
  readonly size: number | undefined;
  /** What compiles: a program and its first arguments. */
  readonly compiler: readonly [string, ...string[]];
  /** Where the runtime came from, for people. */
  readonly origin: string;
}

/** What finds it. */
export interface BaseRuntimeServices {
  /** `DENORT_BIN`, when it is set. */
  readonly denort: string | undefined;
  /** The running Deno. */
  readonly deno: string;
  /** Where a runtime is kept. */
  readonly folder: string;
  /** Compiles a program of one line with the running Deno, and gives its path. */
  readonly compileSmallest: () => Promise<string>;
  /** For releases: nothing but `DENORT_BIN` or the running Deno's own will do. @default {false} */
  readonly onlyOwn?: boolean;
  /** Has npm fetch a package: {@linkcode npmPack}. */
  readonly pack: (specifier: string, folder: string) => Promise<string>;
}

/**
 * Finds the runtime for a platform: the one that `DENORT_BIN` names, the running Deno's own, or the one in
 * {@linkcode RUNTIME_PACKAGE}.
 *
 * @param target The platform.
 * @param services See {@linkcode BaseRuntimeServices}.
 * @throws {Error} When none can be had, with every reason and what to set.
 *
 * @example
 * ```ts
 * const { path, compiler } = await findBaseRuntime(target, services);
 * ```
 */
export async function findBaseRuntime(
  target: CompileTarget,
  services: BaseRuntimeServices,
): Promise<BaseRuntime> {
  const { denort, deno } = services;
  if (denort !== undefined) {
    const bytes = await readRuntime(denort, target);
    const compiler = sha256Of(bytes) === RUNTIME_PACKAGE.sha256 ? npxCompiler() : [deno] as const;
    return { path: denort, size: bytes.length, compiler, origin: `DENORT_BIN ${denort}` };
  }
  const reasons: string[] = [];
  for (const find of services.onlyOwn ? [ownRuntime] : [ownRuntime, packagedRuntime]) {
    try {
      return await find(target, services);
    } catch (error) {
      reasons.push(error instanceof Error ? error.message : String(error));
    }
  }
  throw new Error(
    `Cannot find base runtime for ${target.name}: ${reasons.join("; ")}. ` +
      `Set DENORT_BIN to the denort of this Deno's version for ${target.triple}`,
  );
}

async function readRuntime(path: string, { isElf, triple }: CompileTarget): Promise<Uint8Array> {
  let bytes: Uint8Array;
  try {
    bytes = await Deno.readFile(path);
  } catch (error) {
    throw new Error(`Cannot read DENORT_BIN: ${(error as Error).message}. Name a file that there is`);
  }
  try {
    if (isElf) elfLength(bytes);
    return bytes;
  } catch (error) {
    throw new Error(
      `Cannot use DENORT_BIN ${path}: ${(error as Error).message}. Name the denort for ${triple}`,
    );
  }
}

/** Whatever the running Deno compiles stands on its own runtime. */
async function ownRuntime(
  target: CompileTarget,
  { deno, folder, compileSmallest }: BaseRuntimeServices,
): Promise<BaseRuntime> {
  const origin = `Deno ${Deno.version.deno}`;
  const program = await compileSmallest();
  if (!target.isElf) return { path: undefined, size: undefined, compiler: [deno], origin };
  const bytes = await Deno.readFile(program);
  const base = bytes.subarray(0, elfLength(bytes));
  const path = await save(base, join(folder, `denort-${Deno.version.deno}-${target.name}`));
  return { path, size: base.length, compiler: [deno], origin };
}

async function packagedRuntime(
  target: CompileTarget,
  { folder, pack }: BaseRuntimeServices,
): Promise<BaseRuntime> {
  const { specifier, sha256 } = RUNTIME_PACKAGE;
  if (target.name !== RUNTIME_PACKAGE.target) {
    throw new Error(`${specifier} is for ${RUNTIME_PACKAGE.target}`);
  }
  const path = join(folder, `denort-${sha256.slice(0, 16)}`);
  const kept = await Deno.readFile(path).catch(() => undefined);
  const isKept = kept !== undefined && sha256Of(kept) === sha256;
  const base = isKept ? kept : await cutFromPackage(folder, pack);
  if (!isKept) await save(base, path);
  return { path, size: base.length, compiler: npxCompiler(), origin: `${specifier} (Deno 2.6.10)` };
}

async function cutFromPackage(folder: string, pack: BaseRuntimeServices["pack"]): Promise<Uint8Array> {
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  const temporary = await Deno.makeTempDir({ dir: folder, prefix: "package-" });
  try {
    const archive = await Deno.readFile(await pack(RUNTIME_PACKAGE.specifier, temporary));
    const integrity = `sha512-${createHash("sha512").update(archive).digest("base64")}`;
    if (integrity !== RUNTIME_PACKAGE.integrity) {
      throw new Error(`${RUNTIME_PACKAGE.specifier} has another SHA-512 than it should`);
    }
    const program = await fileIn(archive);
    const base = program.subarray(0, elfLength(program));
    if (sha256Of(base) !== RUNTIME_PACKAGE.sha256) throw new Error("the runtime has another SHA-256");
    return base;
  } finally {
    await Deno.remove(temporary, { recursive: true }).catch(() => {});
  }
}

async function fileIn(archive: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const unzipped = new Blob([archive]).stream().pipeThrough(new DecompressionStream("gzip"));
  for await (const { name, content } of readTar(unzipped)) {
    if (name !== RUNTIME_PACKAGE.file) continue;
    const pieces = await Array.fromAsync(content, (bytes) => bytes.slice());
    return new Uint8Array(await new Blob(pieces).arrayBuffer());
  }
  throw new Error(`${RUNTIME_PACKAGE.specifier} does not hold ${RUNTIME_PACKAGE.file}`);
}

async function save(bytes: Uint8Array, path: string): Promise<string> {
  const partial = `${path}.${crypto.randomUUID()}.part`;
  await Deno.mkdir(join(path, ".."), { recursive: true, mode: 0o700 });
  await Deno.writeFile(partial, bytes, { mode: 0o700 });
  await Deno.rename(partial, path);
  return path;
}

function npxCompiler(): [string, ...string[]] {
  return ["npx", "-y", ITS_COMPILER];
}

function sha256Of(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** A platform that a binary can be made for. */
export interface CompileTarget {
  /** As file names have it. */
  readonly name: string;
  /** As Deno's compiler calls it. */
  readonly triple: string;
  /** The native embedding runtime in its package; none where the package has none. */
  readonly native: readonly string[];
  /** Is a program an ELF file there? Then large files can stand outside of what is read at every start. */
  readonly isElf: boolean;
  /** Has a binary for it been run by whoever wrote this? */
  readonly tried: boolean;
  /** What programs end with. */
  readonly suffix: "" | ".exe";
}

/**
 * The platforms. Of the native runtime only what the addon is linked with is taken: on Windows the parts for graphics
 * processors are loaded when they are used, which they are not here.
 */
export const COMPILE_TARGETS: readonly CompileTarget[] = [
  {
    name: "linux-x64",
    triple: "x86_64-unknown-linux-gnu",
    native: ["linux/x64/libonnxruntime.so.1", "linux/x64/onnxruntime_binding.node"],
    isElf: true,
    tried: true,
    suffix: "",
  },
  {
    name: "linux-arm64",
    triple: "aarch64-unknown-linux-gnu",
    native: ["linux/arm64/libonnxruntime.so.1", "linux/arm64/onnxruntime_binding.node"],
    isElf: true,
    tried: false,
    suffix: "",
  },
  {
    name: "macos-x64",
    triple: "x86_64-apple-darwin",
    native: [],
    isElf: false,
    tried: false,
    suffix: "",
  },
  {
    name: "macos-arm64",
    triple: "aarch64-apple-darwin",
    native: ["darwin/arm64/libonnxruntime.1.dylib", "darwin/arm64/onnxruntime_binding.node"],
    isElf: false,
    tried: false,
    suffix: "",
  },
  {
    name: "windows-x64",
    triple: "x86_64-pc-windows-msvc",
    native: ["win32/x64/onnxruntime.dll", "win32/x64/onnxruntime_binding.node"],
    isElf: false,
    tried: false,
    suffix: ".exe",
  },
];

/**
 * The platform of a name.
 *
 * @param name Its name, or that of Deno's compiler.
 * @throws {Error} When it is none of them.
 *
 * @example
 * ```ts
 * findTarget("linux-x64").triple; // "x86_64-unknown-linux-gnu"
 * ```
 */
export function findTarget(name: string): CompileTarget {
  const target = COMPILE_TARGETS.find((known) => known.name === name || known.triple === name);
  if (target) return target;
  const names = COMPILE_TARGETS.map((known) => known.name).join(", ");
  throw new Error(`Cannot compile for ${name}: no such target. Use ${names}`);
}

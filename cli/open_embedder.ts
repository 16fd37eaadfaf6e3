/**
 * Opens the model that turns texts into vectors.
 *
 * @module
 */
import { join } from "node:path";
import type { Bilingual } from "../kb/bilingual_error.ts";
import type { CopyTarget } from "../kb/copy_out.ts";
import type { Embedder } from "../kb/embedder.ts";
import { createEmbedder, type EmbedderSettings } from "../kb/embedders/create_embedder.ts";
import { EmbedderUnavailableError } from "../kb/embedders/embedder_unavailable_error.ts";
import type { FetchProgress } from "../kb/embedders/fetch_model_files.ts";
import { npmPack } from "../kb/embedders/npm_pack.ts";
import { ownTempFolder } from "../kb/own_temp_folder.ts";
import { systemClock } from "../shells/clock.ts";
import type { BuildFacts } from "./build_facts.ts";
import { type KeyFileServices, withKeyFile } from "./settings/key_file.ts";
import type { Settings } from "./settings/settings.ts";

const WORDING = {
  en: {
    fallback: (backend: string, reason: string) =>
      `The ${backend} embedding runtime cannot be loaded (${reason}); a slower one takes its place`,
  },
  zh: {
    fallback: (backend: string, reason: string) => `无法加载 ${backend} 向量运行库（${reason}），改用较慢的`,
  },
} as const;

const LITE: Bilingual = {
  en: "Cannot search by meaning: handrail-lite has no embedding model. " +
    "Use handrail, or a server's: HANDRAIL_EMBEDDER=openai:MODEL",
  zh:
    "无法按语义检索：handrail-lite 不含向量模型。请改用 handrail，或使用服务器上的模型：HANDRAIL_EMBEDDER=openai:MODEL",
};

/** How to open it. */
export interface OpenEmbedderOptions {
  /** May the model's files be fetched? A search only uses what is there: nothing is fetched unasked. */
  readonly mayFetch: boolean;
  /** Told how a download goes on. */
  readonly onProgress?: (progress: FetchProgress) => void;
  /** Told when something slower takes the place of something else. */
  readonly onNotice?: (message: string) => void;
  readonly signal?: AbortSignal;
}

/** What it is opened with. */
export interface EmbedderServices {
  /** What requests go through; asked for when there is one to send. */
  readonly networkFetch: () => Promise<typeof fetch>;
  readonly keyFiles: KeyFileServices;
}

/**
 * Opens the embedder that the settings name.
 *
 * @param settings The settings.
 * @param build The program's make: what it brings along is used first.
 * @param options See {@linkcode OpenEmbedderOptions}.
 * @param services See {@linkcode EmbedderServices}.
 * @returns The embedder; `undefined` when none is wanted.
 * @throws {Error} When it cannot be had; the message says what to do.
 *
 * @example
 * ```ts
 * await using embedder = await openEmbedder(settings, build, { mayFetch: false }, services);
 * ```
 */
export async function openEmbedder(
  settings: Settings,
  build: BuildFacts,
  { mayFetch, onProgress, onNotice, signal }: OpenEmbedderOptions,
  { networkFetch, keyFiles }: EmbedderServices,
): Promise<Embedder | undefined> {
  requireRuntime(settings, build);
  const modelEnvironment = settings.embedder.kind === "openai"
    ? await withKeyFile("openai", settings, keyFiles)
    : settings.modelEnvironment;
  return await createEmbedder(embedderSettings({ ...settings, modelEnvironment }, build), {
    fetch: async (input, init) => await (await networkFetch())(input, init),
    clock: systemClock,
    cores: navigator.hardwareConcurrency,
    ...(build.variant === "source" && { pack: npmPack }),
    mayFetch,
    ...(onProgress && { onProgress }),
    onFallback: (backend, reason) => onNotice?.(WORDING[settings.language].fallback(backend, reason)),
    ...(signal && { signal }),
  });
}

/**
 * What the settings and the program's make say about the embedder.
 *
 * @param settings The settings.
 * @param build The program's make.
 *
 * @example
 * ```ts
 * createEmbedder(embedderSettings(settings, build), services);
 * ```
 */
export function embedderSettings(settings: Settings, build: BuildFacts): EmbedderSettings {
  return {
    choice: settings.embedder,
    cacheFolder: settings.cacheFolder,
    modelFolder: settings.modelFolder,
    modelUrl: settings.modelUrl,
    embeddedModel: build.model,
    embedded: build.runtime,
    copyTargets: copyTargets(settings),
    openaiApiKey: settings.modelEnvironment.OPENAI_API_KEY,
    openaiBaseUrl: settings.modelEnvironment.OPENAI_BASE_URL,
  };
}

/**
 * Where a compiled program copies its own files to: the cache, and where that cannot be written, the temporary folder.
 *
 * @param settings The settings.
 *
 * @example
 * ```ts
 * await copyOut([index], copyTargets(settings));
 * ```
 */
export function copyTargets({ cacheFolder }: Pick<Settings, "cacheFolder">): readonly CopyTarget[] {
  return [copiesFolder(cacheFolder), () => ownTempFolder("handrail")];
}

/**
 * Where below the cache the copies are.
 *
 * @param cacheFolder The cache of all programs, or the one that the user chose.
 *
 * @example
 * ```ts
 * copiesFolder("/home/me/.cache"); // "/home/me/.cache/handrail/copies"
 * ```
 */
export function copiesFolder(cacheFolder: string): string {
  return join(cacheFolder, "handrail", "copies");
}

/** `handrail-lite` has nothing to compute with, whatever is in the cache. */
function requireRuntime({ embedder }: Settings, { variant }: BuildFacts): void {
  if (variant !== "lite" || embedder.kind !== "local") return;
  throw new EmbedderUnavailableError(LITE);
}

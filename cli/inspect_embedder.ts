/**
 * Finds out what search by meaning goes by on this machine.
 *
 * @module
 */
import { wordsOf } from "../kb/bilingual_error.ts";
import { copyName } from "../kb/copy_out.ts";
import type { Backend } from "../kb/embedders/inference_session.ts";
import { findModelFiles, modelCacheFolder } from "../kb/embedders/model_files.ts";
import type { ModelWeights } from "../kb/embedders/session_messages.ts";
import { type SessionWay, workerWays } from "../kb/embedders/session_opener.ts";
import type { Language } from "../tools/types.ts";
import type { BuildFacts } from "./build_facts.ts";
import { copiesFolder, copyTargets } from "./open_embedder.ts";
import type { Settings } from "./settings/settings.ts";

/** What search by meaning goes by. */
export interface EmbedderState {
  /** What the settings ask for. */
  readonly choice: "local" | "openai" | "none";
  /** What computes vectors here, found by loading it; `undefined`: nothing on this machine. */
  readonly backend: Backend | undefined;
  /** Why nothing faster does, one line each. */
  readonly problems: readonly string[];
  /** Where the model's weights are; the program's own file if it brings them along. */
  readonly weights: string | undefined;
  /** The folder that the binary copies its own files into; `undefined` from source. */
  readonly copiesFolder: string | undefined;
  /** Copies of other versions in it, as paths: they may be deleted when no such version is in use. */
  readonly otherCopies: readonly string[];
}

/**
 * Tries it: loads the model in the fastest way that works and lets go of it again. Nothing is fetched; a binary copies
 * its runtime out, as a search would. Takes about half a second.
 *
 * @param settings The settings.
 * @param build The program's make.
 * @param waysTo The ways to load a model. @default {workerWays}
 *
 * @example
 * ```ts
 * const { backend, problems } = await inspectEmbedder(settings, build);
 * ```
 */
export async function inspectEmbedder(
  settings: Settings,
  build: BuildFacts,
  waysTo: (weights: ModelWeights) => readonly SessionWay[] = (weights) =>
    workerWays(weights, { embedded: build.runtime, copyTargets: copyTargets(settings) }),
): Promise<EmbedderState> {
  const folder = build.variant === "source" ? undefined : copiesFolder(settings.cacheFolder);
  const base = {
    choice: settings.embedder.kind,
    copiesFolder: folder,
    otherCopies: folder === undefined ? [] : await otherCopies(folder, build),
  };
  if (settings.embedder.kind !== "local" || build.variant === "lite") {
    return { ...base, backend: undefined, problems: [], weights: undefined };
  }
  try {
    const weights = await findWeights(settings, build);
    if (!weights) {
      return {
        ...base,
        backend: undefined,
        problems: [WORDING[settings.language].notFetched],
        weights: undefined,
      };
    }
    const path = typeof weights === "string" ? weights : weights.path;
    return { ...base, ...await tryWays(waysTo(weights), settings.language), weights: path };
  } catch (error) {
    return {
      ...base,
      backend: undefined,
      problems: [WORDING[settings.language].model(reasonOf(error, settings.language))],
      weights: undefined,
    };
  }
}

async function findWeights(
  { modelFolder, cacheFolder }: Settings,
  { model }: BuildFacts,
): Promise<ModelWeights | undefined> {
  if (model && modelFolder === undefined) return model.weights;
  return (await findModelFiles({ modelFolder, cacheFolder: modelCacheFolder(cacheFolder) }))?.weights;
}

async function tryWays(
  ways: readonly SessionWay[],
  language: Language,
): Promise<Pick<EmbedderState, "backend" | "problems">> {
  const problems: string[] = [];
  for (const { backend, open } of ways) {
    try {
      await (await open())[Symbol.asyncDispose]();
      return { backend, problems };
    } catch (error) {
      problems.push(`${backend}: ${reasonOf(error, language)}`);
    }
  }
  return { backend: undefined, problems };
}

async function otherCopies(folder: string, { index, runtime }: BuildFacts): Promise<string[]> {
  const own = [runtime?.native ?? [], index ? [index] : []].map(copyName);
  try {
    const names = (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name);
    return names.filter((name) => !own.includes(name)).sort().map((name) => `${folder}/${name}`);
  } catch {
    return [];
  }
}

function reasonOf(error: unknown, language: Language): string {
  return wordsOf(error)[language].split("\n")[0] ?? "";
}

const WORDING = {
  en: { notFetched: "model: not fetched yet", model: (reason: string) => `model: ${reason}` },
  zh: { notFetched: "模型：还没有取得", model: (reason: string) => `模型：${reason}` },
} as const;

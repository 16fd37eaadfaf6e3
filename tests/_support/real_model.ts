/**
 * The real embedding model, where it is at hand.
 *
 * @module
 */
import { join } from "node:path";
import { findModelFiles, modelCacheFolder, type ModelPaths } from "../../kb/embedders/model_files.ts";

/** Where the model's files are on this machine: `HANDRAIL_MODEL_DIR` or the cache. `undefined` when nowhere. */
export async function realModelPaths(): Promise<ModelPaths | undefined> {
  const environment = (name: string) => Deno.env.get(name)?.trim() || undefined;
  const cache = environment("HANDRAIL_CACHE") ?? environment("XDG_CACHE_HOME") ??
    join(environment("HOME") ?? ".", ".cache");
  const modelFolder = environment("HANDRAIL_MODEL_DIR");
  return await findModelFiles({ modelFolder, cacheFolder: modelCacheFolder(cache) });
}

/**
 * Why a test on the real model cannot run here.
 *
 * @param paths What {@linkcode realModelPaths} found.
 * @param needsNative Whether the native runtime is needed.
 * @returns `undefined` when it can.
 */
export async function missingModel(
  paths: ModelPaths | undefined,
  needsNative: boolean,
): Promise<string | undefined> {
  if (!paths) return "no model weights";
  if (!needsNative) return undefined;
  const { state } = await Deno.permissions.query({ name: "ffi" });
  const env = await Deno.permissions.query({ name: "env", variable: "ORT_DISABLE_TELEMETRY" });
  if (env.state !== "granted") return "no --allow-env=ORT_DISABLE_TELEMETRY";
  return state === "granted" ? undefined : "no --allow-ffi";
}

/**
 * The local embedder for benchmarks, if its model is at hand.
 *
 * @module
 */
import { join } from "node:path";
import { createEmbedder } from "../kb/embedders/create_embedder.ts";
import type { Embedder } from "../kb/embedder.ts";
import { systemClock } from "../shells/clock.ts";

/** The embedder; undefined, and a line that says why, where the model's files are not at hand. */
export async function findLocalEmbedder(): Promise<Embedder | undefined> {
  const home = Deno.env.get("HOME") ?? ".";
  const cacheFolder = Deno.env.get("HANDRAIL_CACHE") ?? Deno.env.get("XDG_CACHE_HOME") ??
    join(home, ".cache");
  try {
    return await createEmbedder(
      { choice: { kind: "local" }, cacheFolder, modelFolder: Deno.env.get("HANDRAIL_MODEL_DIR") },
      { fetch, clock: systemClock, cores: navigator.hardwareConcurrency, mayFetch: false },
    );
  } catch (error) {
    // deno-lint-ignore no-console -- a benchmark prints
    console.log(`skipped: ${(error as Error).message}`);
    return undefined;
  }
}

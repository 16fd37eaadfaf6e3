/**
 * Fetches the small model from an address into a folder, says so on standard output, and ends.
 *
 * @module
 */
import { fetchModelFiles } from "../../kb/embedders/fetch_model_files.ts";
import { systemClock } from "../../shells/clock.ts";
import { SMALL_MODEL } from "./small_model.ts";

const [url = "", cacheFolder = ""] = Deno.args;
const paths = await fetchModelFiles({ url, cacheFolder, model: SMALL_MODEL, fetch, clock: systemClock });
await Deno.stdout.write(new TextEncoder().encode(JSON.stringify(paths)));

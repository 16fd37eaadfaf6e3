/**
 * The embedding model that a recording was made with.
 *
 * @module
 */
import type { Recording } from "../../agent/recording/recording.ts";
import { BilingualError } from "../../kb/bilingual_error.ts";
import type { Embedder } from "../../kb/embedder.ts";
import type { Program } from "../program.ts";

/**
 * Opens it, out of the cache.
 *
 * @param program The program.
 * @param search What the recording's searches went by.
 * @returns `undefined` when they went by words.
 * @throws {Error} When they went by meaning and no model is at hand: whoever replays must know why scores differ.
 *
 * @example
 * ```ts
 * const embedder = await recordedEmbedder(program, recording.search);
 * ```
 */
export async function recordedEmbedder(
  program: Pick<Program, "openEmbedder">,
  search: Recording["search"],
): Promise<Embedder | undefined> {
  if (search === "words") return undefined;
  const embedder = await program.openEmbedder({ mayFetch: false });
  if (embedder) return embedder;
  throw new BilingualError({
    en: "The recording searched by meaning, and HANDRAIL_EMBEDDER is none: its results will differ",
    zh: "录制时按语义检索，而 HANDRAIL_EMBEDDER 是 none：结果会不同",
  });
}

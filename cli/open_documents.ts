/**
 * Opens the documents, and says when they can be searched by words only.
 *
 * @module
 */
import { wordsOf } from "../kb/bilingual_error.ts";
import type { OpenKnowledge, Program } from "./program.ts";
import { tellAside } from "./tell_aside.ts";
import { wordingOf } from "./wording.ts";

/**
 * Opens whatever answers: the user's index, or what the program brings along.
 *
 * @param program The program.
 * @param hasIndex Is there an index of the user's?
 * @param embedder Gives what search by meaning works with.
 * @throws {Error} If the index cannot be opened.
 *
 * @example
 * ```ts
 * const { knowledge } = await openDocuments(program, true, () => program.openEmbedder({ mayFetch: false }));
 * ```
 */
export async function openDocuments(
  program: Program,
  hasIndex: boolean,
  embedder: () => ReturnType<Program["openEmbedder"]>,
): Promise<OpenKnowledge> {
  const { openKnowledge } = await import("./open_knowledge.ts");
  const { language } = program.settings;
  return await openKnowledge({
    settings: program.settings,
    hasIndex,
    build: program.build,
    embedder,
    onLexicalOnly: (_why, error) => {
      const { wordsOnly, modelNotFetched } = wordingOf(language);
      // By its name: its class would have to be loaded for every start.
      const isMissing = error instanceof Error && error.name === "ModelNotFetchedError";
      tellAside(program.errors, wordsOnly(isMissing ? modelNotFetched : wordsOf(error)[language]));
    },
  });
}

/**
 * Whose documents a search goes to.
 *
 * @module
 */
import type { OwnDocuments } from "../tools/kb_query.ts";
import type { Program } from "./program.ts";

/**
 * What the model is told of the documents: an index of the user's, or one that the program was built around, is about
 * something else than the samples.
 *
 * @param program The program.
 * @returns `undefined` while the samples answer.
 *
 * @example
 * ```ts
 * ownDocumentsOf(program)?.about; // "gardening"
 * ```
 */
export function ownDocumentsOf(
  { settings, build, hasIndex }: Pick<Program, "settings" | "build" | "hasIndex">,
): OwnDocuments | undefined {
  if (hasIndex()) return { about: settings.knowledgeAbout };
  return build.ownIndex ? { about: settings.knowledgeAbout ?? build.documentsAbout } : undefined;
}

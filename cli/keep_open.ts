/**
 * Opens something once, when it is needed.
 *
 * @module
 */

/**
 * Keeps what was opened for whoever asks next. What could not be opened is tried again: an index that another process was
 * still making is there by the next question.
 *
 * @param open Opens it.
 * @returns Gives what is open; opens it first, where nothing is.
 *
 * @example
 * ```ts
 * const openKnowledge = keepOpen(() => openDocuments(program, true, embedder));
 * ```
 */
export function keepOpen<Opened>(open: () => Promise<Opened>): () => Promise<Opened> {
  let opened: Promise<Opened> | undefined;
  return () =>
    opened ??= open().catch((error) => {
      opened = undefined;
      throw error;
    });
}

import { BilingualError } from "../bilingual_error.ts";

/**
 * Thrown when this machine cannot embed as things stand: files, a runtime or a permission are missing. Searching by
 * words goes on working, so a caller may go on without, and says so.
 *
 * @example
 * ```ts
 * if (error instanceof EmbedderUnavailableError) notice(`Search by words alone: ${error.message}`);
 * ```
 */
export class EmbedderUnavailableError extends BilingualError {
  override readonly name: string = "EmbedderUnavailableError";
}

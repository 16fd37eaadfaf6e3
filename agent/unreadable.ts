/**
 * Files of the state folder that cannot be read.
 *
 * @module
 */

/**
 * Says that there is no such file, and can be none: a file may stand where its folder should be.
 *
 * @param error What reading it has thrown.
 *
 * @example
 * ```ts
 * if (isMissing(error)) return undefined;
 * ```
 */
export function isMissing(error: unknown): boolean {
  return error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory;
}

/**
 * The error to throw for one that is there: it names the file, which the runtime does not always do, and the way out.
 * A program that once ran as another user, as by `sudo`, leaves such files.
 *
 * @param path The file or folder.
 * @param cause What reading it has thrown.
 *
 * @example
 * ```ts
 * throw unreadable("/home/me/.local/state/handrail/sessions", error);
 * ```
 */
export function unreadable(path: string, cause: unknown): Error {
  const message = cause instanceof Error ? cause.message : String(cause);
  const reason = message.replace(/: [a-z]+ '.*'$/is, "");
  return new Error(
    `Cannot read ${path}: ${reason}. Make it readable, or set HANDRAIL_STATE to a folder of your own`,
    { cause },
  );
}

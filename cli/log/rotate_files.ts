/**
 * Numbers the files of a log: the newest has no number, `.1` is the one before it.
 *
 * @module
 */

/** Settings of {@linkcode rotateFiles}. */
export interface RotateOptions {
  /** The newest file. */
  readonly path: string;
  /** How many files there may be, the newest included. */
  readonly files: number;
  /** A file whose last line is older goes, in milliseconds. */
  readonly maxAgeMs: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Moves every file one number up and drops what is too many or too old. Whoever calls it holds the log's lock.
 *
 * @param options See {@linkcode RotateOptions}.
 * @throws The system's error when a file cannot be moved.
 *
 * @example
 * ```ts
 * rotateFiles({ path: "/state/logs/calls.jsonl", files: 5, maxAgeMs: 2_592_000_000, now: Date.now() });
 * ```
 */
export function rotateFiles(options: RotateOptions): void {
  const { path, files } = options;
  removeIfThere(`${path}.${files - 1}`);
  for (let number = files - 2; number >= 1; number--) {
    renameIfThere(`${path}.${number}`, `${path}.${number + 1}`);
  }
  renameIfThere(path, `${path}.1`);
  dropOldFiles(options);
}

/**
 * Drops the files that nobody has written to for too long, and those beyond the number of files.
 *
 * @param options See {@linkcode RotateOptions}.
 */
export function dropOldFiles({ path, files, maxAgeMs, now }: RotateOptions): void {
  for (let number = 1;; number++) {
    const modified = modifiedAt(`${path}.${number}`);
    if (modified === undefined) {
      if (number >= files) return;
    } else if (number >= files || now - modified > maxAgeMs) removeIfThere(`${path}.${number}`);
  }
}

function modifiedAt(path: string): number | undefined {
  return ifThere(() => Deno.statSync(path))?.mtime?.getTime();
}

function renameIfThere(from: string, to: string): void {
  ifThere(() => Deno.renameSync(from, to));
}

function removeIfThere(path: string): void {
  ifThere(() => Deno.removeSync(path));
}

function ifThere<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

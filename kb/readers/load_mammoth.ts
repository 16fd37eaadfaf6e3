import mammoth from "mammoth";
import promises from "mammoth/lib/promises.js";

/**
 * Gives the library that reads Word documents, mended for Deno.
 *
 * Version 1.13 gives the promises that it hands out a method `done` through `__proto__`, which Deno does not have, and
 * versions before it read the environment when they load. Nobody here needs the method: promises stay as they are.
 *
 * @returns The library.
 *
 * @example
 * ```ts
 * await loadMammoth().convertToHtml({ buffer });
 * ```
 */
export function loadMammoth(): typeof mammoth {
  Object.assign(promises, { toExternalPromise: (promise: Promise<unknown>) => promise });
  return mammoth;
}

/**
 * A folder for one test.
 *
 * @module
 */

/**
 * Makes a folder that is gone when the test ends.
 *
 * @example
 * ```ts
 * await using folder = await tempFolder();
 * ```
 */
export async function tempFolder(): Promise<{ readonly path: string } & AsyncDisposable> {
  const path = await Deno.makeTempDir({ prefix: "handrail-test-" });
  return { path, [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }) };
}

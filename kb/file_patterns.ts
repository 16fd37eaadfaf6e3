/** Says whether a file is wanted, by its path relative to a folder, with `/` between names. */
export type PathTest = (relativePath: string) => boolean;

/**
 * Reads the patterns of `--glob`: files must match one of those without `!`, if there are any, and none of those with.
 *
 * Patterns are those of `.gitignore`, but small and capital letters are alike: `*.md` matches at any depth, `/a/*.md`
 * only there, `drafts/` a whole folder.
 * The library that reads them is loaded only when there are any.
 *
 * @param patterns The patterns.
 * @returns The test.
 *
 * @example
 * ```ts
 * const wanted = await filePatterns(["*.md", "!drafts/"]);
 * wanted("a/b.md"); // true
 * ```
 */
export async function filePatterns(patterns: readonly string[]): Promise<PathTest> {
  if (patterns.length === 0) return () => true;
  const { default: ignore } = await import("ignore");
  const included = patterns.filter((pattern) => !pattern.startsWith("!"));
  const includes = ignore().add(included);
  const excludes = ignore().add(
    patterns.filter((pattern) => pattern.startsWith("!")).map((pattern) => pattern.slice(1)),
  );
  return (path) => (included.length === 0 || includes.ignores(path)) && !excludes.ignores(path);
}

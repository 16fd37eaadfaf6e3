/**
 * Fields that are expected to differ from run to run.
 *
 * @module
 */

/** Names of fields and numbers of list items, from the outside in. */
export type Path = readonly string[];

/**
 * Reads patterns of paths: dotted, or JSON pointers when they begin with `/`. A `*` stands for any part of one name.
 *
 * @param patterns For example `output.structured.*At`, `output.structured.events.*.time` or `/output/structured/ticketId`.
 * @returns Says whether a path is one of them.
 *
 * @example
 * ```ts
 * volatilePaths(["output.structured.*At"])(["output", "structured", "createdAt"]); // true
 * ```
 */
export function volatilePaths(patterns: readonly string[]): (path: Path) => boolean {
  const matchers = patterns.map((pattern) => segmentsOf(pattern).map(matcherOf));
  return (path) =>
    matchers.some((segments) =>
      segments.length === path.length && segments.every((matches, at) => matches(path[at] ?? ""))
    );
}

function segmentsOf(pattern: string): string[] {
  if (!pattern.startsWith("/")) return pattern.split(".");
  return pattern.slice(1).split("/").map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function matcherOf(segment: string): (name: string) => boolean {
  if (!segment.includes("*")) return (name) => name === segment;
  const [first = "", ...rest] = segment.split("*");
  const last = rest.pop() ?? "";
  return (name) => {
    if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) {
      return false;
    }
    let at = first.length;
    for (const part of rest) {
      const found = name.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    return at <= name.length - last.length;
  };
}

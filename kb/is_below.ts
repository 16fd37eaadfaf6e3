import { sep } from "node:path";

/**
 * Says whether a path is a root or lies below it. Look-alike neighbours (`/docs2` and `/docs`) do not (K26).
 *
 * @param path An absolute path.
 * @param root An absolute path.
 * @returns True at or below the root.
 *
 * @example
 * ```ts
 * isBelow("/docs2/a.md", "/docs"); // false
 * ```
 */
export function isBelow(path: string, root: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}

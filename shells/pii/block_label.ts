/**
 * Replaces values by the name of their kind.
 *
 * @module
 */
import type { Finding } from "./finding.ts";

/**
 * A replacement that tells nothing but the kind: `[EMAIL]`.
 *
 * @param finding What was found.
 *
 * @example
 * ```ts
 * blockLabel({ kind: "email", value: "a@b.cn", start: 0, end: 6 }); // "[EMAIL]"
 * ```
 */
export function blockLabel({ kind }: Pick<Finding, "kind">): string {
  return `[${kind.toUpperCase()}]`;
}

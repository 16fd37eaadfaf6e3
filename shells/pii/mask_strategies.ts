/**
 * What stands in the place of a finding when nobody needs it back.
 *
 * @module
 */
import type { Finding } from "./finding.ts";
import type { Replacement } from "./replace_findings.ts";

/** Ways to replace that cannot be undone. */
export type MaskStrategy = "mask" | "hash" | "block";

export function maskStrategy(strategy: MaskStrategy, key?: string): Replacement {
  void strategy, key;
  return ({ kind }: Finding) => `[${kind.toUpperCase()}]`;
}

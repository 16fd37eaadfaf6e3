/**
 * What the actions of `handrail kb` take.
 *
 * @module
 */
import { COMMON_FLAGS, type FlagName, type Flags } from "../flags.ts";
import { UsageError } from "../usage_error.ts";

/** What an action takes. */
interface KbUsage {
  readonly flags: readonly FlagName[];
  /** Does it take paths or a text? */
  readonly operands: boolean;
}

/** What can be done with an index. */
export type KbAction = "ingest" | "search" | "info" | "verify" | "remove" | "export";

const USAGE: Readonly<Record<KbAction, KbUsage>> = {
  ingest: { flags: ["json", "glob", "dry-run", "prune", "max-size"], operands: true },
  search: { flags: ["json", "limit", "under", "since", "until"], operands: true },
  info: { flags: ["json"], operands: false },
  verify: { flags: ["json"], operands: false },
  remove: { flags: ["json"], operands: true },
  // It writes JSON in any case.
  export: { flags: ["json", "under"], operands: false },
};

/**
 * Refuses what an action would pass over in silence: nobody may think that `kb remove --dry-run` removes nothing.
 *
 * @param action The action.
 * @param operands What follows it.
 * @param flags The flags of all actions.
 * @throws {UsageError} If the action does not take one of them.
 *
 * @example
 * ```ts
 * checkKbUsage("remove", ["docs"], flags); // throws where flags["dry-run"] is set
 * ```
 */
export function checkKbUsage(action: KbAction, operands: readonly string[], flags: Flags): void {
  const usage = USAGE[action];
  for (const [name, value] of Object.entries(flags)) {
    const given = Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false;
    if (given && ![...usage.flags, ...COMMON_FLAGS].some((known) => known === name)) {
      throw new UsageError({
        en: `Cannot use --${name} with kb ${action}: it has no such flag. See handrail kb --help`,
        zh: `kb ${action} 不能用 --${name}：它没有这个选项。见 handrail kb --help`,
      });
    }
  }
  const [extra] = operands;
  if (extra !== undefined && !usage.operands) {
    const given = JSON.stringify(extra);
    throw new UsageError({
      en: `Cannot use ${given} with kb ${action}: it takes no argument. See handrail kb --help`,
      zh: `kb ${action} 不能用 ${given}：它不接受参数。见 handrail kb --help`,
    });
  }
}

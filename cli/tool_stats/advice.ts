/**
 * What to look at first, and what shows it.
 *
 * @module
 */
import type { Evidence } from "./evidence.ts";
import type { ToolTally } from "./tool_tally.ts";
import type { TurnPatterns } from "./turn_patterns.ts";

/** What can be wrong with a tool, the worst first: advice comes in this order. */
export const ADVICE_KINDS = [
  "breaker",
  "failing",
  "misread",
  "argument",
  "unknown_name",
  "slow",
  "pair",
  "unused",
] as const;

/** One of {@linkcode ADVICE_KINDS}. */
export type AdviceKind = typeof ADVICE_KINDS[number];

/** Advice, with its evidence. */
export interface Advice extends Evidence {
  readonly kind: AdviceKind;
  readonly tool: string;
  /** The tool that was meant, or that is called with it. */
  readonly other?: string;
  /** The argument that is wrong. */
  readonly field?: string;
  /** What `count` is a part of: the tool's calls, or for `pair` its turns. */
  readonly of: number;
  /** Milliseconds; for `slow`. */
  readonly p95?: number;
  /** For `breaker`: was it open at the last call that asked? */
  readonly isOpen?: boolean;
}

/** From where on something is worth a word. Shares are of the tool's calls, for `pair` of its turns. */
export const THRESHOLDS = {
  breaker: { calls: 1 },
  failing: { calls: 3, share: 0.2 },
  misread: { calls: 3, share: 0.05 },
  argument: { calls: 3, share: 0.05 },
  unknown_name: { calls: 3 },
  slow: { calls: 20, p95Ms: 3_000 },
  pair: { turns: 5, share: 0.9 },
  unused: { calls: 100 },
} as const;

/** What advice is made from. */
export interface AdviceBasis {
  /** By name; those that were called. */
  readonly tallies: ReadonlyMap<string, ToolTally>;
  readonly patterns: TurnPatterns;
  /** Names that there are no tools of. */
  readonly unknown: readonly (readonly [string, Evidence])[];
  /** Every call, whatever it was of. */
  readonly allCalls: number;
  /** The tools that should be called now and then, each with the calls for which it could have been chosen. */
  readonly expected: ReadonlyMap<string, number>;
  /** Tools that wait for a person, who may take any time. */
  readonly waiting: ReadonlySet<string>;
}

/**
 * Looks for what is worth a word.
 *
 * @param basis See {@linkcode AdviceBasis}.
 * @returns In order of {@linkcode ADVICE_KINDS}, the more frequent first.
 *
 * @example
 * ```ts
 * findAdvice(basis)[0]?.kind; // "failing"
 * ```
 */
export function findAdvice(basis: AdviceBasis): Advice[] {
  const found = [
    ...[...basis.tallies].flatMap(([tool, tally]) => ofTool(tool, tally, basis.waiting.has(tool))),
    ...misreadings(basis),
    ...unknownNames(basis),
    ...pairs(basis),
    ...unused(basis),
  ];
  const rank = ({ kind }: Advice) => ADVICE_KINDS.indexOf(kind);
  return found.sort((one, other) =>
    rank(one) - rank(other) || other.count - one.count || (one.tool < other.tool ? -1 : 1)
  );
}

function ofTool(tool: string, tally: ToolTally, waits: boolean): Advice[] {
  const advice: Advice[] = [];
  const of = tally.calls;
  const refused = tally.signs.get("breaker");
  const isOpen = tally.circuit === "open";
  if (refused.count >= THRESHOLDS.breaker.calls || isOpen) {
    advice.push({ kind: "breaker", tool, of, isOpen, ...refused });
  }
  const failed = tally.signs.get("failing");
  if (failed.count >= THRESHOLDS.failing.calls && failed.count / of >= THRESHOLDS.failing.share) {
    advice.push({ kind: "failing", tool, of, ...failed });
  }
  for (const [field, evidence] of tally.misfits.entries()) {
    const { calls, share } = THRESHOLDS.argument;
    if (evidence.count >= calls && evidence.count / of >= share) {
      advice.push({ kind: "argument", tool, field, of, ...evidence });
    }
  }
  const p95 = tally.latency.quantile(0.95) ?? 0;
  if (!waits && tally.executed >= THRESHOLDS.slow.calls && p95 >= THRESHOLDS.slow.p95Ms) {
    advice.push({ kind: "slow", tool, of: tally.executed, p95, ...tally.signs.get("slow") });
  }
  return advice;
}

function misreadings({ tallies, patterns }: AdviceBasis): Advice[] {
  const { calls, share } = THRESHOLDS.misread;
  return patterns.misreadings().flatMap(({ one: tool, other, ...evidence }): Advice[] => {
    const of = tallies.get(tool)?.calls ?? evidence.count;
    return evidence.count >= calls && evidence.count / of >= share
      ? [{ kind: "misread", tool, other, of, ...evidence }]
      : [];
  });
}

function unknownNames({ unknown, allCalls }: AdviceBasis): Advice[] {
  return unknown.filter(([, { count }]) => count >= THRESHOLDS.unknown_name.calls)
    .map(([tool, evidence]) => ({ kind: "unknown_name", tool, of: allCalls, ...evidence }));
}

function pairs({ patterns }: AdviceBasis): Advice[] {
  const { turns, share } = THRESHOLDS.pair;
  return patterns.pairs().flatMap(({ one: tool, other, ...evidence }): Advice[] => {
    const of = Math.max(patterns.turnsWith(tool), patterns.turnsWith(other));
    return evidence.count >= turns && evidence.count / of >= share
      ? [{ kind: "pair", tool, other, of, ...evidence }]
      : [];
  });
}

function unused({ tallies, expected }: AdviceBasis): Advice[] {
  return [...expected].filter(([tool, of]) => !tallies.has(tool) && of >= THRESHOLDS.unused.calls)
    .map(([tool, of]) => ({ kind: "unused", tool, count: 0, of, calls: [] }));
}

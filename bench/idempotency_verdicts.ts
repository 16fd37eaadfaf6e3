/**
 * Says which figures meet their targets.
 *
 * @module
 */
import type { Medians } from "./idempotency_sampling.ts";

/** What a case must not cost more than. */
export type Target =
  /** Microseconds beyond those of another case. */
  | { readonly name: string; readonly over: string; readonly atMostMicroseconds: number }
  /** A multiple of another case. */
  | { readonly name: string; readonly of: string; readonly atMostTimes: number }
  /** Another case, which must be slower. */
  | { readonly name: string; readonly aheadOf: string };

/** One group of cases as lines of text: each case's median, then each target with `met` or `MISSED`. */
export function describeMedians(title: string, medians: Medians, targets: readonly Target[]): string {
  const width = Math.max(...[...medians.keys()].map(({ length }) => length));
  return [
    title,
    ...[...medians].map(([name, time]) => `  ${name.padEnd(width)}  ${time.toFixed(2).padStart(9)} µs`),
    ...targets.map((target) => `  ${judge(target, medians)}`),
  ].join("\n");
}

function judge(target: Target, medians: Medians): string {
  const time = (name: string) => medians.get(name) ?? NaN;
  const verdict = (met: boolean) => met ? "met" : "MISSED";
  if ("over" in target) {
    const extra = time(target.name) - time(target.over);
    const limit = target.atMostMicroseconds;
    return `${verdict(extra <= limit)}: ${target.name} costs ${
      extra.toFixed(2)
    } µs over ${target.over} (at most ${limit})`;
  }
  if ("of" in target) {
    const times = time(target.name) / time(target.of);
    const limit = target.atMostTimes;
    return `${verdict(times <= limit)}: ${target.name} takes ${
      times.toFixed(2)
    } × ${target.of} (at most ${limit})`;
  }
  if (!medians.has(target.aheadOf)) return `not compared: ${target.aheadOf} cannot be had`;
  const times = time(target.aheadOf) / time(target.name);
  return `${verdict(times > 1)}: ${target.aheadOf} takes ${times.toFixed(2)} × ${target.name} (more than 1)`;
}

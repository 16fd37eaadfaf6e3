/**
 * Times a search.
 *
 * @module
 */
import { quantile } from "./eval_folder.ts";

/**
 * Runs every query once.
 *
 * @param run Searches.
 * @param queries The queries.
 * @returns Median and 95th percentile, in words.
 */
export function timesOf(run: (query: string, at: number) => unknown, queries: readonly string[]): string {
  const times = queries.map((query, at) => {
    const start = performance.now();
    run(query, at);
    return performance.now() - start;
  });
  return `p50 ${quantile(times, 0.5).toFixed(1).padStart(6)} ms  p95 ${
    quantile(times, 0.95).toFixed(1).padStart(6)
  } ms`;
}

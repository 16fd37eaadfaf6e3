/** A piece of a text, from `start` to before `end`. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * Do two pieces share a character?
 *
 * @param a One piece.
 * @param b Another.
 * @returns `true` when they overlap.
 *
 * @example
 * ```ts
 * spansOverlap({ start: 0, end: 2 }, { start: 1, end: 3 }); // true
 * ```
 */
export function spansOverlap(a: TextSpan, b: TextSpan): boolean {
  return a.start < b.end && b.start < a.end;
}

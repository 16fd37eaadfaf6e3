/**
 * Pairs rows with columns so that the total likeness is large: greedy on the best remaining pair, where equal
 * likeness prefers the order in which both came.
 *
 * @param likeness `likeness[row][column]`; pairs that must not be are `-Infinity`.
 * @returns The column of every row, or `undefined` where none was left.
 *
 * @example
 * ```ts
 * assignPairs([[0, 0], [0, 0]]); // [0, 1]
 * ```
 */
export function assignPairs(likeness: readonly (readonly number[])[]): (number | undefined)[] {
  const pairs = likeness.flatMap((row, i) => row.map((score, j) => ({ i, j, score })));
  const best = pairs.filter(({ score }) => score > -Infinity)
    .sort((a, b) => b.score - a.score || a.i + a.j - b.i - b.j || a.i - b.i);
  const columns: (number | undefined)[] = likeness.map(() => undefined);
  const taken = new Set<number>();
  for (const { i, j } of best) {
    if (columns[i] !== undefined || taken.has(j)) continue;
    columns[i] = j;
    taken.add(j);
  }
  return columns;
}

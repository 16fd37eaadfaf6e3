/** Added for every neighbouring pair of rows whose columns come in the same order. */
const ORDER_BONUS = 0.25;
/** Added for every pair: a value that little speaks for is better than none. */
const PAIR_BONUS = 0.5;
/** More combinations than this are not tried out. */
const MOST_TRIED = 60_000;

/**
 * Pairs rows with columns so that the total likeness is large; all else equal, both come in the same order.
 * Small tables are solved exactly, larger ones greedily on the best remaining pair.
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
  const columns = likeness[0]?.length ?? 0;
  const combinations = likeness.reduce((product, _, row) => product * Math.max(1, columns + 1 - row), 1);
  return combinations <= MOST_TRIED ? exact(likeness) : greedy(likeness);
}

function exact(likeness: readonly (readonly number[])[]): (number | undefined)[] {
  let best: { total: number; columns: (number | undefined)[] } = {
    total: -Infinity,
    columns: likeness.map(() => undefined),
  };
  const columns: (number | undefined)[] = [];
  const taken = new Set<number>();
  const visit = (row: number, total: number) => {
    const scores = likeness[row];
    if (scores === undefined) {
      if (total > best.total + 1e-9) best = { total, columns: [...columns] };
      return;
    }
    const before = columns.findLast((column) => column !== undefined) ?? -1;
    scores.forEach((score, column) => {
      if (score === -Infinity || taken.has(column)) return;
      taken.add(column);
      columns.push(column);
      visit(row + 1, total + PAIR_BONUS + score + (column > before ? ORDER_BONUS : 0));
      columns.pop();
      taken.delete(column);
    });
    columns.push(undefined);
    visit(row + 1, total);
    columns.pop();
  };
  visit(0, 0);
  return best.columns;
}

function greedy(likeness: readonly (readonly number[])[]): (number | undefined)[] {
  const pairs = likeness.flatMap((row, i) => row.map((score, j) => ({ i, j, score })));
  const ordered = pairs.filter(({ score }) => score > -Infinity)
    .sort((a, b) => b.score - a.score || a.i + a.j - b.i - b.j || a.i - b.i);
  const columns: (number | undefined)[] = likeness.map(() => undefined);
  const taken = new Set<number>();
  for (const { i, j } of ordered) {
    if (columns[i] !== undefined || taken.has(j)) continue;
    columns[i] = j;
    taken.add(j);
  }
  return columns;
}

/** What {@linkcode topByHamming} looks through. */
export interface CodeBlock {
  /** The codes of all vectors, end to end. */
  readonly codes: Uint32Array;
  /** How many there are. */
  readonly count: number;
}

/**
 * Finds the codes that differ from a query's in the fewest bits.
 *
 * A whole block is scanned: at 100,000 codes of 512 bits that takes a few milliseconds, and no graph has to be built
 * or kept in step. Distances are small whole numbers, so the nearest are picked by counting, without sorting.
 *
 * @param block The codes to look through.
 * @param query A code of the same length.
 * @param limit The greatest number of results.
 * @returns Places of codes in the block, nearest first; equally near ones in their order.
 *
 * @example
 * ```ts
 * topByHamming({ codes: Uint32Array.of(0b111, 0b001, 0b000), count: 3 }, Uint32Array.of(0b001), 2); // [1, 2]
 * ```
 */
export function topByHamming(block: CodeBlock, query: Uint32Array, limit: number): number[] {
  const { count } = block;
  if (limit <= 0 || count === 0) return [];
  const distances = distancesTo(block, query);
  const bits = query.length * 32;
  const counts = new Uint32Array(bits + 2);
  const raise = (distance: number, by: number) => counts[distance] = (counts[distance] ?? 0) + by;
  for (const distance of distances) raise(distance + 1, 1);
  // Now the place in the result at which each distance begins.
  for (let distance = 1; distance < counts.length; distance++) raise(distance, counts[distance - 1] ?? 0);
  const wanted = Math.min(limit, count);
  const places = new Array<number>(wanted);
  for (let at = 0; at < count; at++) {
    const distance = distances[at] ?? 0;
    const place = raise(distance, 1) - 1;
    if (place < wanted) places[place] = at;
  }
  return places;
}

function distancesTo({ codes, count }: CodeBlock, query: Uint32Array): Uint16Array {
  const distances = new Uint16Array(count);
  const words = query.length;
  for (let at = 0, from = 0; at < count; at++, from += words) {
    let distance = 0;
    for (let word = 0; word < words; word++) {
      distance += countBits((codes[from + word] ?? 0) ^ (query[word] ?? 0));
    }
    distances[at] = distance;
  }
  return distances;
}

/** Set bits of a 32-bit number, by adding neighbours side by side (Hacker's Delight, figure 5-2). */
function countBits(word: number): number {
  word -= (word >>> 1) & 0x55555555;
  word = (word & 0x33333333) + ((word >>> 2) & 0x33333333);
  return Math.imul((word + (word >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

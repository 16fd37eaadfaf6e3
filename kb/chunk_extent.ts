/** Chunks whose postings share a row. Offsets in a block then fit a byte. */
export const BLOCK_SIZE = 256;

/** A chunk's length in terms, and its place in its neighbourhood. */
export interface Extent {
  /** 0 for a number that no chunk has. */
  readonly length: number;
  /** How many chunks of the neighbourhood stand before it. */
  readonly place: number;
}

/** Bytes that a chunk's extent takes: its length in two, little-endian, and its place. */
export const EXTENT_BYTES = 3;

/** Chunks of a document that are judged together as well: a few pages. At most 256, so that a place fits a byte. */
export const NEIGHBOURHOOD_SIZE = 16;

/**
 * Reads a chunk's extent.
 *
 * @param extents A block's extents; missing ones read as 0.
 * @param offset The chunk's offset in the block.
 * @returns Its length and place.
 *
 * @example
 * ```ts
 * extentAt(Uint8Array.of(4, 1, 2), 0); // { length: 260, place: 2 }
 * ```
 */
export function extentAt(extents: Uint8Array, offset: number): Extent {
  const at = EXTENT_BYTES * offset;
  return { length: (extents[at] ?? 0) + 256 * (extents[at + 1] ?? 0), place: extents[at + 2] ?? 0 };
}

/**
 * What a stream is made of, without what it says.
 *
 * @module
 */

/** The paths and types of one chunk, in the order in which they stand on the wire. */
export type ChunkShape = readonly string[];

/**
 * The shapes of a stream; equal ones in a row count once, because how often a vendor cuts is up to its model.
 *
 * @param chunks Parsed chunks.
 *
 * @example
 * ```ts
 * streamShape([{ choices: [{ index: 0 }] }]); // [["choices[].index:number"]]
 * ```
 */
export function streamShape(chunks: readonly unknown[]): ChunkShape[] {
  const shapes = chunks.map((chunk) => shapeOf(chunk, ""));
  return shapes.filter((shape, at) => at === 0 || shape.join() !== shapes[at - 1]?.join());
}

function shapeOf(value: unknown, path: string): string[] {
  if (value === null) return [`${path}:null`];
  if (Array.isArray(value)) {
    return value.length === 0 ? [`${path}:[]`] : value.flatMap((item) => shapeOf(item, `${path}[]`));
  }
  if (typeof value !== "object") return [`${path}:${typeof value}`];
  const entries = Object.entries(value);
  if (entries.length === 0) return [`${path}:{}`];
  return entries.flatMap(([key, item]) => shapeOf(item, path === "" ? key : `${path}.${key}`));
}

/**
 * Scales a vector to length 1, so that a dot product is a cosine.
 *
 * @param vector Any numbers; changed in place.
 * @returns The same vector. One without a direction (all zeros, or not finite) becomes all zeros.
 *
 * @example
 * ```ts
 * normalise(Float32Array.of(3, 4)); // 0.6, 0.8
 * ```
 */
export function normalise(vector: Float32Array): Float32Array {
  let square = 0;
  for (const value of vector) square += value * value;
  const length = Math.sqrt(square);
  if (!(length > 0 && length < Infinity)) return vector.fill(0);
  for (let at = 0; at < vector.length; at++) vector[at] = (vector[at] ?? 0) / length;
  return vector;
}

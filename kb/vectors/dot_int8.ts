/**
 * The dot product of a query with one of many quantized vectors that lie end to end.
 *
 * @param query The query's numbers, as they are.
 * @param values The bytes of all vectors, each as long as the query.
 * @param index Which vector, from 0.
 * @returns The dot product in units of that vector's scale: multiply by it for a cosine.
 *
 * @example
 * ```ts
 * dotInt8(Float32Array.of(1, 2), Int8Array.of(3, 4, 5, 6), 1); // 17
 * ```
 */
export function dotInt8(query: Float32Array, values: Int8Array, index: number): number {
  const length = query.length;
  const from = index * length;
  const whole = length - length % 4;
  // Four sums at a time: one would make every addition wait for the one before it.
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let at = 0; at < whole; at += 4) {
    const place = from + at;
    a += (query[at] ?? 0) * (values[place] ?? 0);
    b += (query[at + 1] ?? 0) * (values[place + 1] ?? 0);
    c += (query[at + 2] ?? 0) * (values[place + 2] ?? 0);
    d += (query[at + 3] ?? 0) * (values[place + 3] ?? 0);
  }
  for (let at = whole; at < length; at++) a += (query[at] ?? 0) * (values[from + at] ?? 0);
  return a + b + c + d;
}

/**
 * Keeps only the signs of a vector: one bit per dimension, set where the number is above zero. Vectors that point
 * the same way share most of their bits, which is enough to choose the candidates of a search.
 *
 * @param vector Any numbers.
 * @returns 32 dimensions a word, the first one in the lowest bit; bits beyond the last dimension are 0.
 *
 * @example
 * ```ts
 * binaryCode(Float32Array.of(0.2, -0.1, 0.4)); // 0b101
 * ```
 */
export function binaryCode(vector: Float32Array): Uint32Array {
  const code = new Uint32Array(codeWords(vector.length));
  for (let at = 0; at < vector.length; at++) {
    const word = at >>> 5;
    if ((vector[at] ?? 0) > 0) code[word] = (code[word] ?? 0) | (1 << (at & 31));
  }
  return code;
}

/**
 * How many words the code of a vector takes.
 *
 * @param dimensions Numbers in the vector.
 *
 * @example
 * ```ts
 * codeWords(512); // 16
 * ```
 */
export function codeWords(dimensions: number): number {
  return Math.ceil(dimensions / 32);
}

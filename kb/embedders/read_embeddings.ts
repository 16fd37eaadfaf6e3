import { normalise } from "../vectors/normalise.ts";

/**
 * Reads the answer of an `/embeddings` endpoint.
 *
 * @param text The answer's body.
 * @param count How many texts were sent.
 * @returns One vector of length 1 per text, in the order of the texts.
 * @throws {TypeError} when it is no such answer; its message is the bare reason and repeats nothing of the body.
 *
 * @example
 * ```ts
 * readEmbeddings('{"data":[{"index":0,"embedding":[3,4]}]}', 1); // [Float32Array [0.6, 0.8]]
 * ```
 */
export function readEmbeddings(text: string, count: number): Float32Array[] {
  const data = rowsOf(text);
  if (data.length !== count) throw new TypeError(`it answers ${data.length} vectors for ${count} texts`);
  const vectors: (Float32Array | undefined)[] = new Array(count).fill(undefined);
  data.forEach((row, at) => {
    // Most servers answer in order and say so; one that leaves the number out is taken at its order.
    const index = row["index"] ?? at;
    if (
      typeof index !== "number" || !Number.isInteger(index) || index < 0 || index >= count || vectors[index]
    ) {
      throw new TypeError("its vectors are not numbered as the texts were sent");
    }
    vectors[index] = asVector(row["embedding"]);
  });
  const whole = vectors.filter((vector) => vector !== undefined);
  if (new Set(whole.map(({ length }) => length)).size > 1) {
    throw new TypeError("its vectors differ in length");
  }
  return whole;
}

function rowsOf(text: string): Record<string, unknown>[] {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new TypeError("it answers no JSON");
  }
  const data = isObject(answer) ? answer["data"] : undefined;
  if (Array.isArray(data) && data.every(isObject)) return data;
  throw new TypeError('its answer has no list called "data"');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function asVector(value: unknown): Float32Array {
  const isList = Array.isArray(value) && value.length > 0 && value.every(Number.isFinite);
  if (isList) return normalise(Float32Array.from(value));
  throw new TypeError("one of its vectors is no list of numbers");
}

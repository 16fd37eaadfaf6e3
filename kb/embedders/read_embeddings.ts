import { bilingual } from "../bilingual_error.ts";
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
  if (data.length !== count) {
    throw bilingual(TypeError, {
      en: `it answers ${data.length} vectors for ${count} texts`,
      zh: `给了 ${count} 段文字，却返回 ${data.length} 个向量`,
    });
  }
  const vectors: (Float32Array | undefined)[] = new Array(count).fill(undefined);
  data.forEach((row, at) => {
    // Most servers answer in order and say so; one that leaves the number out is taken at its order.
    const index = row["index"] ?? at;
    if (
      typeof index !== "number" || !Number.isInteger(index) || index < 0 || index >= count || vectors[index]
    ) {
      throw bilingual(TypeError, {
        en: "its vectors are not numbered as the texts were sent",
        zh: "返回的向量编号与发送的文字对不上",
      });
    }
    vectors[index] = asVector(row["embedding"]);
  });
  const whole = vectors.filter((vector) => vector !== undefined);
  if (new Set(whole.map(({ length }) => length)).size > 1) {
    throw bilingual(TypeError, { en: "its vectors differ in length", zh: "返回的向量长度不一" });
  }
  return whole;
}

function rowsOf(text: string): Record<string, unknown>[] {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    throw bilingual(TypeError, { en: "it answers no JSON", zh: "返回的不是 JSON" });
  }
  const data = isObject(answer) ? answer["data"] : undefined;
  if (Array.isArray(data) && data.every(isObject)) return data;
  throw bilingual(TypeError, {
    en: 'its answer has no list called "data"',
    zh: '返回的内容中没有 "data" 列表',
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function asVector(value: unknown): Float32Array {
  const isList = Array.isArray(value) && value.length > 0 && value.every(Number.isFinite);
  if (isList) return normalise(Float32Array.from(value));
  throw bilingual(TypeError, {
    en: "one of its vectors is no list of numbers",
    zh: "返回的向量中有一个不是数字列表",
  });
}

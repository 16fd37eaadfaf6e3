import { basename, extname } from "node:path";
import { BilingualError } from "../bilingual_error.ts";
import { decodeText } from "../decode_text.ts";
import { jsonBlocks, type JsonValue, parseJson } from "./json_blocks.ts";
import type { ReadContent } from "./reader.ts";

/**
 * Reads a JSON file.
 *
 * @param bytes Its content: UTF-8, UTF-16 or GB18030.
 * @param path Where it stands.
 * @returns One section.
 * @throws {Error} when it is no JSON.
 *
 * @example
 * ```ts
 * await readJson(new TextEncoder().encode('{"hotel":{"limit":500}}'), "policy.json");
 * ```
 */
export function readJson(bytes: Uint8Array, path: string): Promise<ReadContent> {
  const text = decodeText(bytes, path);
  let value: JsonValue;
  try {
    value = parseJson(text);
  } catch (error) {
    const reason = error instanceof RangeError
      ? { en: "it is nested too deep", zh: "嵌套过深" }
      : { en: "it is no JSON", zh: "不是有效的 JSON" };
    throw new BilingualError({
      en:
        `Cannot read document: ${path}: ${reason.en}. Mend it, or name it .jsonl when each line is a value of its own`,
      zh: `无法读取文档：${path}：${reason.zh}。请修正；如果每行是一个值，请改名为 .jsonl`,
    }, { cause: error });
  }
  const sections = [{ path: [], blocks: jsonBlocks(value) }];
  return Promise.resolve({ text: "", sections: { title: basename(path, extname(path)), sections } });
}

/**
 * Reads a file of JSON lines. A line that is no JSON is counted and left out.
 *
 * @param bytes Its content: UTF-8, UTF-16 or GB18030.
 * @param path Where it stands.
 * @returns One section; a notice says how many lines were left out.
 * @throws {Error} when no line is JSON.
 *
 * @example
 * ```ts
 * await readJsonLines(new TextEncoder().encode('{"q":"a"}\noops'), "faq.jsonl"); // { …, notice: "1 of 2 lines …" }
 * ```
 */
export function readJsonLines(bytes: Uint8Array, path: string): Promise<ReadContent> {
  const values: JsonValue[] = [];
  const bad: number[] = [];
  for (const [at, line] of decodeText(bytes, path).split("\n").entries()) {
    if (line.trim() === "") continue;
    try {
      values.push(parseJson(line));
    } catch {
      bad.push(at + 1);
    }
  }
  const total = values.length + bad.length;
  if (values.length === 0 && total > 0) {
    throw new BilingualError({
      en: `Cannot read document: ${path}: none of its ${total} lines is JSON. Mend it and ingest again`,
      zh: `无法读取文档：${path}：${total} 行都不是 JSON。请修正后重新入库`,
    });
  }
  const sections = [{ path: [], blocks: jsonBlocks(values) }];
  return Promise.resolve({
    text: "",
    sections: { title: basename(path, extname(path)), sections },
    ...(bad.length === 0 ? {} : {
      notice: {
        en: `${bad.length} of ${total} lines are no JSON and were left out, the first is line ${bad[0]}`,
        zh: `共 ${total} 行，其中 ${bad.length} 行不是 JSON，已略去；最先的是第 ${bad[0]} 行`,
      },
    }),
  });
}

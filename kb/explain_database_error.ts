import { type Bilingual, BilingualError } from "./bilingual_error.ts";
import { messageOf } from "./message_of.ts";

/**
 * Turns SQLite's complaint about a file into one that says what to do.
 *
 * @param error What SQLite threw, or anything else.
 * @param path The index file.
 * @returns An error to throw: a new one for a file that is no database, damage, a file that another process writes, a full
 * disk and a file that cannot be written, otherwise the one given.
 *
 * @example
 * ```ts
 * throw explainDatabaseError(new Error("database disk image is malformed"), "kb.sqlite");
 * ```
 */
export function explainDatabaseError(error: unknown, path: string): unknown {
  const explained = explain(messageOf(error), path);
  return explained === undefined ? error : new BilingualError(explained, { cause: error });
}

function explain(message: string, path: string): Bilingual | undefined {
  // A path may be mistyped: nobody should be told to delete a file that was never an index.
  if (/not a database/i.test(message)) {
    return {
      en: `Cannot read knowledge base: ${path} is no index. ` +
        "Name an index in HANDRAIL_KB, or make one at a new path with: handrail kb ingest PATH",
      zh: `无法读取知识库：${path} 不是索引文件。` +
        "请在 HANDRAIL_KB 中指定索引，或换个新路径用 handrail kb ingest 路径 建立",
    };
  }
  if (/malformed|disk I\/O/i.test(message)) {
    return {
      en: `Cannot read knowledge base: ${path} is damaged (${message}). ` +
        "Delete the file and make it again with: handrail kb ingest PATH",
      zh: `无法读取知识库：${path} 已损坏（${message}）。请删除该文件，再用 handrail kb ingest 路径 重建`,
    };
  }
  if (/database is locked/i.test(message)) {
    return {
      en: `Cannot use knowledge base: ${path} is being written by another process. ` +
        "Try again once that has ended",
      zh: `无法使用知识库：另一个进程正在写 ${path}。请等它结束后再试`,
    };
  }
  if (/disk is full/i.test(message)) {
    return {
      en: `Cannot write knowledge base: no space is left for ${path}. Free some and ingest again`,
      zh: `无法写入知识库：磁盘空间不足，${path} 写不下。请腾出空间后重新入库`,
    };
  }
  if (/readonly database|unable to open database file/i.test(message)) {
    return {
      en: `Cannot write knowledge base: ${path}: ${message}. ` +
        "Name a file in a folder that can be written to in HANDRAIL_KB",
      zh: `无法写入知识库：${path}：无法写入或打开（${message}）。请在 HANDRAIL_KB 中指定可写文件夹里的文件`,
    };
  }
  return undefined;
}

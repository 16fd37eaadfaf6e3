/**
 * What the commands of the knowledge base tell, in both languages.
 *
 * @module
 */
import type { IngestProgress } from "../kb/ingest_paths.ts";
import type { Language } from "../tools/types.ts";

const EN = {
  outcomes: {
    added: "added",
    changed: "changed",
    unchanged: "unchanged",
    removed: "removed",
    failed: "failed",
    skipped: "skipped",
  } as Readonly<Record<IngestProgress["outcome"], string>>,
  counts: (
    added: number,
    changed: number,
    removed: number,
    unchanged: number,
    skipped: number,
    failed: number,
  ) =>
    `${added} added, ${changed} changed, ${removed} removed, ${unchanged} unchanged, ` +
    `${skipped} skipped, ${failed} failed`,
  reason: (path: string, reason: string) => `  ${path}: ${reason}`,
  dryRun: "Nothing was written: this was a dry run",
  stopped: (files: number) => `Stopped: ${files} files are done. Run the same command again to go on`,
  lexicalOnly: (why: string) =>
    `These documents are found by their words only, until the next ingest. ${why}`,
  fetching: "fetching the embedding model",
  embedding: "embedding",
  stageDone: (stage: string) => `${stage}: done`,
  nothingFound: "Nothing relevant was found.",
  parts: (words: string, meaning: string) => ` (words ${words}, meaning ${meaning})`,
  sound: "The index is sound.",
  waiting: (chunks: number) => `${chunks} chunks wait for their vector: the next ingest goes on with them.`,
  removed: (path: string) => `removed ${path}`,
  notInIndex: (path: string) => `not in the index: ${path}`,
  bundled: "bundled samples",
  embedded: "built into this program",
  noModel: "none (lexical search)",
  facts: ["index      ", "documents  ", "chunks     ", "vectors    ", "model      "] as readonly string[],
};

/** Every sentence of these commands. */
export type KbWording = typeof EN;

const ZH: KbWording = {
  outcomes: {
    added: "新增",
    changed: "更新",
    unchanged: "未变",
    removed: "移除",
    failed: "失败",
    skipped: "跳过",
  },
  counts: (added, changed, removed, unchanged, skipped, failed) =>
    `新增 ${added}，更新 ${changed}，移除 ${removed}，未变 ${unchanged}，跳过 ${skipped}，失败 ${failed}`,
  reason: (path, reason) => `  ${path}：${reason}`,
  dryRun: "没有写入任何内容：这是试运行",
  stopped: (files) => `已停止：完成了 ${files} 个文件。再次运行同一命令即可继续`,
  lexicalOnly: (why) => `在下次入库之前，这些文档只能按词检索。${why}`,
  fetching: "获取语义模型",
  embedding: "向量化",
  stageDone: (stage) => `${stage}：完成`,
  nothingFound: "没有找到相关内容。",
  parts: (words, meaning) => `（词 ${words}，语义 ${meaning}）`,
  sound: "索引完好。",
  waiting: (chunks) => `还有 ${chunks} 个片段等待向量：下次入库时继续。`,
  removed: (path) => `移除 ${path}`,
  notInIndex: (path) => `索引中没有：${path}`,
  bundled: "内置示例资料",
  embedded: "内置于本程序",
  noModel: "无（按词检索）",
  facts: ["索引  ", "文档  ", "片段  ", "向量  ", "模型  "],
};

/**
 * The wording of a language.
 *
 * @param language The reader's.
 *
 * @example
 * ```ts
 * kbWording("zh").sound; // "索引完好。"
 * ```
 */
export function kbWording(language: Language): KbWording {
  return language === "zh" ? ZH : EN;
}

import type { DatabaseSync } from "node:sqlite";
import { type Bilingual, wordsOf } from "./bilingual_error.ts";
import { explainDatabaseError } from "./explain_database_error.ts";
import { openIndexDatabase } from "./open_index_database.ts";

/** What was found. */
export interface IndexVerdict {
  /** What is wrong, a sentence each; none in a sound index. */
  readonly problems: readonly Bilingual[];
  /** Chunks that have no vector yet, though the index has a model: an ingest was cut off. */
  readonly waiting: number;
}

/** Counts that must be 0, and what it means when they are not. */
const CHECKS: readonly (readonly [problem: Bilingual, query: string])[] = [
  [
    { en: "chunks belong to no document", zh: "个片段不属于任何文档" },
    "SELECT count(*) AS n FROM chunks WHERE document_id NOT IN (SELECT id FROM documents)",
  ],
  [
    { en: "vectors belong to no chunk", zh: "个向量不属于任何片段" },
    "SELECT count(*) AS n FROM vectors WHERE chunk_id NOT IN (SELECT id FROM chunks)",
  ],
  [
    { en: "chunks stand twice in their document", zh: "个片段在文档中重复" },
    "SELECT count(*) AS n FROM (SELECT 1 FROM chunks GROUP BY document_id, ordinal HAVING count(*) > 1)",
  ],
  [
    { en: "chunks are not counted", zh: "个片段没有计数" },
    "SELECT abs((SELECT count(*) FROM chunks) - (SELECT chunks FROM totals)) AS n",
  ],
];

/**
 * Reads a whole index file: SQLite's own check of its pages, then whether documents, chunks and vectors fit together.
 *
 * @param path The file.
 * @throws {Error} when it cannot be opened at all.
 *
 * @example
 * ```ts
 * verifyIndex("kb.sqlite"); // { problems: [], waiting: 0 }
 * ```
 */
export function verifyIndex(path: string): IndexVerdict {
  const database = openIndexDatabase(path, { readOnly: true });
  try {
    const pages = database.prepare("PRAGMA integrity_check").all()
      .map((row) => String(row["integrity_check"])).filter((line) => line !== "ok")
      .map((line) => ({ en: line, zh: line }));
    const misfits = CHECKS.flatMap(([problem, query]) => {
      const count = countOf(database, query);
      return count === 0 ? [] : [{
        en: `${count} ${problem.en}. Make the index again with: handrail kb ingest PATH`,
        zh: `${count} ${problem.zh}。请用 handrail kb ingest 路径 重建索引`,
      }];
    });
    const hasModel = countOf(database, "SELECT count(*) AS n FROM model") > 0;
    const waiting = countOf(
      database,
      "SELECT count(*) AS n FROM chunks WHERE id NOT IN (SELECT chunk_id FROM vectors)",
    );
    return { problems: [...pages, ...misfits], waiting: hasModel ? waiting : 0 };
  } catch (error) {
    return { problems: [wordsOf(explainDatabaseError(error, path))], waiting: 0 };
  } finally {
    database.close();
  }
}

function countOf(database: DatabaseSync, query: string): number {
  return Number(database.prepare(query).get()?.["n"]);
}

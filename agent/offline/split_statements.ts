import { splitSentences } from "./split_sentences.ts";

const ROW = /^\s*\|/;
const RULE = /^\s*\|[\s|:-]+\|?\s*$/;
/** Words that point at a table. */
const POINTS =
  /[：:]$|如下|下表|\bthese (?:limits|amounts|rates|times|fees|prices)\b|\bthe following\b|\bthe table\b|\bbelow\b/i;

/**
 * Cuts a passage into what can be quoted: sentences, and tables whole, together with the sentence that points at
 * them. "The limits are:" says nothing without the limits.
 *
 * @param text A passage.
 * @returns Its statements in order; a table's rows stand on lines of their own, without the rule below its head.
 *
 * @example
 * ```ts
 * splitStatements("上限如下：\n\n| 城市 | 元 |\n| --- | --- |\n| 北京 | 550 |"); // ["上限如下：\n| 城市 | 元 |\n| 北京 | 550 |"]
 * ```
 */
export function splitStatements(text: string): string[] {
  const statements: string[] = [];
  let table: number | undefined;
  for (const line of text.split("\n").filter((line) => line.trim() !== "" && !RULE.test(line))) {
    if (!ROW.test(line)) {
      statements.push(...splitSentences(line));
      table = undefined;
    } else {
      table ??= placeOfTable(statements);
      const said = statements[table];
      statements[table] = said === undefined ? line.trim() : `${said}\n${line.trim()}`;
    }
  }
  return statements;
}

/** The last sentence that points at a table and has none yet; a new place when there is none. */
function placeOfTable(statements: readonly string[]): number {
  const pointing = statements.findLastIndex((statement) =>
    !statement.includes("\n") && POINTS.test(statement)
  );
  return pointing < 0 ? statements.length : pointing;
}

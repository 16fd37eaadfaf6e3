/**
 * Help texts of the command about documents, in both languages.
 *
 * @module
 */
import type { Language } from "../../tools/types.ts";

/** By command and language. */
export const KNOWLEDGE_HELP: Readonly<
  Record<"kb", Record<Language, string>>
> = {
  kb: {
    en: `handrail kb ingest PATH… [--glob PATTERN]… [--dry-run] [--prune] [--max-size MB] [--json]
handrail kb search TEXT [--limit N] [--under PATH] [--since DATE] [--until DATE] [--json]   ranked passages
handrail kb info [--json]                      what the index holds
handrail kb verify [--json]                    whether the index is sound
handrail kb remove PATH… [--json]              takes documents out; their files stay
handrail kb export [--under PATH]              the chunks, one JSON object a line

Ingest takes in .md, .txt, .html, .csv, .tsv, .json, .jsonl, .pdf and .docx files; unchanged ones cost nothing.
Hidden files and what .gitignore and .handrailignore name are passed over.
--glob takes only files that match, or with ! in front only those that do not; it may be repeated.
--dry-run tells what would be done and writes nothing.
--prune also removes the documents of a folder that is now empty. HANDRAIL_KB names the index file.
`,
    zh: `handrail kb ingest 路径… [--glob 模式]… [--dry-run] [--prune] [--max-size MB] [--json]
handrail kb search 内容 [--limit N] [--under 路径] [--since 日期] [--until 日期] [--json]   按相关度列出段落和分数
handrail kb info [--json]                      索引里有什么
handrail kb verify [--json]                    检查索引是否完好
handrail kb remove 路径… [--json]              从索引移除文档，文件不动
handrail kb export [--under 路径]              导出所有片段，每行一个 JSON 对象

可入库 .md、.txt、.html、.csv、.tsv、.json、.jsonl、.pdf、.docx 文件，未变的文件不重复处理。
隐藏文件以及 .gitignore 和 .handrailignore 列出的内容会跳过。
--glob 只取匹配的文件，前面加 ! 则排除匹配的文件，可重复使用。
--dry-run 只说明会做什么，不写入任何内容。
--prune 会同时移除已变空的文件夹里原有的文档。HANDRAIL_KB 指定索引文件。
`,
  },
};

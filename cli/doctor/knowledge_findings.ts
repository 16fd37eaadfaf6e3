/**
 * Are the documents sound, and can they be searched by meaning?
 *
 * @module
 */
import { KnowledgeIndex } from "../../kb/knowledge_index.ts";
import { verifyIndex } from "../../kb/verify_index.ts";
import type { Program } from "../program.ts";
import type { Finding } from "./finding.ts";

/** A sentence of no interest to anybody: whether it becomes a vector is all that counts. */
const PROBE = "handrail doctor";

/**
 * Reads the index as `kb verify` does, and turns one sentence into a vector. Nothing is fetched.
 *
 * @param program The program.
 *
 * @example
 * ```ts
 * await knowledgeFindings(program); // [{ name: "index", … }, { name: "embedding", … }]
 * ```
 */
export async function knowledgeFindings(
  program: Pick<Program, "settings" | "hasIndex" | "openEmbedder">,
): Promise<Finding[]> {
  return [indexFinding(program), await embeddingFinding(program)];
}

function indexFinding(program: Pick<Program, "settings" | "hasIndex">): Finding {
  const { knowledgePath, language } = program.settings;
  const { bundled, ingest, holds } = WORDING[language];
  const name = "index";
  if (!program.hasIndex()) return { name, state: "ok", detail: bundled };
  try {
    const { problems } = verifyIndex(knowledgePath);
    if (problems.length > 0) {
      return { name, state: "failure", detail: `${knowledgePath}: ${problems.join("; ")}`, advice: ingest };
    }
    using index = KnowledgeIndex.open(knowledgePath, { readOnly: true });
    const { documents, chunks } = index.info();
    return { name, state: "ok", detail: `${knowledgePath}: ${holds(documents, chunks)}` };
  } catch (error) {
    return { name, state: "failure", detail: (error as Error).message, advice: ingest };
  }
}

async function embeddingFinding(program: Pick<Program, "settings" | "openEmbedder">): Promise<Finding> {
  const { none, wordsAlone } = WORDING[program.settings.language];
  const name = "embedding";
  const notices: string[] = [];
  try {
    await using embedder = await program.openEmbedder({
      mayFetch: false,
      onNotice: (notice) => notices.push(notice),
    });
    if (!embedder) return { name, state: "ok", detail: none };
    await embedder.embed([PROBE]);
    const detail = [embedder.identity.name, ...notices].join(": ");
    return { name, state: notices.length > 0 ? "warning" : "ok", detail };
  } catch (error) {
    return { name, state: "warning", detail: (error as Error).message, advice: wordsAlone };
  }
}

const WORDING = {
  en: {
    bundled: "none of yours yet; the bundled samples answer. Take yours in with: handrail kb ingest PATH",
    holds: (documents: number, chunks: number) => `${documents} documents, ${chunks} chunks`,
    ingest: "Make it again with: handrail kb ingest PATH",
    none: "none wanted (HANDRAIL_EMBEDDER=none): documents are searched by words",
    wordsAlone:
      "Until then documents are searched by words alone; HANDRAIL_EMBEDDER=none says that this is wanted",
  },
  zh: {
    bundled: "还没有自己的索引，由内置示例回答。入库：handrail kb ingest 路径",
    holds: (documents: number, chunks: number) => `${documents} 篇文档，${chunks} 个片段`,
    ingest: "重新建立：handrail kb ingest 路径",
    none: "已关闭（HANDRAIL_EMBEDDER=none）：文档只按词检索",
    wordsAlone: "在此之前文档只按词检索；若本就如此打算，请设 HANDRAIL_EMBEDDER=none",
  },
} as const;

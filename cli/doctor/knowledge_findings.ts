/**
 * Are the documents sound, and can they be searched by meaning?
 *
 * @module
 */
import { wordsOf } from "../../kb/bilingual_error.ts";
import { KnowledgeIndex } from "../../kb/knowledge_index.ts";
import { verifyIndex } from "../../kb/verify_index.ts";
import type { Program } from "../program.ts";
import { withinDeadline } from "../within_deadline.ts";
import type { Finding } from "./finding.ts";

/** A sentence of no interest to anybody: whether it becomes a vector is all that counts. */
const PROBE = "handrail doctor";

/** A server that loads its model first takes its time; one that has said nothing by then is taken for dead. */
const DEADLINE_MS = 15_000;

/**
 * Reads the index as `kb verify` does, and loads what search by meaning goes by. Nothing is fetched.
 *
 * @param program The program.
 * @param deadline Gives up on a server that embeds. @default {after 15 seconds}
 *
 * @example
 * ```ts
 * await knowledgeFindings(program); // [{ name: "index", … }, { name: "embedding", … }]
 * ```
 */
export async function knowledgeFindings(
  program: Pick<
    Program,
    "settings" | "build" | "hasIndex" | "openKnowledge" | "openEmbedder" | "inspectEmbedder"
  >,
  deadline: () => AbortSignal = () => AbortSignal.timeout(DEADLINE_MS),
): Promise<Finding[]> {
  const isBuiltIn = program.build.ownIndex && !program.hasIndex();
  const index = isBuiltIn ? await builtInFinding(program) : indexFinding(program);
  return [index, ...await embeddingFindings(program, deadline)];
}

/** Documents that the program was built around are the only ones: without them every search fails. */
async function builtInFinding(program: Pick<Program, "settings" | "openKnowledge">): Promise<Finding> {
  const { builtIn, holds } = WORDING[program.settings.language];
  const name = "index";
  try {
    const { documents, chunks } = (await program.openKnowledge()).index.info();
    return { name, state: "ok", detail: `${builtIn}: ${holds(documents, chunks)}` };
  } catch (error) {
    return { name, state: "failure", detail: wordsOf(error)[program.settings.language] };
  }
}

function indexFinding(program: Pick<Program, "settings" | "hasIndex">): Finding {
  const { knowledgePath, language } = program.settings;
  const { bundled, remake, holds } = WORDING[language];
  const name = "index";
  if (!program.hasIndex()) return { name, state: "ok", detail: bundled(knowledgePath) };
  try {
    const { problems } = verifyIndex(knowledgePath);
    if (problems.length > 0) {
      return {
        name,
        state: "failure",
        detail: `${knowledgePath}: ${problems.map((problem) => problem[language]).join("; ")}`,
        advice: remake,
      };
    }
    using index = KnowledgeIndex.open(knowledgePath, { readOnly: true });
    const { documents, chunks } = index.info();
    return { name, state: "ok", detail: `${knowledgePath}: ${holds(documents, chunks)}` };
  } catch (error) {
    // It says what to do: a file of somebody else's had better not be deleted.
    return { name, state: "failure", detail: wordsOf(error)[language] };
  }
}

async function embeddingFindings(
  program: Pick<Program, "settings" | "build" | "openEmbedder" | "inspectEmbedder">,
  deadline: () => AbortSignal,
): Promise<Finding[]> {
  const { none, lite, wordsAlone, anotherDisk, copies, deleteCopies } = WORDING[program.settings.language];
  const name = "embedding";
  const { choice, backend, problems, otherCopies } = await program.inspectEmbedder();
  const left: Finding[] = otherCopies.length === 0
    ? []
    : [{ name: "copies", state: "ok", detail: copies(otherCopies.join(", ")), advice: deleteCopies }];
  if (choice === "none") return [{ name, state: "ok", detail: none }, ...left];
  if (choice === "openai") return [await serverEmbedding(program, deadline()), ...left];
  if (program.build.variant === "lite") return [{ name, state: "ok", detail: lite }, ...left];
  const slower = problems.length > 0;
  const finding: Finding = {
    name,
    state: backend === undefined || slower ? "warning" : "ok",
    detail: [backend, ...problems].filter((part) => part !== undefined).join("; "),
    ...(backend === undefined && { advice: wordsAlone }),
    ...(backend !== undefined && slower && program.build.variant === "full" && { advice: anotherDisk }),
  };
  return [finding, ...left];
}

/** Nothing but an answer shows that a server embeds. */
async function serverEmbedding(
  program: Pick<Program, "settings" | "openEmbedder">,
  deadline: AbortSignal,
): Promise<Finding> {
  const name = "embedding";
  try {
    return { name, state: "ok", detail: await withinDeadline(embedProbe(program), deadline) };
  } catch (error) {
    const { language } = program.settings;
    const { serverAway, serverSilent } = WORDING[language];
    const detail = deadline.aborted ? serverSilent : wordsOf(error)[language];
    return { name, state: "warning", detail, advice: serverAway };
  }
}

async function embedProbe(program: Pick<Program, "openEmbedder">): Promise<string> {
  await using embedder = await program.openEmbedder({ mayFetch: false });
  await embedder?.embed([PROBE]);
  return embedder?.identity.name ?? "";
}

const WORDING = {
  en: {
    bundled: (path: string) =>
      `none of yours yet at ${path}; the bundled samples answer. Take yours in with: handrail kb ingest PATH`,
    builtIn: "built into this program",
    holds: (documents: number, chunks: number) => `${documents} documents, ${chunks} chunks`,
    remake: "Delete the file and make it again with: handrail kb ingest PATH",
    none: "none wanted (HANDRAIL_EMBEDDER=none): documents are searched by words",
    lite: "none in this make: documents are searched by words, or HANDRAIL_EMBEDDER=openai:MODEL",
    wordsAlone:
      "Until then documents are searched by words alone. handrail kb ingest PATH fetches the model; HANDRAIL_EMBEDDER=none says that none is wanted",
    anotherDisk:
      "Until then search by meaning is slower. Set HANDRAIL_CACHE to a folder with 50 MB of room, on a disk that lets programs run",
    serverSilent: "the server that embeds does not answer",
    serverAway:
      "Until then documents are searched by words alone. Check OPENAI_BASE_URL and OPENAI_API_KEY; HANDRAIL_EMBEDDER=none says that none is wanted",
    copies: (paths: string) => `of other versions, left in the cache: ${paths}`,
    deleteCopies: "They may be deleted once no such version is in use",
  },
  zh: {
    bundled: (path: string) => `${path} 还没有自己的索引，由内置示例回答。入库：handrail kb ingest 路径`,
    builtIn: "内置于本程序",
    holds: (documents: number, chunks: number) => `${documents} 篇文档，${chunks} 个片段`,
    remake: "删除该文件，再重新建立：handrail kb ingest 路径",
    none: "已关闭（HANDRAIL_EMBEDDER=none）：文档只按词检索",
    lite: "此精简版没有：文档按词检索，或设 HANDRAIL_EMBEDDER=openai:模型名",
    wordsAlone:
      "在此之前文档只按词检索。handrail kb ingest 路径 会获取模型；若不需要，请设 HANDRAIL_EMBEDDER=none",
    anotherDisk:
      "在此之前按语义检索较慢。请把 HANDRAIL_CACHE 设为有 50 MB 空间、且允许运行程序的磁盘上的文件夹",
    serverSilent: "提供向量的服务没有回应",
    serverAway:
      "在此之前文档只按词检索。请检查 OPENAI_BASE_URL 和 OPENAI_API_KEY；若不需要，请设 HANDRAIL_EMBEDDER=none",
    copies: (paths: string) => `缓存里留有其他版本的文件：${paths}`,
    deleteCopies: "不再使用那些版本后可以删除",
  },
} as const;

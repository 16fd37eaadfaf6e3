/**
 * What the program may do.
 *
 * @module
 */
import type { Language } from "../../tools/types.ts";
import type { Bilingual, Finding } from "./finding.ts";

/** One permission, and what is lost without it. */
interface Need {
  readonly name: string;
  readonly query: (stateFolder: string) => Deno.PermissionDescriptor;
  /** Does nothing work without it? */
  readonly vital?: true;
  readonly without: Bilingual;
}

const NEEDS: readonly Need[] = [
  {
    name: "read",
    query: () => ({ name: "read" }),
    vital: true,
    without: { en: "documents and sessions cannot be read", zh: "无法读取文档和会话" },
  },
  {
    name: "write",
    query: (path) => ({ name: "write", path }),
    without: { en: "sessions and the ledger cannot be kept", zh: "无法保存会话和台账" },
  },
  {
    name: "env",
    query: () => ({ name: "env" }),
    without: { en: "Redis and some vendors cannot be used", zh: "无法使用 Redis 和部分厂商" },
  },
  {
    name: "net",
    query: () => ({ name: "net" }),
    without: {
      en: "neither models nor a Redis nor your own desk can be reached",
      zh: "无法连接模型、Redis 和自己的后端",
    },
  },
  {
    name: "sys",
    query: () => ({ name: "sys", kind: "hostname" }),
    without: { en: "real models and Redis cannot be used", zh: "无法使用真实模型和 Redis" },
  },
  {
    name: "ffi",
    query: () => ({ name: "ffi" }),
    without: {
      en: "the native embedding runtime gives way to a slower one",
      zh: "原生向量运行时不可用，改用较慢的",
    },
  },
  {
    name: "run",
    query: () => ({ name: "run", command: "npm" }),
    without: {
      en: "the embedding model cannot be fetched by npm, only from the model hub",
      zh: "无法通过 npm 获取语义模型，只能从模型站下载",
    },
  },
];

/**
 * Asks which permissions were given. None is asked for.
 *
 * @param settings Where sessions are, and the reader's language.
 * @param query Asks the runtime. @default {Deno.permissions.query}
 *
 * @example
 * ```ts
 * await permissionFindings(settings); // [{ name: "permission read", state: "ok", detail: "granted" }, …]
 * ```
 */
export async function permissionFindings(
  { stateFolder, language }: { readonly stateFolder: string; readonly language: Language },
  query: (permission: Deno.PermissionDescriptor) => Promise<{ readonly state: string }> = (permission) =>
    Deno.permissions.query(permission),
): Promise<Finding[]> {
  const { granted, missing } = WORDING[language];
  return await Promise.all(NEEDS.map(async (need): Promise<Finding> => {
    const name = `permission ${need.name}`;
    const { state } = await query(need.query(stateFolder));
    if (state === "granted") return { name, state: "ok", detail: granted };
    return { name, state: need.vital ? "failure" : "warning", detail: missing(need.without[language]) };
  }));
}

const WORDING = {
  en: { granted: "granted", missing: (without: string) => `not granted: ${without}` },
  zh: { granted: "已授予", missing: (without: string) => `未授予：${without}` },
} as const;

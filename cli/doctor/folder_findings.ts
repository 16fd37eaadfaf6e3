/**
 * Can the program's folders be written to?
 *
 * @module
 */
import { dirname } from "node:path";
import { wordsOf } from "../../kb/bilingual_error.ts";
import type { Language } from "../../tools/types.ts";
import type { Settings } from "../settings.ts";
import type { Bilingual, Finding } from "./finding.ts";

/**
 * Looks at the folders of sessions, of the index and of the cache, and at who may read the secret. A folder is tried
 * with a file that is removed at once; one that is not there yet is not made.
 *
 * @param settings The settings.
 *
 * @example
 * ```ts
 * await folderFindings(settings); // [{ name: "state folder", state: "ok", … }, …]
 * ```
 */
export async function folderFindings(
  settings: Pick<Settings, "stateFolder" | "knowledgePath" | "cacheFolder" | "language">,
): Promise<Finding[]> {
  const { stateFolder, knowledgePath, cacheFolder, language } = settings;
  return [
    await folder("state folder", stateFolder, ADVICE.state[language], language),
    await folder("index folder", dirname(knowledgePath), ADVICE.index[language], language),
    await folder("cache folder", cacheFolder, ADVICE.cache[language], language),
    ...await secretFinding(`${stateFolder}/secret`, language),
  ];
}

async function folder(name: string, path: string, advice: string, language: Language): Promise<Finding> {
  const { willBeMade, cannotWrite } = WORDING[language];
  const nearest = await nearestFolder(path);
  try {
    await Deno.remove(await Deno.makeTempFile({ dir: nearest, prefix: ".handrail-doctor-" }));
    return { name, state: "ok", detail: nearest === path ? path : `${path} (${willBeMade})` };
  } catch (error) {
    const detail = `${path}: ${cannotWrite(nearest, wordsOf(error)[language])}`;
    return { name, state: "warning", detail, advice };
  }
}

async function nearestFolder(path: string): Promise<string> {
  try {
    await Deno.stat(path);
    return path;
  } catch {
    const above = dirname(path);
    return above === path ? path : await nearestFolder(above);
  }
}

/** Nothing to say where there is none: it is made when it is needed. */
async function secretFinding(path: string, language: Language): Promise<Finding[]> {
  try {
    const { mode } = await Deno.stat(path);
    // Windows has no such bits.
    if (mode === null || (mode & 0o077) === 0) return [{ name: "secret", state: "ok", detail: path }];
    const { openToOthers } = WORDING[language];
    return [{
      name: "secret",
      state: "warning",
      detail: `${path}: ${openToOthers}`,
      advice: `chmod 600 ${path}`,
    }];
  } catch {
    return [];
  }
}

const ADVICE: Readonly<Record<"state" | "index" | "cache", Bilingual>> = {
  state: {
    en: "Set HANDRAIL_STATE to a folder that can be written to: sessions and the ledger go there",
    zh: "把 HANDRAIL_STATE 设为可写的文件夹：会话和台账存放在那里",
  },
  index: {
    en:
      "Set HANDRAIL_KB to a file in a folder that can be written to, or kb ingest has nowhere to put its index",
    zh: "把 HANDRAIL_KB 设为可写文件夹里的文件，否则 kb ingest 无处存放索引",
  },
  cache: {
    en: "Set HANDRAIL_CACHE to a folder that can be written to: the embedding model is kept there",
    zh: "把 HANDRAIL_CACHE 设为可写的文件夹：语义模型存放在那里",
  },
};

const WORDING = {
  en: {
    willBeMade: "made when it is needed",
    cannotWrite: (path: string, why: string) => `cannot write to ${path}: ${why}`,
    openToOthers: "others on this machine can read it",
  },
  zh: {
    willBeMade: "需要时创建",
    cannotWrite: (path: string, why: string) => `${path} 不可写：${why}`,
    openToOthers: "这台机器上的其他人也能读取",
  },
} as const;

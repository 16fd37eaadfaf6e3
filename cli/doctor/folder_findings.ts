/**
 * Can the program's folders be written to?
 *
 * @module
 */
import { dirname } from "node:path";
import type { Language } from "../../tools/types.ts";
import { isMissing } from "../../kb/is_missing.ts";
import type { Settings } from "../settings/settings.ts";
import { shellWord } from "../text/shell_word.ts";
import type { Bilingual, Finding } from "./finding.ts";
import { tryFolder } from "./try_folder.ts";

/** What of the settings is looked at. */
export type FolderSettings =
  & Pick<Settings, "stateFolder" | "knowledgePath" | "cacheFolder" | "language" | "store" | "secret">
  & { readonly personalData: Pick<Settings["personalData"], "guard"> };

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
export async function folderFindings(settings: FolderSettings): Promise<Finding[]> {
  const { stateFolder, knowledgePath, cacheFolder, language } = settings;
  return [
    await folder("state folder", stateFolder, ADVICE.state[language], language),
    await folder("index folder", dirname(knowledgePath), ADVICE.index[language], language),
    await folder("cache folder", cacheFolder, ADVICE.cache[language], language),
    ...await secretFinding(settings),
  ];
}

async function folder(name: string, path: string, advice: string, language: Language): Promise<Finding> {
  const { willBeMade, cannotWrite } = WORDING[language];
  const { nearest, problem } = await tryFolder(path);
  if (problem !== undefined) {
    const detail = `${path}: ${cannotWrite(nearest, problem[language])}`;
    return { name, state: "warning", detail, advice };
  }
  return { name, state: "ok", detail: nearest === path ? path : `${path} (${willBeMade})` };
}

/** Nothing to say where there is none, unless every run needs one: it is made when it is needed. */
async function secretFinding(settings: FolderSettings): Promise<Finding[]> {
  const { stateFolder, language, secret } = settings;
  const { openToOthers, cannotRead, cannotKeep, setSecret, empty, remove } = WORDING[language];
  const [name, path] = ["secret", `${stateFolder}/secret`];
  const isNeeded = secret === undefined && (settings.store !== "memory" || settings.personalData.guard);
  try {
    const { mode } = await Deno.stat(path);
    const isEmpty = (await Deno.readTextFile(path)).trim() === "";
    if (isEmpty) {
      return [{
        name,
        state: isNeeded ? "failure" : "warning",
        detail: `${path}: ${empty}`,
        advice: remove(path),
      }];
    }
    // Windows has no such bits.
    if (mode === null || (mode & 0o077) === 0) return [{ name, state: "ok", detail: path }];
    return [{
      name,
      state: "warning",
      detail: `${path}: ${openToOthers}`,
      advice: `chmod 600 ${shellWord(path)}`,
    }];
  } catch (error) {
    if (secret !== undefined) return [];
    if (!isMissing(error)) {
      return [{ name, state: "failure", detail: `${path}: ${cannotRead}`, advice: setSecret }];
    }
    const isLost = isNeeded && (await tryFolder(stateFolder)).problem !== undefined;
    return isLost ? [{ name, state: "failure", detail: `${path}: ${cannotKeep}`, advice: setSecret }] : [];
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
    cannotRead: "it cannot be read, and no turn begins without it",
    cannotKeep: "there is none and none can be kept, and with these settings no turn begins without it",
    empty: "it is empty",
    remove: (path: string) => `Delete ${path} to have one made`,
    setSecret: "Set HANDRAIL_STATE to a folder of your own that can be written to, or HANDRAIL_SECRET",
  },
  zh: {
    willBeMade: "需要时创建",
    cannotWrite: (path: string, why: string) => `${path} 不可写：${why}`,
    openToOthers: "这台机器上的其他人也能读取",
    cannotRead: "无法读取，没有它就不能开始对话",
    cannotKeep: "还没有，也无法保存；按当前设置，没有它就不能开始对话",
    empty: "是空的",
    remove: (path: string) => `请删除 ${path}，会自动重新生成`,
    setSecret: "把 HANDRAIL_STATE 设为自己可写的文件夹，或设置 HANDRAIL_SECRET",
  },
} as const;

/**
 * A key in a file of its own.
 *
 * @module
 */
import { MissingKeyError } from "../../agent/models/classify_error.ts";
import { MODEL_PROVIDERS, type ModelEnvironment, SERVER } from "../../agent/models/model_providers.ts";
import type { Bilingual } from "../../kb/bilingual_error.ts";
import type { Language } from "../../tools/types.ts";
import { fileFault } from "../../kb/file_fault.ts";
import { shellWord } from "../text/shell_word.ts";
import type { ModelSources } from "./own_settings.ts";

/** How it is read. */
export interface KeyFileServices {
  readonly readFile: (path: string) => Promise<string>;
  /** The file's mode; `null` where the system has none. */
  readonly modeOf: (path: string) => Promise<number | null>;
  /** Told when others on the machine can read the file. */
  readonly warn: (message: string) => void;
  /** The reader's. */
  readonly language: Language;
}

/**
 * Reads a key; blanks and line ends around it do not count.
 *
 * @param path The file.
 * @param provider Whose key it is.
 * @param services See {@linkcode KeyFileServices}.
 * @throws {MissingKeyError} If the file cannot be read or is empty.
 *
 * @example
 * ```ts
 * await readKeyFile("/home/me/.config/handrail/openai.key", "openai", services);
 * ```
 */
export async function readKeyFile(
  path: string,
  provider: string,
  { readFile, modeOf, warn, language }: KeyFileServices,
): Promise<string> {
  const refuse = (why: Bilingual, cause?: unknown) =>
    new MissingKeyError({
      en:
        `Cannot use ${provider}: ${path}: ${why.en}. Write its key into that file, or change models.keys in handrail.json`,
      zh:
        `无法使用 ${provider}：${path}：${why.zh}。请把它的密钥写进该文件，或修改 handrail.json 里的 models.keys`,
    }, { cause });
  let key: string;
  try {
    key = (await readFile(path)).trim();
    if (isOpenToOthers(await modeOf(path))) warn(OPEN[language](path));
  } catch (cause) {
    throw refuse(fileFault(cause), cause);
  }
  if (key === "") throw refuse({ en: "it is empty", zh: "文件是空的" });
  return key;
}

/**
 * The variables of models with one provider's key out of its file, if it is in one.
 *
 * @param name The provider's name, `server` for a server that is named by its address.
 * @param settings What is set.
 * @param services See {@linkcode KeyFileServices}.
 * @throws {MissingKeyError} If the file cannot be read or is empty.
 *
 * @example
 * ```ts
 * (await withKeyFile("openai", settings, services)).OPENAI_API_KEY;
 * ```
 */
export async function withKeyFile(
  name: string,
  { modelEnvironment, keySources }: ModelSources,
  services: KeyFileServices,
): Promise<ModelEnvironment> {
  const provider = [...MODEL_PROVIDERS, SERVER].find((known) => known.name === name);
  if (!provider || !("keyVariable" in provider)) return modelEnvironment;
  const source = keySources[provider.keyVariable];
  if (source === undefined || "env" in source) return modelEnvironment;
  return { ...modelEnvironment, [provider.keyVariable]: await readKeyFile(source.file, name, services) };
}

/**
 * Can others than its owner read a file of this mode?
 *
 * @param mode The mode; `null` where the system has none, as on Windows.
 *
 * @example
 * ```ts
 * isOpenToOthers(0o100644); // true
 * ```
 */
export function isOpenToOthers(mode: number | null): boolean {
  return mode !== null && (mode & 0o077) !== 0;
}

const OPEN = {
  en: (path: string) =>
    `Others on this machine can read the key in ${path}. Close it with: chmod 600 ${shellWord(path)}`,
  zh: (path: string) => `这台机器上的其他人也能读取 ${path} 里的密钥。请执行：chmod 600 ${shellWord(path)}`,
} as const;

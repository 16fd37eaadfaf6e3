/**
 * Looks at the files of the configuration. One that is there and cannot be read is no missing one: without its rules,
 * calls would run that it denies.
 *
 * @module
 */
import { wordsOf } from "../../kb/bilingual_error.ts";
import { isMissing } from "../../kb/is_missing.ts";
import { unreadable } from "./unreadable.ts";

/**
 * The path behind all links.
 *
 * @param path The file.
 * @returns `undefined` when there is no such file, or the runtime may not look.
 * @throws {UsageError} If something is there that leads to no file.
 *
 * @example
 * ```ts
 * existingConfigs(configPaths(environment, Deno.cwd()), realConfigPath);
 * ```
 */
export function realConfigPath(path: string): string | undefined {
  try {
    return Deno.realPathSync(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotCapable) return undefined;
    if (!isMissing(error)) throw cannotRead(path, error);
    if (!isThere(path)) return undefined;
    throw unreadable(path, {
      en: "it is a link to a file that is not there. Mend it, or take it away",
      zh: "它是一个链接，指向的文件不存在。请修正或移走它",
    }, error);
  }
}

/**
 * The text of a file.
 *
 * @param path The file.
 * @throws {UsageError} If it cannot be read.
 *
 * @example
 * ```ts
 * readConfigFile(paths, readConfigText);
 * ```
 */
export function readConfigText(path: string): string {
  try {
    return Deno.readTextFileSync(path);
  } catch (error) {
    throw cannotRead(path, error);
  }
}

function isThere(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

function cannotRead(path: string, error: unknown): Error {
  const { en, zh } = wordsOf(error);
  if (error instanceof Deno.errors.PermissionDenied) {
    return unreadable(path, {
      en: `${en}. Make it readable, or set HOME or XDG_CONFIG_HOME to a folder of yours`,
      zh: `${zh}。请让它可读，或把 HOME 或 XDG_CONFIG_HOME 设为你自己的文件夹`,
    }, error);
  }
  return unreadable(path, { en: `${en}. Mend it, or take it away`, zh: `${zh}。请修正或移走它` }, error);
}

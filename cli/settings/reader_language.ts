/**
 * Whose language it is when the program cannot begin.
 *
 * @module
 */
import type { Language } from "../../tools/types.ts";
import { languageNamed, localeLanguage } from "./ui_settings.ts";
import type { Environment } from "./variables.ts";

/** What may say it, each as it was found: any of it may be what is wrong. */
export interface LanguageSources {
  /** The arguments behind the program's name. */
  readonly args: readonly string[];
  readonly environment: Environment;
  /** The text of the nearest `handrail.json`, if there is one. */
  readonly config: string | undefined;
}

/**
 * The reader's language, in the order of the settings: `--lang`, `HANDRAIL_LANG`, the file, the system. What cannot be
 * understood is passed over.
 *
 * @param sources See {@linkcode LanguageSources}.
 *
 * @example
 * ```ts
 * readerLanguage({ args: ["--nosuch", "--lang", "zh"], environment: {}, config: undefined }); // "zh"
 * ```
 */
export function readerLanguage({ args, environment, config }: LanguageSources): Language {
  return ofArguments(args) ?? languageNamed(environment.HANDRAIL_LANG?.trim() ?? "") ?? ofConfig(config) ??
    localeLanguage(environment);
}

/** The last one counts, as everywhere; behind `--` there are no flags. */
function ofArguments(args: readonly string[]): Language | undefined {
  const end = args.indexOf("--");
  const flags = end < 0 ? args : args.slice(0, end);
  const named = flags.flatMap((arg, at) => {
    const value = arg === "--lang" ? flags[at + 1] : /^--lang=(.*)$/s.exec(arg)?.[1];
    return value === undefined ? [] : [value];
  });
  return languageNamed(named.at(-1) ?? "");
}

function ofConfig(text: string | undefined): Language | undefined {
  try {
    const language: unknown = JSON.parse(text?.replace(/^\ufeff/, "") ?? "{}")?.ui?.language;
    return language === "en" || language === "zh" ? language : undefined;
  } catch {
    return undefined;
  }
}

/**
 * How the program looks and talks.
 *
 * @module
 */
import type { Language } from "../../tools/types.ts";
import type { ConfigFile } from "./config_file.ts";
import type { Flags } from "../flags.ts";
import type { Settings } from "./settings.ts";
import { unreadable } from "./unreadable.ts";
import type { Environment } from "./variables.ts";

/** What a person at a terminal gets to see beside the answers. */
export interface UiSettings {
  /** Answers are shown as Markdown; else as the model wrote them. */
  readonly markdown: boolean;
  /** A line behind each turn tells its tokens and cost. */
  readonly usage: boolean;
  /** Something turns while the model is waited for. */
  readonly waiting: boolean;
  /** Banner and hints. */
  readonly greeting: boolean;
  /** The terminal is asked to mark pastes; one that obeys no sequences would show the question. */
  readonly pasteMarks: boolean;
}

/**
 * What the environment and the file say; flags come later, see {@linkcode withFlags}.
 *
 * @example
 * ```ts
 * readUi({ TERM: "dumb" }, undefined).waiting; // false
 * ```
 */
export function readUi(environment: Environment, ui: ConfigFile["ui"]): UiSettings {
  return {
    markdown: ui?.markdown ?? true,
    usage: ui?.usage ?? true,
    waiting: environment.TERM !== "dumb",
    greeting: true,
    pasteMarks: environment.TERM !== "dumb",
  };
}

/**
 * The reader's language: `HANDRAIL_LANG`, then the file, then `LC_ALL` and `LANG`, which every system sets and few
 * people chose.
 *
 * @throws {UsageError} If `HANDRAIL_LANG` is no language.
 *
 * @example
 * ```ts
 * readLanguage({ LANG: "zh_CN.UTF-8" }, undefined); // "zh"
 * ```
 */
export function readLanguage(environment: Environment, ui: ConfigFile["ui"]): Language {
  const named = environment.HANDRAIL_LANG?.trim() || undefined;
  if (named !== undefined) return languageOf("HANDRAIL_LANG", named);
  if (ui?.language !== undefined) return ui.language;
  return localeLanguage(environment);
}

/**
 * The language that a text names.
 *
 * @param text Such as `zh` or `zh_CN.UTF-8`.
 * @returns `undefined` when it names none that there is.
 *
 * @example
 * ```ts
 * languageNamed("zh-TW"); // "zh"
 * ```
 */
export function languageNamed(text: string): Language | undefined {
  return /^(en|zh)(?:[-_.]|$)/i.exec(text)?.[1]?.toLowerCase() as Language | undefined;
}

/**
 * What the system says of its user's language.
 *
 * @param environment The variables.
 *
 * @example
 * ```ts
 * localeLanguage({ LANG: "C" }); // "en"
 * ```
 */
export function localeLanguage({ LC_ALL, LANG }: Environment): Language {
  return /^zh/i.test(LC_ALL?.trim() || LANG?.trim() || "") ? "zh" : "en";
}

function languageOf(name: string, value: string): Language {
  const language = languageNamed(value);
  if (language !== undefined) return language;
  throw unreadable(name, {
    en: `${JSON.stringify(value)} is no language that there is. Write en or zh`,
    zh: `没有 ${JSON.stringify(value)} 这种语言。请写 en 或 zh`,
  });
}

/**
 * The settings as the command line wants them: flags win over everything else.
 *
 * @param settings What the environment and the file say.
 * @param flags The command line's.
 * @throws {UsageError} If a flag has a value that means nothing.
 *
 * @example
 * ```ts
 * withFlags(settings, parseCommandLine(["--lang", "zh"]).flags).language; // "zh"
 * ```
 */
export function withFlags(settings: Settings, flags: Flags): Settings {
  const { markdown, usage, waiting, greeting, pasteMarks } = settings.ui;
  return {
    ...settings,
    ...(flags.lang !== undefined && { language: languageOf("--lang", flags.lang) }),
    ...(flags.encoding !== undefined && { encoding: encodingOf(flags.encoding) }),
    ui: {
      markdown: markdown && !flags.plain,
      usage: usage && !flags.quiet,
      waiting: waiting && !flags.quiet,
      greeting: greeting && !flags.quiet,
      pasteMarks,
    },
  };
}

function encodingOf(name: string): string {
  try {
    return new TextDecoder(name).encoding;
  } catch (cause) {
    const words = {
      en: `${JSON.stringify(name)} is unknown. Write utf-8, gb18030, big5, utf-16le or the like`,
      zh: `没有 ${JSON.stringify(name)} 这种编码。请写 utf-8、gb18030、big5、utf-16le 等`,
    };
    throw unreadable("--encoding", words, cause);
  }
}
